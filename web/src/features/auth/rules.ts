// The core's rules for a form. No page of a visitor loads them from the start.
import type { Problem } from "@/core";
import { importModule } from "@/lib/dynamic-import";
import type { FormErrors } from "@/lib/use-form";

const loadRules = () => importModule(() => import("@/core"));

/** Begins to fetch the rules when somebody begins to fill in a form. */
export function expectRules(): void {
  void loadRules().catch(() => undefined);
}

/** What the core finds wrong. Rules that do not come keep nobody out: the server judges in any case. */
export async function checkByRules<Name extends string>(
  check: (rules: typeof import("@/core")) => Problem[],
): Promise<FormErrors<Name>> {
  const rules = await loadRules().catch(() => null);
  const problems = rules ? check(rules) : [];
  return Object.fromEntries(
    problems.map(({ field, message }) => [field ?? "form", message]),
  ) as FormErrors<Name>;
}
