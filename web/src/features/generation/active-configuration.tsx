import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { defaultGenerationConfig, type GenerationConfig, labelOf, words } from "@/core";
import { Badge } from "@/ui/badge";

const defaults = defaultGenerationConfig();

interface ActiveConfigurationProps {
  config: GenerationConfig;
  files: number;
  components: number;
}

/** Badges for settings that differ from the defaults; renders nothing if none does. */
export function ActiveConfiguration({ config, files, components }: ActiveConfigurationProps) {
  const badges = [
    files > 0 && plural(files, { one: "# file", other: "# files" }),
    components > 0 && plural(components, { one: "# component", other: "# components" }),
    config.structure_type !== defaults.structure_type &&
      labelOf(words.structure_types, config.structure_type),
    config.complexity !== defaults.complexity && labelOf(words.complexities, config.complexity),
    config.category !== defaults.category && labelOf(words.categories, config.category),
    config.type !== defaults.type && labelOf(words.types, config.type),
    config.language !== defaults.language && labelOf(words.languages, config.language),
  ].filter((badge) => badge !== false);
  if (badges.length === 0) return null;
  return (
    <section aria-label={t`Active Configuration`} className="rounded-tray border bg-surface px-4 py-3">
      <h2 className="text-sm font-semibold text-muted">
        <Trans>Active Configuration</Trans>
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {badges.map((badge) => (
          <li key={badge}>
            <Badge tone="accent">{badge}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
