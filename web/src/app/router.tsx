// The route table: every route, its validated search parameters, and the page it lazy-loads.
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
  redirect,
  stripSearchParams,
} from "@tanstack/react-router";
import { hasEnded, sessionQuery } from "@/api/session";
import type { AdminSearch } from "@/features/admin/search";
import { analyticsDefaults, validateAnalyticsSearch } from "@/features/analytics/search";
import { validateCollectionsSearch } from "@/features/collections/search";
import { communityDefaults, validateCommunitySearch } from "@/features/community/search";
import { libraryDefaults, validateLibrarySearch } from "@/features/components/search";
import { validateDocsSearch } from "@/features/docs/search";
import { validateEditorSearch } from "@/features/editor/search";
import { explorerDefaults, validateExplorerSearch } from "@/features/explorer/search";
import { profileDefaults, validateProfileSearch } from "@/features/profile/search";
import { ErrorPage } from "./error-page";
import { Frame } from "./layout/frame";
import { lazyRouteComponent } from "./lazy-page";
import { PagePending } from "./page-pending";
import { type Path, paths } from "./paths";
import { flag, localPath, parseSearch, stringifySearch, text } from "./search";

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Frame,
  notFoundComponent: lazyRouteComponent(() => import("./not-found-page"), "NotFoundPage"),
});

const title = (path: Path) => ({
  staticData: { title: paths[path].title, isPublic: paths[path].access === "public" },
});

// ---- Public pages ------------------------------------------------------------------------------------------------

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  ...title("/"),
  component: lazyRouteComponent(() => import("@/features/landing/landing-page"), "LandingPage"),
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  ...title("/login"),
  validateSearch: (search): { from?: string | undefined } => ({ from: localPath(search.from) }),
  component: lazyRouteComponent(() => import("@/features/auth/login-page"), "LoginPage"),
});

const register = createRoute({
  getParentRoute: () => root,
  path: "/register",
  ...title("/register"),
  validateSearch: (search): { from?: string | undefined } => ({ from: localPath(search.from) }),
  component: lazyRouteComponent(() => import("@/features/auth/register-page"), "RegisterPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  ...title("/forgot-password"),
  component: lazyRouteComponent(() => import("@/features/auth/forgot-password-page"), "ForgotPasswordPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  ...title("/reset-password"),
  validateSearch: (search): { token?: string | undefined } => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import("@/features/auth/reset-password-page"), "ResetPasswordPage"),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/confirm-email",
  ...title("/confirm-email"),
  validateSearch: (search): { token?: string | undefined } => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import("@/features/auth/confirm-email-page"), "ConfirmEmailPage"),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "/join",
  ...title("/join"),
  component: lazyRouteComponent(() => import("@/features/workspaces/join-page"), "JoinPage"),
});

const features = createRoute({
  getParentRoute: () => root,
  path: "/features",
  ...title("/features"),
  component: lazyRouteComponent(() => import("@/features/landing/features-page"), "FeaturesPage"),
});

const docs = createRoute({
  getParentRoute: () => root,
  path: "/docs",
  ...title("/docs"),
  validateSearch: validateDocsSearch,
  component: lazyRouteComponent(() => import("@/features/docs/docs-page"), "DocsPage"),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: "/terms",
  ...title("/terms"),
  component: lazyRouteComponent(() => import("@/features/legal/terms-page"), "TermsPage"),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: "/privacy",
  ...title("/privacy"),
  component: lazyRouteComponent(() => import("@/features/legal/privacy-page"), "PrivacyPage"),
});

const refundPolicy = createRoute({
  getParentRoute: () => root,
  path: "/refund-policy",
  ...title("/refund-policy"),
  component: lazyRouteComponent(() => import("@/features/legal/refund-policy-page"), "RefundPolicyPage"),
});

// ---- The workspace: signed-in users, and guests on its public pages -----------------------------------------------

const workspace = createRoute({
  getParentRoute: () => root,
  id: "workspace",
  beforeLoad: async ({ context, location, matches }) => {
    const session = await context.queryClient.ensureQueryData({
      ...sessionQuery(),
      revalidateIfStale: true,
    });
    const page = matches.at(-1);
    if (session.user || (page?.staticData.isPublic && !session.sign_in_required)) return;
    // Signing in would lead to nothing.
    if (page?.routeId === "/workspace/$") throw notFound();
    const state = hasEnded(session) ? { sessionEnded: true } : {};
    // Values in the fragment stay there, so that no server gets them.
    const { pathname, searchStr, hash } = location;
    throw redirect({ to: "/login", search: { from: pathname + searchStr }, hash, replace: true, state });
  },
  pendingMs: 0,
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("./layout/workspace"), "Workspace"),
});

const studio = createRoute({
  getParentRoute: () => workspace,
  path: "/studio",
  ...title("/studio"),
  validateSearch: (search): { ai?: true | undefined } => ({ ai: flag(search.ai) }),
  component: lazyRouteComponent(() => import("./studio-route"), "StudioRoute"),
});

// One page under two addresses: the first save of a new asset changes the address while the user is typing.
const writing = createRoute({
  getParentRoute: () => workspace,
  id: "writing",
  component: lazyRouteComponent(() => import("./editor-route"), "EditorRoute"),
});

const editor = createRoute({
  getParentRoute: () => writing,
  path: "/editor",
  ...title("/editor"),
  validateSearch: validateEditorSearch,
});

const assetEditor = createRoute({
  getParentRoute: () => writing,
  path: "/asset-editor/$id",
  ...title("/asset-editor/$id"),
  validateSearch: (search): { version?: string | undefined } => ({ version: text(search.version) }),
});

