// The frame of every page: skip link, header, page, footer. Keeps title, theme and focus in sync with the route.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Outlet, useMatches, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/api/session";
import type { ModuleNotLoaded } from "@/lib/dynamic-import";
import { lazyComponent, MissingOverlay, RetryingPlaceholder } from "@/ui/lazy-component";
import { Main, mainId, skipToMain } from "@/ui/main";
import { usePageTitleStore } from "@/ui/page-title";
import { documentTitle } from "../paths";
import { useThemeOnDocument } from "../theme";
import { Footer } from "./footer";
import { Header } from "./header";
import { OverlayNotLoaded } from "./overlay-not-loaded";
import { useOverlayStore } from "./overlays";
import { SignedInKeys } from "./signed-in-keys";

const SignedInExtras = lazyComponent(() => import("./signed-in-extras"), {
  failed: ({ error, attempt, retry }) => (
    <>
      {error.isOutdated ? (
        <Outdated error={error} retry={retry} />
      ) : (
        <RetryingPlaceholder attempt={attempt} retry={retry} />
      )}
      <OverlayNotLoaded error={error} retry={retry} />
    </>
  ),
});

export function Frame() {
  useThemeOnDocument();
  const title = useDocumentTitle();
  useFocusOnNavigation();
  const user = useSession();
  // A workspace page renders its own `main`: the sidebar beside it is not part of the content.
  const hasOwnMain = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === "/workspace"),
  });
  const Page = hasOwnMain ? "div" : Main;
  useGuardOnSessionEnd(user?.id);
  // The user of the first render. Another account may sign in before the chunk that announces it has loaded.
  const first = useRef(user);
  useEffect(() => {
    first.current = user && (first.current ?? user);
  }, [user]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${mainId}`}
        onClick={skipToMain}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent-strong px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <Page className="flex flex-1 flex-col">
        <Outlet />
      </Page>
      <Footer />
      <p role="status" className="sr-only">
        {title}
      </p>
      {user && <SignedInKeys />}
      {user && <SignedInExtras since={first.current ?? user} />}
    </div>
  );
}

function Outdated(failure: { error: ModuleNotLoaded; retry: () => void }) {
  const [isSeen, setSeen] = useState(false);
  const isAskedFor = useOverlayStore(({ open }) => open !== null);
  if (isSeen || isAskedFor) return null;
  return <MissingOverlay what={t`The command palette`} {...failure} onDismiss={() => setSeen(true)} />;
}

function useDocumentTitle(): string {
  const ofRoute = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const ofPage = usePageTitleStore((state) => state.title);
  const title = documentTitle(ofPage ?? ofRoute ?? "Promptcase");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}

// Runs the route guard again when the session ends under an open page: it redirects to /login and remembers the
// way back.
function useGuardOnSessionEnd(userId: string | undefined): void {
  const router = useRouter();
  const previous = useRef(userId);
  useEffect(() => {
    if (previous.current && !userId) void router.invalidate();
    previous.current = userId;
  }, [userId, router]);
}

// Without this a screen reader stays on a removed link. The first page keeps the browser's default focus unless
// the user navigated before it resolved; then only the index of the history entry tells.
function useFocusOnNavigation(): void {
  const router = useRouter();
  const opened = useRef(router.state.location.state.__TSR_index);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const index = useRouterState({ select: (state) => state.resolvedLocation?.state.__TSR_index });
  const isSamePage = useRouterState({ select: (state) => state.resolvedLocation?.state.samePage === true });
  const previous = useRef(path);
  useEffect(() => {
    const hasMoved = previous.current === undefined ? index !== opened.current : previous.current !== path;
    previous.current = path;
    const main = document.getElementById(mainId);
    // After Back to this address the focus is no longer in `main`: it was lost with the page before.
    // A fragment leads to a part of the page, which takes the focus itself.
    const staysInside = isSamePage || window.location.hash !== "";
    if (staysInside && main?.contains(document.activeElement)) return;
    if (path !== undefined && hasMoved) main?.focus({ preventScroll: true });
  }, [path, index, isSamePage]);
}
