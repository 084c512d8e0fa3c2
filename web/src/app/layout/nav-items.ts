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

const studio: NavItem = { to: "/studio", label: "Studio", icon: Sparkles };
const editor: NavItem = { to: "/editor", label: "Editor", icon: PencilLine };
const explorer: NavItem = { to: "/explorer", label: "Explorer", icon: Compass };
const library: NavItem = { to: "/library", label: "Library", icon: Puzzle };
const collections: NavItem = { to: "/collections", label: "Collections", icon: FolderTree };

/** The pages for visitors. */
export const publicNav: readonly { to: "/features" | "/docs"; hash?: string; label: string }[] = [
  { to: "/features", label: "Features" },
  { to: "/features", hash: "plans", label: "Pricing" },
  { to: "/docs", label: "Docs" },
];

export const topNav: NavItem[] = [studio, editor, explorer, library];

export const workspaceNav: NavItem[] = [
  { ...studio, label: "Prompt Studio" },
  { ...editor, label: "Prompt Editor" },
  explorer,
  library,
  collections,
  { to: "/trash", label: "Trash", icon: Trash2 },
];

export const communityNav: NavItem[] = [
  { to: "/community", label: "Community", icon: Users },
  { to: "/analytics", label: "Analytics", icon: ChartNoAxesColumn },
  { to: "/docs", label: "Documentation", icon: BookOpenText },
  { to: "/settings", label: "Settings", icon: Settings },
];
