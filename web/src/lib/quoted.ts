import { t } from "@lingui/core/macro";

/** A title in the quotation marks of the language. */
export const quoted = (title: string): string => t`“${title}”`;
