import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

export interface LegalSection {
  /** Also the anchor. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  intro: string;
  sections: LegalSection[];
}

/** A legal text: its contents beside it on wide screens, and an anchor for every section. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  return (
    <div
      lang="en"
      className="mx-auto grid w-full max-w-5xl gap-10 px-4 py-12 lg:grid-cols-[15rem_1fr] lg:px-8"
    >
      <nav aria-label="Contents" className="max-lg:hidden">
        <ol className="sticky top-20 space-y-1.5 border-l pl-4 text-sm">
          {sections.map((section) => (
            <li key={section.id}>
              <Link to="." hash={section.id} className="text-muted hover:text-ink hover:underline">
                {section.title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <article className="max-w-2xl">
        <h1 className="text-[2.25rem] leading-tight font-bold tracking-[-0.02em]">{title}</h1>
        <p className="mt-2 text-muted">Last updated July 1, 2025</p>
        <p className="mt-6 text-lg">{intro}</p>
        {sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className="mt-10">
            <h2 id={`${section.id}-title`} className="text-xl font-bold">
              {section.title}
            </h2>
            <div className="mt-3 space-y-3 [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_li]:ml-5 [&_ul]:list-disc [&_ul]:space-y-1.5">
              {section.body}
            </div>
          </section>
        ))}
      </article>
    </div>
  );
}
