// The preview of the prompt, beside its form. Each item renders separately and its text without React: a
// keystroke changes one text node, and items off screen are not laid out.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type Node, words } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { useItem, useSnapshot } from "../context";
import { useTextBinding, type WithContent } from "../text/text-binding";
import { DrawnText } from "./drawn-text";

export function Preview() {
  const title = useSnapshot((document) => document.details().title);
  const description = useSnapshot((document) => document.details().description);
  const structure = useSnapshot((document) => document.details().structure_type);
  const skeleton = useSnapshot((document) => document.skeleton());
  const kind = { standard: "segment", structured: "section", modulized: "module", advanced: "block" }[
    structure
  ];
  const nodes = skeleton.filter((node) => node.kind === kind);
  const { filled } = useSnapshot((document) => document.filling());
  return (
    <article aria-label={t`Preview`} className="flex flex-col gap-5 p-5">
      <header>
        <h2 className="text-xl leading-snug font-bold wrap-anywhere">{title || t`Untitled Prompt`}</h2>
        {description && <p className="mt-1 text-muted wrap-anywhere">{description}</p>}
      </header>
      {filled.length > 0 && (
        <dl className="flex flex-col gap-3">
          {filled.map(({ label, text }) => (
            <div key={label}>
              <dt className="text-sm font-semibold text-accent">{label}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {nodes.length === 0 && filled.length === 0 && (
        <p className="text-muted">
          <Trans>A preview of your text appears here as you write.</Trans>
        </p>
      )}
      {chunksOf(nodes).map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a range of positions.
        <OnceNear key={index} isFirst={index === 0} items={chunk.length}>
          {chunk.map((node) => (
            <PreviewItem key={node.id} node={node} />
          ))}
        </OnceNear>
      ))}
    </article>
  );
}

/**
 * Items rendered together. The browser checks each observed element at every frame, so a chunk has more than one
 * item.
 */
const CHUNK_ITEMS = 100;

function chunksOf(nodes: readonly Node[]): Node[][] {
  const starts = Array.from({ length: Math.ceil(nodes.length / CHUNK_ITEMS) }, (_, at) => at * CHUNK_ITEMS);
  return starts.map((start) => nodes.slice(start, start + CHUNK_ITEMS));
}

/** Renders its children once they come near the screen: a prompt may have thousands of items. */
function OnceNear({ isFirst, items, children }: { isFirst: boolean; items: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(isFirst);
  useLayoutEffect(() => {
    if (!place.current) return;
    const seen = (entries: IntersectionObserverEntry[]) =>
      entries.some((entry) => entry.isIntersecting) && setIsNear(true);
    const observer = new IntersectionObserver(seen, { scrollMargin: "100%" });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <div ref={place} className="shrink-0" style={{ height: `${items * 8}rem` }} />;
}

function PreviewItem({ node }: { node: Node }) {
  switch (node.kind) {
    case "segment":
      return <SegmentPreview id={node.id} />;
    case "section":
      return <SectionPreview id={node.id} />;
    case "module":
      return <ModulePreview id={node.id} />;
    case "block":
      return <BlockPreview node={node} />;
    case "asset":
      return <AssetPreview id={node.id} />;
  }
}

// Items off screen have an estimated height until their first layout, then their real one.
const unseen = "[content-visibility:auto] [contain-intrinsic-size:auto_8rem]";

const SegmentPreview = memo(function SegmentPreview({ id }: { id: string }) {
  const type = useItem(id, "segment", (segment) => segment?.type);
  return (
    <section className={unseen}>
      <h3 className="mb-1 text-sm font-semibold text-accent">
        {words.segment_types.find(({ value }) => value === type)?.label}
      </h3>
      <ItemText id={id} kind="segment" />
    </section>
  );
});

const SectionPreview = memo(function SectionPreview({ id }: { id: string }) {
  const title = useItem(id, "section", (section) => section?.title);
  const description = useItem(id, "section", (section) => section?.description);
  return (
    <section className={unseen}>
      {title && <h3 className="font-bold wrap-anywhere">{title}</h3>}
      {description && <p className="text-muted italic wrap-anywhere">{description}</p>}
      <ItemText id={id} kind="section" />
    </section>
  );
});

const ModulePreview = memo(function ModulePreview({ id }: { id: string }) {
  const title = useItem(id, "module", (module) => module?.title);
  const description = useItem(id, "module", (module) => module?.description);
  const wrappers = useItem(id, "module", (module) => module?.wrappers) ?? [];
  return (
    <section className={unseen}>
      {title && <h3 className="font-bold wrap-anywhere">{title}</h3>}
      {description && <p className="text-muted italic wrap-anywhere">{description}</p>}
      {wrappers.length > 0 && (
        <p className="my-1 flex flex-wrap gap-1">
          {wrappers.map((wrapper, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list read from a file may hold one wrapper twice.
            <Badge key={`${wrapper}-${index}`} tone="accent">
              {words.wrappers.find(({ value }) => value === wrapper)?.label}
            </Badge>
          ))}
        </p>
      )}
      <ItemText id={id} kind="module" />
    </section>
  );
});

const BlockPreview = memo(function BlockPreview({ node }: { node: Node }) {
  const block = useItem(node.id, "block", (block) => block);
  if (!block) return null;
  return (
    <section className={unseen}>
      {block.title && <h3 className="text-lg font-bold wrap-anywhere">{block.title}</h3>}
      {block.description && <p className="text-muted italic wrap-anywhere">{block.description}</p>}
      <div className="mt-2 flex flex-col gap-3 border-l pl-4">
        {block.modules.map((id) => (
          <ModulePreview key={id} id={id} />
        ))}
        {block.assets.map((id) => (
          <AssetPreview key={id} id={id} />
        ))}
      </div>
    </section>
  );
});

function AssetPreview({ id }: { id: string }) {
  const asset = useItem(id, "asset", (asset) => asset);
  if (!asset) return null;
  return (
    <p className="wrap-anywhere">
      <Badge tone="brass">{words.block_asset_types.find(({ value }) => value === asset.type)?.label}</Badge>{" "}
      {asset.title && <span className="font-semibold">{asset.title} </span>}
      <span className="font-mono text-sm text-muted">{asset.reference}</span>
    </p>
  );
}

function ItemText({ id, kind }: { id: string; kind: WithContent }) {
  const text = useTextBinding(id, kind);
  const into = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!into.current) return;
    const drawn = new DrawnText(into.current);
    const draw = () => drawn.show(text.read());
    draw();
    return text.subscribe(draw);
  }, [text]);
  return (
    <div ref={into} className="leading-relaxed whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]" />
  );
}
