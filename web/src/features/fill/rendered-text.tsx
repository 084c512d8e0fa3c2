import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Image as ImageIcon } from "lucide-react";
import type { Piece, Rendered } from "@/core";
import { labelOf, words } from "@/core/lists";
import { cn } from "@/ui/cn";

const looks: Partial<Record<Piece["origin"], string>> = {
  layout: "text-muted",
  wrapper: "text-muted italic",
  value: "rounded-[0.2rem] bg-accent-wash text-accent box-decoration-clone",
  default: "rounded-[0.2rem] bg-accent-wash/60 text-accent box-decoration-clone",
  missing: "rounded-[0.2rem] bg-brass-wash font-semibold text-brass box-decoration-clone",
  failed: "rounded-[0.2rem] bg-danger-wash text-danger box-decoration-clone",
};

const explained: Partial<Record<Piece["origin"], (name: string) => string>> = {
  wrapper: (name) => t`Added by the wrapper ${labelOf(words.wrappers, name)}`,
  value: (name) => t`Value of ${name}`,
  default: (name) => t`Default of ${name}`,
  missing: (name) => t`${name} has no value`,
  failed: (name) => t`${name} could not be rendered`,
};

/** The messages that a model gets. What comes from elsewhere than the prompt's own text is marked. */
export function RenderedText({ rendered }: { rendered: Rendered }) {
  return (
    <ol className="flex flex-col gap-4">
      {rendered.messages.map(({ role, pieces }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity beyond their place.
        <li key={index}>
          <h3 className="mb-1 text-sm font-semibold text-accent">{labelOf(words.roles, role)}</h3>
          <div className="leading-relaxed whitespace-pre-wrap wrap-anywhere">
            {pieces.map((piece, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity beyond their place.
              <PieceText key={at} piece={piece} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function PieceText({ piece: { text, origin, name, image } }: { piece: Piece }) {
  if (origin === "left_out") {
    return (
      <span className="my-2 block border-l-2 border-line-strong pl-2 text-sm text-muted italic">
        <Trans>Left out by its condition: {name}</Trans>
      </span>
    );
  }
  if (image) return <Image address={image} text={text} title={name} />;
  const look = looks[origin];
  if (!look) return text;
  return (
    <span className={cn(look)} title={name && explained[origin]?.(name)}>
      {text}
    </span>
  );
}

/** An image of a prompt is shown, one of the web is only a link: showing it would ask a stranger's host. */
function Image({ address, text, title }: { address: string; text: string; title?: string | undefined }) {
  if (!address.startsWith("data:")) {
    return (
      <a
        href={address}
        target="_blank"
        rel="noreferrer nofollow"
        title={t`The model gets this image`}
        className="text-accent underline underline-offset-4"
      >
        {text}
        <ImageIcon aria-hidden="true" className="ml-1 inline size-4 align-[-0.15em]" />
      </a>
    );
  }
  return (
    <span title={t`The model gets this image`}>
      {text}
      <img
        src={address}
        alt={title ?? text}
        className="my-2 block max-h-64 max-w-full rounded-control border border-line"
      />
    </span>
  );
}