const explorer = createRoute({
  getParentRoute: () => workspace,
  path: "/explorer",
  ...title("/explorer"),
  validateSearch: validateExplorerSearch,
  search: { middlewares: [stripSearchParams(explorerDefaults)] },
  // Fetches the list in parallel with the page's code. The page does not wait for it and shows a skeleton.
  loader: ({ context, location }) =>
    import("@/features/explorer/queries").then(
      ({ expectPrompts }) =>
        expectPrompts(
          context.queryClient,
          validateExplorerSearch(location.search as Parameters<typeof validateExplorerSearch>[0]),
        ),
      // The page's code fails to load as well, and the page reports that.
      () => undefined,
    ),
  shouldReload: false,
  component: lazyRouteComponent(() => import("./explorer-route"), "ExplorerRoute"),
});

const importing = createRoute({
  getParentRoute: () => workspace,
  path: "/import",
  ...title("/import"),
  component: lazyRouteComponent(() => import("./import-route"), "ImportRoute"),
});

const collections = createRoute({
  getParentRoute: () => workspace,
  path: "/collections",
  ...title("/collections"),
  validateSearch: validateCollectionsSearch,
  component: lazyRouteComponent(() => import("./collections-route"), "CollectionsRoute"),
});

const library = createRoute({
  getParentRoute: () => workspace,
  path: "/library",
  ...title("/library"),
  validateSearch: validateLibrarySearch,
  search: { middlewares: [stripSearchParams(libraryDefaults)] },
  component: lazyRouteComponent(() => import("./library-route"), "LibraryRoute"),
});

const componentEditor = createRoute({
  getParentRoute: () => workspace,
  path: "/component-editor/$id",
  ...title("/component-editor/$id"),
  validateSearch: (search): { versions?: true | undefined; version?: string | undefined } => ({
    versions: flag(search.versions),
    version: text(search.version),
  }),
  component: lazyRouteComponent(() => import("./component-editor-route"), "ComponentEditorRoute"),
});

const community = createRoute({
  getParentRoute: () => workspace,
  path: "/community",
  ...title("/community"),
  validateSearch: validateCommunitySearch,
  search: { middlewares: [stripSearchParams(communityDefaults)] },
  component: lazyRouteComponent(() => import("./community-route"), "CommunityRoute"),
});

const analytics = createRoute({
  getParentRoute: () => workspace,
  path: "/analytics",
  ...title("/analytics"),
  validateSearch: validateAnalyticsSearch,
  search: { middlewares: [stripSearchParams(analyticsDefaults)] },
  component: lazyRouteComponent(() => import("@/features/analytics/analytics-page"), "AnalyticsPage"),
});

const profilePage = lazyRouteComponent(() => import("@/features/profile/profile-page"), "ProfilePage");

const profile = createRoute({
  getParentRoute: () => workspace,
  path: "/profile",
  ...title("/profile"),
  validateSearch: validateProfileSearch,
  search: { middlewares: [stripSearchParams(profileDefaults)] },
  component: profilePage,
});

const profileOf = createRoute({
  getParentRoute: () => workspace,
  path: "/profile/$id",
  ...title("/profile/$id"),
  validateSearch: validateProfileSearch,
  search: { middlewares: [stripSearchParams(profileDefaults)] },
  component: profilePage,
});

const trash = createRoute({
  getParentRoute: () => workspace,
  path: "/trash",
  ...title("/trash"),
  component: lazyRouteComponent(() => import("@/features/trash/trash-page"), "TrashPage"),
});

const admin = createRoute({
  getParentRoute: () => workspace,
  path: "/admin",
  ...title("/admin"),
  // Texts all of them, as the query is parsed.
  validateSearch: (search): AdminSearch => search,
  component: lazyRouteComponent(() => import("./settings-route"), "AdminRoute"),
});

const settings = createRoute({
  getParentRoute: () => workspace,
  path: "/settings",
  ...title("/settings"),
  validateSearch: validateSettingsSearch,
  component: lazyRouteComponent(() => import("./settings-route"), "SettingsRoute"),
});

// An unknown path shows the settings page with a notice that names the path.
const unknown = createRoute({
  getParentRoute: () => workspace,
  path: "$",
  ...title("/settings"),
  validateSearch: validateSettingsSearch,
  component: lazyRouteComponent(() => import("./settings-route"), "UnknownPathRoute"),
});

function validateSettingsSearch(search: Record<string, unknown>): {
  tab?: string | undefined;
  success?: true | undefined;
  canceled?: true | undefined;
} {
  return { tab: text(search.tab), success: flag(search.success), canceled: flag(search.canceled) };
}

const tree = root.addChildren([
  home,
  login,
  register,
  features,
  docs,
  terms,
  privacy,
  refundPolicy,
  forgotPassword,
  resetPassword,
  confirmEmail,
  join,
  workspace.addChildren([
    studio,
    writing.addChildren([editor, assetEditor]),
    explorer,
    importing,
    collections,
    library,
    componentEditor,
    community,
    analytics,
    profile,
    profileOf,
    trash,
    admin,
    settings,
    unknown,
  ]),
]);

/** Creates the router. Without `history` it uses the browser's. */
export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorPage,
    // When prerendering it would emit an inline script, which the Content-Security-Policy blocks.
    scrollRestoration: !history,
  });
}

export type AppRouter = ReturnType<typeof makeRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    title?: string;
    /** Whether a guest may read the page. */
    isPublic?: boolean;
  }
  interface HistoryState {
    /** Set after deleting the account: the landing page then says so. */
    accountDeleted?: boolean;
    /** Set after the session ended: the sign-in form then says so. */
    sessionEnded?: boolean;
    /** Set when only the address changes and the page stays mounted, so that typing continues undisturbed. */
    samePage?: boolean;
  }
}
