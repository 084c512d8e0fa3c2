import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { type OpenApiDocument, openApiQuery, openApiUrl } from "@/api/openapi-document";
import { buttonClass } from "@/ui/button";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { OperationDetails, type Route } from "./operation-details";

/** The API reference, rendered from this server's live OpenAPI document. */
export function ApiReference() {
  const { data, error, refetch } = useQuery(openApiQuery);
  return (
    <div>
      <div className="prose">
        <h2>API Reference</h2>
        <p>
          Everything the web app does goes through this API. Sign in for a session cookie, or send a personal
          API token as <code>Authorization: Bearer …</code>; tokens are made under{" "}
          <Link to="/settings" search={{ tab: "account" }}>
            Settings, Account
          </Link>{" "}
          (Pro and Max). Lists are pages <code>{"{items, next_cursor}"}</code>; failures are{" "}
          <code>{"{code, message, field?}"}</code>.
        </p>
        <p>
          <a href={openApiUrl} className={buttonClass({ size: "sm", className: "no-underline!" })}>
            OpenAPI document (JSON)
          </a>
        </p>
      </div>
      {error && (
        <div className="mt-6">
          <NotLoaded title="The API document could not be read" onRetry={() => void refetch()}>
            {messageOf(error)}
          </NotLoaded>
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading" className="mt-8 space-y-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {data && <Groups document={data} />}
    </div>
  );
}

function Groups({ document }: { document: OpenApiDocument }) {
  // Paths begin with a slash, so a trailing slash of the server URL is removed.
  const base = (document.servers?.[0]?.url ?? "").replace(/\/$/, "");
  return groupsOf(document).map(({ tag, description, routes }) => (
    <section key={tag} aria-labelledby={`tag-${tag}`} className="mt-10">
      <h3 id={`tag-${tag}`} className="text-lg font-bold">
        {tag}
      </h3>
      {description && <p className="text-muted">{description}</p>}
      <div className="tray mt-3 grid-cols-1">
        {routes.map((route) => (
          <OperationDetails key={route.operation.operationId} base={base} route={route} />
        ))}
      </div>
    </section>
  ));
}

function groupsOf(
  document: OpenApiDocument,
): { tag: string; description: string | undefined; routes: Route[] }[] {
  // What an application begins with comes first, and not what begins with A.
  const groups = new Map<string, Route[]>([
    ["Fetch", []],
    ["Prompts", []],
    ["Versions", []],
    ["Labels", []],
  ]);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "Other";
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return [...groups]
    .filter(([, routes]) => routes.length > 0)
    .map(([tag, routes]) => ({
      tag,
      description: document.tags?.find(({ name }) => name === tag)?.description,
      routes,
    }));
}
