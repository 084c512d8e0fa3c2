// The preview of a component, beside its form.
import type { Component } from "@/core";
import { componentText } from "@/core/component-fields";

export function ComponentPreview({ component }: { component: Component }) {
  const { title, description, type, content } = component;
  const text = componentText(component);
  return (
    <article aria-label="Preview" className="flex flex-col gap-5 p-5">
      <header>
        <h2 className="text-xl leading-snug font-bold wrap-anywhere">{title || "Untitled component"}</h2>
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
      {text.trim() === "" && <p className="text-muted">A preview of your text appears here as you write.</p>}
    </article>
  );
}
