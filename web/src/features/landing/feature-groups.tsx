// What Promptcase does, in the order in which one needs it.
import { t } from "@lingui/core/macro";

const groups: { title: string; points: string[] }[] = [
  {
    title: t`Write`,
    points: [
      t`Variables with kinds, defaults and descriptions, coloured and completed as you type`,
      t`Includes: a persona or a set of rules written once, used in many prompts`,
      t`Wrappers that add an instruction, and conditions that leave a module out`,
      t`One undo for everything, drafts that survive a crash, and every action by keyboard`,
      t`Exact token counts in your browser`,
    ],
  },
  {
    title: t`Keep every version`,
    points: [
      t`Every save stays readable under its own number, and none is given twice`,
      t`Changelogs, and a suggestion whether a change is major, minor or a patch`,
      t`Compare any two versions word by word, side by side`,
      t`Two people on one prompt: their changes are merged, and only real conflicts are asked`,
      t`Labels such as production, moved with a reason and undone in one step`,
    ],
  },
  {
    title: t`Run and improve`,
    points: [
      t`Up to four models or versions side by side, answers streamed`,
      t`Time to the first word, tokens and cost of every run`,
      t`Your own keys for OpenAI, Anthropic or any compatible server, a local one too`,
      t`Improvements to accept or reject change by change`,
    ],
  },
  {
    title: t`Organise and share`,
    points: [
      t`Collections in collections, smart ones that fill themselves, tags, favourites`,
      t`A page for every public prompt that anybody can read, fill in and copy`,
      t`Find what others wrote, clone it, and see where a copy came from`,
      t`Import from more than thirty tools, with folders, tags and a report of each file`,
    ],
  },
  {
    title: t`Use in your code`,
    points: [
      t`Fetch a prompt by its name and label, rendered with your values`,
      t`A command line that keeps a folder of files and your prompts the same`,
      t`Exports for agent skills, Cursor, VS Code, LangChain, promptfoo and others`,
      t`An API with a published contract, tokens limited to what a program needs`,
    ],
  },
  {
    title: t`Run it yourself`,
    points: [
      t`One program in Rust with the web app inside, on SQLite or PostgreSQL`,
      t`Private prompts do not exist for anybody else, on no page and in no list`,
      t`Two-step sign-in, sessions to end from afar, and an export of all your data`,
      t`Open source under the Apache 2.0 licence`,
    ],
  },
];

export function FeatureGroups() {
  return (
    <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
      {groups.map(({ title, points }) => (
        <section key={title}>
          <h2 className="border-l-4 border-accent-strong pl-3 text-xl font-bold">{title}</h2>
          <ul className="mt-3 list-disc space-y-1.5 pl-5 text-muted marker:text-line-strong">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
