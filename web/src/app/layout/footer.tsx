import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { instance } from "@/lib/instance";
import { Logo } from "@/ui/logo";

export function Footer() {
  return (
    <footer className="border-t bg-well">
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-10 sm:grid-cols-[1.4fr_1fr_1fr_1fr] lg:px-8">
        <div>
          <Logo />
          <p className="mt-3 max-w-56 text-sm text-muted">
            A case for every prompt: write, structure, version and share.
          </p>
        </div>
        <Group title="Product">
          <Link to="/features">Features</Link>
          <Link to="/docs">Documentation</Link>
          <Link to="/docs" search={{ tab: "api" }}>
            API Reference
          </Link>
        </Group>
        <Group title="Legal">
          <Link to="/terms">Terms of Service</Link>
          <Link to="/privacy">Privacy Policy</Link>
          <Link to="/refund-policy">Refund Policy</Link>
        </Group>
        <Group title="Contact">
          <a href={`mailto:${instance.supportEmail}`}>Support</a>
          <a href={`mailto:${instance.billingEmail}`}>Billing</a>
          <a href={instance.sourceUrl} rel="noopener">
            Source code
          </a>
          <a href={instance.socialUrl} rel="me noopener">
            Mastodon
          </a>
        </Group>
      </div>
      <div className="mx-auto max-w-7xl px-4 lg:px-8">
        <div className="flex flex-wrap items-center justify-between gap-3 border-t py-5 text-sm text-muted">
          <p>© {new Date().getFullYear()} Promptcase. All rights reserved.</p>
          <a
            href="https://webassembly.org/"
            rel="noopener"
            className="rounded-control border border-line-strong/50 bg-surface px-2.5 py-1 font-medium text-ink hover:border-line-strong"
          >
            Powered by Rust + WebAssembly
          </a>
        </div>
      </div>
    </footer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2.5 text-sm font-bold">{title}</h2>
      <div className="flex flex-col items-start gap-2 text-sm [&>a]:text-muted [&>a]:underline-offset-4 [&>a:hover]:text-ink [&>a:hover]:underline">
        {children}
      </div>
    </nav>
  );
}
