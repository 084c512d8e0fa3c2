import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { MoveTarget } from "@/ui/drag-to-move";
import type { CollectionDetail } from "./queries";

const linkClass = "rounded-control px-1.5 py-0.5 text-muted hover:bg-well hover:text-ink";

/** The path to the open collection. Every step is a drop target. */
export function Breadcrumbs({ collection }: { collection: CollectionDetail | undefined }) {
  const steps = collection?.breadcrumbs ?? [];
  const above = steps.at(-1);
  return (
    <nav aria-label={t`Breadcrumb`} className="-ml-1.5 flex flex-wrap items-center gap-1 text-sm">
      <Link
        to="/collections"
        search={above ? { id: above.id } : {}}
        className="mr-2 flex items-center gap-1.5 rounded-control px-1.5 py-0.5 font-semibold hover:bg-well"
      >
        <ArrowLeft aria-hidden="true" className="size-4" /> <Trans>Back</Trans>
      </Link>
      <MoveTarget id="root">
        <Link to="/collections" search={{}} className={linkClass}>
          <Trans>Collections</Trans>
        </Link>
      </MoveTarget>
      {steps.map((step) => (
        <span key={step.id} className="flex items-center gap-1">
          <ChevronRight aria-hidden="true" className="size-3.5 text-muted" />
          <MoveTarget id={step.id}>
            <Link to="/collections" search={{ id: step.id }} className={linkClass}>
              {step.title}
            </Link>
          </MoveTarget>
        </span>
      ))}
    </nav>
  );
}
