// Formats dates and numbers in the language of the page and the user's timezone.
import { t } from "@lingui/core/macro";
import { locale } from "@/i18n";
import { usePreferences } from "./preferences";

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export interface Format {
  date: (iso: string) => string;
  dateTime: (iso: string) => string;
  /** "3 days ago" */
  ago: (iso: string) => string;
  /** A day without a time, such as "2026-01-31". */
  day: (date: string) => string;
  number: (value: number, digits?: number) => string;
}

function makeFormat(timezone: string): Format {
  const timeZone = isTimeZone(timezone) ? timezone : undefined;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  // Cached: "3 days ago" is the same for every card of that day, and there are few such texts.
  const texts = new Map<string, string>();
  const ago = (value: number, unit: Intl.RelativeTimeFormatUnit) => {
    const key = `${value} ${unit}`;
    const text = texts.get(key) ?? relative.format(value, unit);
    texts.set(key, text);
    return text;
  };
  return {
    date: (iso) => date.format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    ago: (iso) => {
      const seconds = (Date.parse(iso) - Date.now()) / 1000;
      const step = steps.find(([, size]) => Math.abs(seconds) >= size);
      if (step) return ago(Math.trunc(seconds / step[1]), step[0]);
      return t`just now`;
    },
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    number: (value, digits = 0) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        value,
      ),
  };
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

// Cached, since Intl's formatters cost more to create than a card.
const made = new Map<string, Format>();

export function useFormat(): Format {
  const [{ timezone }] = usePreferences();
  const format = made.get(timezone) ?? makeFormat(timezone);
  made.set(timezone, format);
  return format;
}
