import type { ReactNode } from "react";

interface AuthCardProps {
  title: string;
  description: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The single card of the sign-in pages. */
export function AuthCard({ title, description, children, footer }: AuthCardProps) {
  return (
    <div className="grid flex-1 place-items-center bg-well px-4 py-12">
      <div className="w-full max-w-md rounded-tray border bg-surface">
        <div className="px-6 py-8 sm:px-8">
          <h1 className="text-2xl font-bold tracking-[-0.015em]">{title}</h1>
          <p className="mt-1 text-muted">{description}</p>
          <div className="mt-6">{children}</div>
        </div>
        <p className="border-t px-6 py-4 text-muted sm:px-8">{footer}</p>
      </div>
    </div>
  );
}
