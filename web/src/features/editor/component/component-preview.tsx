// The preview of a component, beside its form.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Component } from "@/core";
import { componentText } from "@/core/component-fields";

export function ComponentPreview({ component }: { component: Component }) {
  const { title, description, type, content } = component;
  const text = componentText(component);
  return (
    <article aria-label={t`Preview`} className="flex flex-col gap-5 p-5">
      <header>
        <h2 className="text-xl leading-snug font-bold wrap-anywhere">{title || t`Untitled component`}</h2>
        {description && <p className="mt-1 text-muted wrap-anywhere">{description}</p>}
      </header>
      {type === "template" ? (
        content.templateStructure?.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id.
          <section key={index}>
            {section.title && <h3 className="font-bold wrap-anywhere">{section.title}</h3>}
            <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{section.content}</p>
          </section>
        ))
      ) : (
        <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</p>
      )}
      {text.trim() === "" && (
        <p className="text-muted">
          <Trans>A preview of your text appears here as you write.</Trans>
        </p>
      )}
    </article>
  );
}
