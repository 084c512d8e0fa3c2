const reasons = {
  damaged: "could not be read: it is damaged, or not what its name says.",
  protected: "is protected by a password. Save it without one and attach it again.",
  "protected or old":
    "is protected by a password, or in the old Word format. Save it as .docx without a password and attach it again.",
  "only pictures":
    "holds no text, only pictures, as a scan does. Run text recognition (OCR) on it first, or paste its text.",
  empty: "holds no text.",
  "too much": "unpacks to far more text than fits a request, so it was not read. Attach a shorter document.",
  "too slow": "takes too long to read. Attach a shorter document, or paste the text you need.",
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
