// The prompt as it reads, beside the form it is written in. Each item renders by itself, and inside an item each paragraph:
// a keystroke changes one text node, and what is off the screen is not laid out.
import { memo } from "react";
import { type Node, words } from "@/core";
import { Badge } from "@/ui/badge";
import { cn } from "@/ui/cn";
import { useFrameItem, useFrameSnapshot } from "./context";

export function Preview() {
  const title = useFrameSnapshot((document) => document.details().title);
  const description = useFrameSnapshot((document) => document.details().description);
  const structure = useFrameSnapshot((document) => document.details().structure_type);
  const skeleton = useFrameSnapshot((document) => document.skeleton());
  const kind = { standard: "segment", structured: "section", modulized: "module", advanced: "block" }[
    structure
  ];
  const nodes = skeleton.filter((node) => node.kind === kind);
  const { filled } = useFrameSnapshot((document) => document.filling());
  return (
    <article aria-label="Preview" className="flex flex-col gap-5 p-5">
      <header>
        <h2 className="text-xl leading-snug font-bold wrap-anywhere">{title || "Untitled Prompt"}</h2>
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
        <p className="text-muted">What you write appears here as it will be read.</p>
      )}
      {nodes.map((node) => (
        <PreviewItem key={node.id} node={node} />
      ))}
    </article>
  );
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

// Placed off-screen items keep an assumed height until they were once laid out, then their real one.
const unseen = "[content-visibility:auto] [contain-intrinsic-size:auto_8rem]";

const SegmentPreview = memo(function SegmentPreview({ id }: { id: string }) {
  const segment = useFrameItem(id, "segment");
  if (!segment) return null;
  return (
    <section className={unseen}>
      <h3 className="mb-1 text-sm font-semibold text-accent">
        {words.segment_types.find(({ value }) => value === segment.type)?.label}
      </h3>
      <Text text={segment.content} />
    </section>
  );
});

const SectionPreview = memo(function SectionPreview({ id }: { id: string }) {
  const section = useFrameItem(id, "section");
  if (!section) return null;
  return (
    <section className={unseen}>
      {section.title && <h3 className="font-bold wrap-anywhere">{section.title}</h3>}
      {section.description && <p className="text-muted italic wrap-anywhere">{section.description}</p>}
      <Text text={section.content} />
    </section>
  );
});

const ModulePreview = memo(function ModulePreview({ id }: { id: string }) {
  const module = useFrameItem(id, "module");
  if (!module) return null;
  return (
    <section className={unseen}>
      {module.title && <h3 className="font-bold wrap-anywhere">{module.title}</h3>}
      {module.description && <p className="text-muted italic wrap-anywhere">{module.description}</p>}
      {module.wrappers.length > 0 && (
        <p className="my-1 flex flex-wrap gap-1">
          {module.wrappers.map((wrapper, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list read from a file may hold one wrapper twice.
            <Badge key={`${wrapper}-${index}`} tone="accent">
              {words.wrappers.find(({ value }) => value === wrapper)?.label}
            </Badge>
          ))}
        </p>
      )}
      <Text text={module.content} />
    </section>
  );
});

const BlockPreview = memo(function BlockPreview({ node }: { node: Node }) {
  const block = useFrameItem(node.id, "block");
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
  const asset = useFrameItem(id, "asset");
  if (!asset) return null;
  return (
    <p className="wrap-anywhere">
      <Badge tone="brass">{words.block_asset_types.find(({ value }) => value === asset.type)?.label}</Badge>{" "}
      {asset.title && <span className="font-semibold">{asset.title} </span>}
      <span className="font-mono text-sm text-muted">{asset.reference}</span>
    </p>
  );
}

function Text({ text }: { text: string }) {
  const passages = pieces(text, passage);
  return (
    <div className="leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {passages.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages have no identity but their place.
        <Passage key={index} text={piece} isOneOfMany={passages.length > 1} />
      ))}
    </div>
  );
}

// A key falls into one passage, so only its paragraphs are looked at again. Passages, not paragraphs, are what may be off the
// screen: the browser watches each of them at every frame. A text of one passage is as little as its item, which is watched.
const Passage = memo(function Passage({ text, isOneOfMany }: { text: string; isOneOfMany: boolean }) {
  return (
    <div className={cn(isOneOfMany && "[contain-intrinsic-size:auto_90rem] [content-visibility:auto]")}>
      {pieces(text, paragraph).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place.
        <Paragraph key={index} text={piece} />
      ))}
    </div>
  );
});

/** From here on browsers need long to find the distances between letters, and seconds where all are the same. */
const longParagraph = 2_000;

const Paragraph = memo(function Paragraph({ text }: { text: string }) {
  return <p className={cn("text-wrap", text.length > longParagraph && "[font-kerning:none]")}>{text}</p>;
});

/** At least so many characters, then up to the next blank line; and at the latest after so many, up to the next line. */
interface Size {
  least: number;
  most: number;
}

const passage: Size = { least: 3_000, most: 12_000 };
const paragraph: Size = { least: 0, most: 400 };

/** A text in pieces of whole lines, the blank lines at their ends with them but for their line ends. */
export function pieces(text: string, { least, most }: Size): string[] {
  const pieces: string[] = [];
  let start = 0;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", lineStart)) {
    const isBlank = end === lineStart;
    if ((isBlank && end - start >= least) || end - start > most) {
      pieces.push(text.slice(start, end + (isBlank ? 1 : 0)));
      start = end + 1;
    }
    lineStart = end + 1;
  }
  if (start < text.length || start === 0) pieces.push(text.slice(start));
  return pieces;
}
