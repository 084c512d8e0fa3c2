// The core's validation rules for a form, lazy-loaded on visitors' pages.
import type { Problem } from "@/core";
import { importModule } from "@/lib/dynamic-import";
import type { FormErrors } from "@/lib/use-form";

const loadRules = () => importModule(() => import("@/core"));

/** Prefetches the rules when the user starts to fill in a form. */
export function expectRules(): void {
  void loadRules().catch(() => undefined);
}

/** The problems the core finds. If the rules fail to load, the form is sent: the server validates in any case. */
export async function checkByRules<Name extends string>(
  check: (rules: typeof import("@/core")) => Problem[],
): Promise<FormErrors<Name>> {
  const rules = await loadRules().catch(() => null);
  const problems = rules ? check(rules) : [];
  return Object.fromEntries(
    problems.map(({ field, message }) => [field ?? "form", message]),
  ) as FormErrors<Name>;
}
