import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Copy, History, MoreHorizontal, PencilLine, Trash2 } from "lucide-react";
import { useMayWrite } from "@/api/workspace";
import { cardTexts, labelOf, words } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/ui/menu";
import { ExportItem } from "./export-item";
import { type ComponentSummary, useCloneComponent } from "./queries";
import { MeanRating } from "./stars";

interface ComponentCardProps {
  component: ComponentSummary;
  onUse: () => void;
  onRatings: () => void;
  /** Opens the read-only history; the user's own component shows it in the editor. */
  onHistory: () => void;
  onDelete: () => void;
}

export function ComponentCard({ component, onUse, onRatings, onHistory, onDelete }: ComponentCardProps) {
  const mine = useMayWrite()(component);
  const clone = useCloneComponent();
  const texts = cardTexts(component, "component");
  return (
    <article className="flex h-full flex-col p-5">
      <div className="flex items-start gap-2">
        <h2 className="line-clamp-2 min-w-0 flex-1 leading-snug font-bold wrap-anywhere">{texts.title}</h2>
        <Menu
          trigger={
            <IconButton label={t`Actions for ${component.title}`} size="sm" className="-mt-0.5 -mr-1.5">
              <MoreHorizontal aria-hidden="true" />
            </IconButton>
          }
        >
          {mine && (
            <MenuItem asChild>
              <Link to="/component-editor/$id" params={{ id: component.id }}>
                <PencilLine aria-hidden="true" /> <Trans>Edit</Trans>
              </Link>
            </MenuItem>
          )}
          <MenuItem disabled={clone.isPending} onSelect={() => clone.mutate({ path: { id: component.id } })}>
            <Copy aria-hidden="true" /> <Trans>Clone</Trans>
          </MenuItem>
          <ExportItem component={component} />
          {mine ? (
            <MenuItem asChild>
              <Link to="/component-editor/$id" params={{ id: component.id }} search={{ versions: true }}>
                <History aria-hidden="true" /> <Trans>Versions</Trans>
              </Link>
            </MenuItem>
          ) : (
            <MenuItem onSelect={onHistory}>
              <History aria-hidden="true" /> <Trans>Versions</Trans>
            </MenuItem>
          )}
          {mine && (
            <>
              <MenuSeparator />
              <MenuItem danger onSelect={onDelete}>
                <Trash2 aria-hidden="true" /> <Trans>Delete</Trans>
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      <p className="mt-1 text-sm text-muted">
        {mine ? t`You` : component.author_name} ·{" "}
        <Plural value={component.usage_count} one="used # time" other="used # times" />
      </p>
      {texts.description && <p className="mt-1.5 line-clamp-2 text-sm wrap-anywhere">{texts.description}</p>}
      <div className="mt-auto flex flex-wrap gap-1.5 pt-2">
        <Badge tone="accent">{labelOf(words.component_types, component.type)}</Badge>
        {texts.tags.map((tag) => (
          <Badge key={tag} className="max-w-32 truncate">
            {tag}
          </Badge>
        ))}
        {texts.more && <Badge tone="outline">{texts.more}</Badge>}
      </div>
      <div className="mt-3 flex items-center justify-between gap-2">
        <MeanRating component={component} onOpen={onRatings} />
        <Button size="sm" aria-label={t`Use Component ${component.title}`} onClick={onUse}>
          <Trans>Use Component</Trans>
        </Button>
      </div>
    </article>
  );
}
