// The forms of the sign-in pages. They are small, and their pages are a visitor's first: a form library would cost more
// than the pages themselves. Inputs keep their own text; this reads it on submit and holds what is wrong with it.
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/client";
import type { Problem } from "@/core";
import { importModule } from "@/lib/dynamic-import";

/** Sentences by field name; `form` is what belongs to none. */
type Errors<Name extends string> = Partial<Record<Name | "form", string>>;

interface AuthForm<Name extends string> {
  fields: readonly Name[];
  /** What is wrong before anything is sent; without it the server alone judges, as where signing in shall wait for no rules. */
  check?: (values: Record<Name, string>) => Errors<Name> | Promise<Errors<Name>>;
  send: (values: Record<Name, string>) => Promise<void>;
}

export function useAuthForm<Name extends string>({ fields, check, send }: AuthForm<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? "")])) as Record<
      Name,
      string
    >;
    const show = (found: Errors<Name>) => {
      setErrors(found);
      const first = fields.find((name) => found[name]);
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    };
    setBusy(true);
    try {
      const found = (await check?.(values)) ?? {};
      show(found);
      if (Object.keys(found).length === 0) await send(values);
    } catch (error) {
      // A refusal belongs under the field the server names; all else goes into the form's alert.
      const field = error instanceof ApiError ? fields.find((name) => name === error.field) : undefined;
      show({ [field ?? "form"]: messageOf(error) } as Errors<Name>);
    } finally {
      setBusy(false);
    }
  };

  return { errors, busy, submit };
}

// No page of a visitor has the core's rules from the start.
const loadRules = () => importModule(() => import("@/core"));

/** Begins to fetch the rules when somebody begins to fill in a form. */
export function expectRules(): void {
  void loadRules().catch(() => undefined);
}

/** What the core finds wrong. Rules that do not come keep nobody out: the server judges in any case. */
export async function checkByRules<Name extends string>(
  check: (rules: typeof import("@/core")) => Problem[],
): Promise<Errors<Name>> {
  const rules = await loadRules().catch(() => null);
  const problems = rules ? check(rules) : [];
  return Object.fromEntries(problems.map(({ field, message }) => [field ?? "form", message])) as Errors<Name>;
}
