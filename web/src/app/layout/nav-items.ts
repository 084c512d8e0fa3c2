import { t } from "@lingui/core/macro";
import {
  BookOpenText,
  ChartNoAxesColumn,
  Compass,
  FolderTree,
  type LucideIcon,
  PencilLine,
  Puzzle,
  Settings,
  Sparkles,
  Trash2,
  Users,
} from "lucide-react";
import type { Path } from "../paths";

export interface NavItem {
  to: Extract<
    Path,
    | "/studio"
    | "/editor"
    | "/explorer"
    | "/library"
    | "/collections"
    | "/trash"
    | "/community"
    | "/analytics"
    | "/docs"
    | "/settings"
  >;
  label: string;
  icon: LucideIcon;
}

const studio: NavItem = { to: "/studio", label: t`Studio`, icon: Sparkles };
const editor: NavItem = { to: "/editor", label: t`Editor`, icon: PencilLine };
const explorer: NavItem = { to: "/explorer", label: t`Explorer`, icon: Compass };
const library: NavItem = { to: "/library", label: t`Library`, icon: Puzzle };
const collections: NavItem = { to: "/collections", label: t`Collections`, icon: FolderTree };

/** The pages for visitors. */
export const publicNav: readonly { to: "/features" | "/docs"; hash?: string; label: string }[] = [
  { to: "/features", label: t`Features` },
  { to: "/features", hash: "plans", label: t`Pricing` },
  { to: "/docs", label: t`Docs` },
];

export const topNav: NavItem[] = [studio, editor, explorer, library];

export const workspaceNav: NavItem[] = [
  { ...studio, label: t`Prompt Studio` },
  { ...editor, label: t`Prompt Editor` },
  explorer,
  library,
  collections,
  { to: "/trash", label: t`Trash`, icon: Trash2 },
];

export const communityNav: NavItem[] = [
  { to: "/community", label: t`Community`, icon: Users },
  { to: "/analytics", label: t`Analytics`, icon: ChartNoAxesColumn },
  { to: "/docs", label: t`Documentation`, icon: BookOpenText },
  { to: "/settings", label: t`Settings`, icon: Settings },
];
