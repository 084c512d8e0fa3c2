import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError, messageOf } from "@/api/client";

/**
 * Puts a refusal where it belongs: under the field the server names, where the form has it, else in the form's alert.
 */
export function showServerError<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const field = error instanceof ApiError ? fields.find((name) => name === error.field) : undefined;
  if (field) setError(field, { message: messageOf(error) }, { shouldFocus: true });
  else setError("root", { message: messageOf(error) });
}
