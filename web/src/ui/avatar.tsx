import { cn } from "./cn";

interface AvatarProps {
  name: string;
  url: string | null | undefined;
  className?: string;
}

/** A user's picture, or the first letter of the name. Decorative: the name is shown beside it. */
export function Avatar({ name, url, className }: AvatarProps) {
  const box = cn("size-7 shrink-0 overflow-hidden rounded-control text-sm", className);
  if (url) return <img src={url} alt="" className={cn(box, "object-cover")} />;
  return (
    <span
      aria-hidden="true"
      className={cn("grid place-items-center bg-accent-wash font-bold text-accent", box)}
    >
      {(Array.from(name.trim())[0] ?? "?").toUpperCase()}
    </span>
  );
}
