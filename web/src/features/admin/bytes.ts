import { locale } from "@/i18n";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in the unit that suits it: `12 kB`. */
export function bytes(size: number): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(size, 1)) / 3));
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[at],
    // The short form of bytes has no plural in English.
    unitDisplay: at === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(size / 1000 ** at);
}
