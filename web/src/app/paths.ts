// Every path of the application, with its title and who may open it. The router reads both from here.
import { t } from "@lingui/core/macro";

export const paths = {
  "/": { title: t`Promptcase: a case for every prompt`, access: "public" },
  "/login": { title: t`Sign in`, access: "public" },
  "/register": { title: t`Create your account`, access: "public" },
  "/forgot-password": { title: t`Forgot password`, access: "public" },
  "/reset-password": { title: t`Set a new password`, access: "public" },
  "/confirm-email": { title: t`Confirm your address`, access: "public" },
  "/join": { title: t`Join a team`, access: "public" },
  "/features": { title: t`Features`, access: "public" },
  "/docs": { title: t`Documentation`, access: "public" },
  "/terms": { title: t`Terms of Service`, access: "public" },
  "/privacy": { title: t`Privacy Policy`, access: "public" },
  "/refund-policy": { title: t`Refund Policy`, access: "public" },
  "/studio": { title: t`Prompt Studio`, access: "signed in" },
  "/editor": { title: t`Prompt Editor`, access: "signed in" },
  "/asset-editor/$id": { title: t`Asset Editor`, access: "signed in" },
  "/component-editor/$id": { title: t`Component Editor`, access: "signed in" },
  "/explorer": { title: t`Prompt Explorer`, access: "signed in" },
  "/import": { title: t`Import`, access: "signed in" },
  "/library": { title: t`Component Library`, access: "signed in" },
  "/collections": { title: t`Collections`, access: "signed in" },
  "/community": { title: t`Community`, access: "public" },
  "/analytics": { title: t`Analytics`, access: "signed in" },
  "/settings": { title: t`Settings`, access: "signed in" },
  "/profile": { title: t`Profile`, access: "signed in" },
  "/profile/$id": { title: t`Profile`, access: "public" },
  "/trash": { title: t`Trash`, access: "signed in" },
  "/admin": { title: t`Administration`, access: "signed in" },
} as const satisfies Record<string, { title: string; access: "public" | "signed in" }>;

export type Path = keyof typeof paths;

/** The document title for a page title. */
export function documentTitle(title: string): string {
  return title.startsWith("Promptcase") ? title : `${title} · Promptcase`;
}
