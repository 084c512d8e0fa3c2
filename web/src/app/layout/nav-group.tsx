import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { NavItem } from "./nav-items";

interface NavGroupProps {
  label: string;
  items: readonly NavItem[];
  onFollow?: () => void;
}

export function NavGroup({ label, items, onFollow }: NavGroupProps) {
  const id = useId();
  return (
    <div>
      <h2 id={id} className="px-3 pb-1.5 text-sm font-semibold text-muted">
        {label}
      </h2>
      <ul aria-labelledby={id} className="space-y-0.5">
        {items.map(({ to, label: name, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onFollow}
              className="flex items-center gap-3 rounded-control px-3 py-2 font-medium text-muted transition-colors hover:bg-well hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              <Icon aria-hidden="true" className="size-4.5" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
