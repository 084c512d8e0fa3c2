// The operator of this instance, set at build time. The defaults lead nowhere by design (RFC 2606).
const env = import.meta.env as Record<string, string | undefined>;

export const instance = {
  supportEmail: env.VITE_SUPPORT_EMAIL ?? "support@promptcase.example",
  billingEmail: env.VITE_BILLING_EMAIL ?? "billing@promptcase.example",
  sourceUrl: env.VITE_SOURCE_URL ?? "https://github.com/promptcase/promptcase",
  socialUrl: env.VITE_SOCIAL_URL ?? "https://mastodon.social/@promptcase",
} as const;
