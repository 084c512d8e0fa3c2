import { t } from "@lingui/core/macro";

const segments = [
  { type: "system", text: "You review Rust pull requests. You are exact and kind." },
  {
    type: "context",
    text: "The team prefers small, reversible changes. Style rules are in CONTRIBUTING.md.",
  },
  {
    type: "instruction",
    text: "Name the riskiest line first. Then list what you would change, with a reason each.",
  },
];

const versions = [
  { number: "v1.4.2", label: "Patch", current: true },
  { number: "v1.4.0", label: "Minor" },
  { number: "v1.3.0", label: "Minor" },
  { number: "v1.0.0", label: "Major" },
];

const extensions = [".txt", ".md", ".yaml", ".html", ".xml", ".json", ".prompty"];

/** An illustration of a prompt in its case, made of the product's own components. */
export function CaseDrawing() {
  return (
    <div
      role="img"
      aria-label={t`A prompt in Promptcase: three segments, four versions, seven export formats`}
      className="rounded-[1rem] border border-line-strong/40 bg-well p-2.5 shadow-float"
    >
      <div aria-hidden="true" lang="en" className="tray">
        <div className="flex items-center gap-3 px-4 py-3">
          <span className="font-bold">Pull request reviewer</span>
          <span className="rounded-[0.25rem] bg-accent-wash px-1.5 font-mono text-[0.8125rem] text-accent">
            v1.4.2
          </span>
          <span className="ml-auto flex items-center gap-1.5 text-sm text-muted max-sm:hidden">
            <span className="size-2 rounded-full bg-success" /> Saved
          </span>
        </div>
        <div className="grid grid-cols-[1fr_9.5rem] gap-px bg-line! max-sm:grid-cols-1">
          <div className="grid gap-px bg-line">
            {segments.map((segment, index) => (
              <div key={segment.type} className="bg-surface px-4 py-3.5">
                <p className="flex items-center gap-2 font-mono text-[0.8125rem] text-muted">
                  <span
                    className={
                      index === 2
                        ? "size-2.5 rounded-[2px] bg-brass-fill"
                        : "size-2.5 rounded-[2px] bg-accent-strong"
                    }
                  />
                  {segment.type}
                </p>
                <p className="mt-1.5 leading-snug">
                  {segment.text}
                  {index === 2 && (
                    <span className="ml-0.5 inline-block h-[1.1em] w-0.5 translate-y-[0.2em] bg-accent" />
                  )}
                </p>
              </div>
            ))}
          </div>
          <div className="grid grid-rows-[repeat(4,1fr)] gap-px bg-line max-sm:hidden">
            {versions.map((version) => (
              <div
                key={version.number}
                className={
                  version.current
                    ? "flex flex-col justify-center bg-accent-wash px-3.5"
                    : "flex flex-col justify-center bg-surface px-3.5"
                }
              >
                <span className="font-mono text-[0.8125rem]">{version.number}</span>
                <span className="text-[0.8125rem] text-muted">
                  {version.current ? `${version.label}, current` : version.label}
                </span>
              </div>
            ))}
          </div>
        </div>
        <div className="grid grid-cols-7 gap-px bg-line! max-sm:grid-cols-4">
          {extensions.map((extension) => (
            <span
              key={extension}
              className="bg-surface py-2.5 text-center font-mono text-[0.8125rem] text-muted"
            >
              {extension}
            </span>
          ))}
          <span className="bg-surface sm:hidden" />
        </div>
      </div>
    </div>
  );
}
