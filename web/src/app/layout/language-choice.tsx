import { t } from "@lingui/core/macro";
import { chooseLanguage, language, languages } from "@/i18n";

/** The choice of the language for visitors. An account has it among its preferences. */
export function LanguageChoice() {
  return (
    <select
      aria-label={t`Language`}
      value={language}
      onChange={(event) => chooseLanguage(event.target.value)}
      className="h-8 rounded-control border border-line-strong/50 bg-surface px-2 text-ink hover:border-line-strong"
    >
      {languages.map(({ value, label, tag }) => (
        <option key={value} value={value} lang={tag}>
          {label}
        </option>
      ))}
    </select>
  );
}
