// Every path of the application, with its title and who may open it. The router reads both from here.

export const paths = {
  "/": { title: "Promptcase: a case for every prompt", access: "public" },
  "/login": { title: "Sign in", access: "public" },
  "/register": { title: "Create your account", access: "public" },
  "/forgot-password": { title: "Forgot password", access: "public" },
  "/reset-password": { title: "Set a new password", access: "public" },
  "/confirm-email": { title: "Confirm your address", access: "public" },
  "/features": { title: "Features", access: "public" },
  "/docs": { title: "Documentation", access: "public" },
  "/terms": { title: "Terms of Service", access: "public" },
  "/privacy": { title: "Privacy Policy", access: "public" },
  "/refund-policy": { title: "Refund Policy", access: "public" },
  "/studio": { title: "Prompt Studio", access: "signed in" },
  "/editor": { title: "Prompt Editor", access: "signed in" },
  "/asset-editor/$id": { title: "Asset Editor", access: "signed in" },
  "/component-editor/$id": { title: "Component Editor", access: "signed in" },
  "/explorer": { title: "Prompt Explorer", access: "signed in" },
  "/import": { title: "Import", access: "signed in" },
  "/library": { title: "Component Library", access: "signed in" },
  "/collections": { title: "Collections", access: "signed in" },
  "/community": { title: "Community", access: "signed in" },
  "/analytics": { title: "Analytics", access: "signed in" },
  "/settings": { title: "Settings", access: "signed in" },
  "/profile": { title: "Profile", access: "signed in" },
  "/profile/$id": { title: "Profile", access: "signed in" },
  "/trash": { title: "Trash", access: "signed in" },
} as const satisfies Record<string, { title: string; access: "public" | "signed in" }>;

export type Path = keyof typeof paths;

/** The document title for a page title. */
export function documentTitle(title: string): string {
  return title.startsWith("Promptcase") ? title : `${title} · Promptcase`;
}
