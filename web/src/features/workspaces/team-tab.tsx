import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Plus, UsersRound } from "lucide-react";
import { useState } from "react";
import { getBillingOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { Workspace } from "@/api/generated/types.gen";
import { switchWorkspace, useWorkspace, useWorkspaces } from "@/api/workspace";
import { Badge } from "@/ui/badge";
import { Button, buttonClass } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Skeleton } from "@/ui/skeleton";
import { Invitations } from "./invitations";
import { LeaveOrDelete } from "./leave-or-delete";
import { Members } from "./members";
import { NewTeamDialog } from "./new-team-dialog";
import { administers, roleLabel } from "./roles";
import { TeamName } from "./team-name";

/** The team that is shown, or the teams to choose from. */
export function TeamTab() {
  const shown = useWorkspace();
  if (!shown) return <Skeleton className="h-40" />;
  return (
    <div className="space-y-6">
      {shown.kind === "team" && (
        <>
          <TeamName team={shown} />
          <Members team={shown} />
          {administers(shown.role) && <Invitations team={shown} />}
        </>
      )}
      <Teams shown={shown} />
      {shown.kind === "team" && <LeaveOrDelete team={shown} />}
    </div>
  );
}

function Teams({ shown }: { shown: Workspace }) {
  const teams = (useWorkspaces() ?? []).filter(({ kind }) => kind === "team");
  const billing = useQuery(getBillingOptions());
  const isAsked = useLocation({ select: ({ hash }) => hash === "new" });
  const [creating, setCreating] = useState(isAsked);
  // A team's plan says nothing of one's own, which the server asks for.
  const isOffered = shown.kind === "team" || billing.data?.plan_type === "max";
  return (
    <SectionCard
      title={t`Teams`}
      description={t`A team shares its prompts, components, collections and credits. Everybody keeps a personal workspace besides.`}
      action={
        isOffered && (
          <Button size="sm" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" /> <Trans>New team</Trans>
          </Button>
        )
      }
    >
      {billing.data && !isOffered && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-well px-4 py-3">
          <p>
            <Trans>Making a team comes with Max. Joining one is open to everybody.</Trans>
          </p>
          <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ size: "sm" })}>
            <Trans>See the plans</Trans>
          </Link>
        </div>
      )}
      {isOffered && teams.length === 0 && (
        <p className="text-muted">
          <Trans>You are in no team yet. Create one, or ask a colleague to invite you.</Trans>
        </p>
      )}
      {teams.length > 0 && (
        <ul aria-label={t`Teams`} className="divide-y not-first:mt-4">
          {teams.map((team) => (
            <li key={team.id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <UsersRound aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                  {team.name} <Badge>{roleLabel(team.role)}</Badge>
                </p>
                <p className="text-sm text-muted wrap-anywhere">@{team.handle}</p>
              </div>
              {team.id === shown.id ? (
                <Badge tone="accent">
                  <Trans>Shown now</Trans>
                </Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={t`Switch to ${team.name}`}
                  onClick={() => switchWorkspace(team.id)}
                >
                  <Trans>Switch</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {creating && <NewTeamDialog onClose={() => setCreating(false)} />}
    </SectionCard>
  );
}
