import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSession } from "@/api/session";
import { instance } from "@/lib/instance";
import { Logo } from "@/ui/logo";
import { LanguageChoice } from "./language-choice";

export function Footer() {
  const visits = useSession() === null;
  return (
    <footer className="border-t bg-well">
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-10 sm:grid-cols-[1.4fr_1fr_1fr_1fr] lg:px-8">
        <div>
          <Logo />
          <p className="mt-3 max-w-56 text-sm text-muted">
            <Trans>A case for every prompt: write, structure, version and share.</Trans>
          </p>
        </div>
        <Group title={t`Product`}>
          <Link to="/features">
            <Trans>Features</Trans>
          </Link>
          <Link to="/community">
            <Trans>Community</Trans>
          </Link>
          <Link to="/docs">
            <Trans>Documentation</Trans>
          </Link>
          <Link to="/docs" search={{ tab: "api" }}>
            <Trans>API Reference</Trans>
          </Link>
        </Group>
        <Group title={t`Legal`}>
          <Link to="/terms">
            <Trans>Terms of Service</Trans>
          </Link>
          <Link to="/privacy">
            <Trans>Privacy Policy</Trans>
          </Link>
          <Link to="/refund-policy">
            <Trans>Refund Policy</Trans>
          </Link>
        </Group>
        <Group title={t`Contact`}>
          <a href={`mailto:${instance.supportEmail}`}>
            <Trans>Support</Trans>
          </a>
          <a href={`mailto:${instance.billingEmail}`}>
            <Trans>Billing</Trans>
          </a>
          <a href={instance.sourceUrl} rel="noopener">
            <Trans>Source code</Trans>
          </a>
          <a href={instance.socialUrl} rel="me noopener">
            <Trans>Mastodon</Trans>
          </a>
        </Group>
      </div>
      <div className="mx-auto max-w-7xl px-4 lg:px-8">
        <div className="flex flex-wrap items-center justify-between gap-3 border-t py-5 text-sm text-muted">
          <p>
            © <Trans>{new Date().getFullYear()} Promptcase. All rights reserved.</Trans>
          </p>
          {visits && <LanguageChoice />}
          <a
            href="https://webassembly.org/"
            rel="noopener"
            className="rounded-control border border-line-strong/50 bg-surface px-2.5 py-1 font-medium text-ink hover:border-line-strong"
          >
            <Trans>Powered by Rust + WebAssembly</Trans>
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
