import { t } from "@lingui/core/macro";

const reasons = {
  damaged: t`could not be read. It is damaged, or its type does not match its name.`,
  protected: t`is protected by a password. Save it without one and attach it again.`,
  "protected or old": t`is protected by a password, or in the old Word format. Save it as .docx without a password and attach it again.`,
  "only pictures":
    "contains only pictures, like a scan. Run text recognition (OCR) first, or paste the text.",
  empty: "contains no text.",
  "too much": t`is too large when unpacked, so it was not read. Attach a shorter document.`,
  "too slow": t`takes too long to read. Attach a shorter document, or paste the text you need.`,
};

/** A file without readable text, and the reason. */
export class UnreadableFile extends Error {
  /** The message about the file, shown after its name. */
  readonly says: string;

  constructor(reason: keyof typeof reasons, options?: ErrorOptions) {
    super(reason, options);
    this.name = "UnreadableFile";
    this.says = reasons[reason];
  }
}
