// A form of uncontrolled inputs: reads their text on submit, and stores the errors by field.
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/client";

/** Error messages by field name; `form` has those without a field. */
export type FormErrors<Name extends string> = Partial<Record<Name | "form", string>>;

interface FormOptions<Name extends string> {
  fields: readonly Name[];
  /**
   * Validates before sending. Without it only the server validates, so that signing in does not wait for the
   * rules.
   */
  check?: (values: Record<Name, string>) => FormErrors<Name> | Promise<FormErrors<Name>>;
  send: (values: Record<Name, string>) => Promise<void>;
}

export function useForm<Name extends string>({ fields, check, send }: FormOptions<Name>) {
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? "")])) as Record<
      Name,
      string
    >;
    const show = (found: FormErrors<Name>) => {
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
      // A rejection is shown under the field the server names, all other errors in the form's alert.
      const field = error instanceof ApiError ? fields.find((name) => name === error.field) : undefined;
      show({ [field ?? "form"]: messageOf(error) } as FormErrors<Name>);
    } finally {
      setBusy(false);
    }
  };

  return { errors, busy, submit };
}
