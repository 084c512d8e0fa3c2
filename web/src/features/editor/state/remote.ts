// A prompt or component as the server stores it.
export interface Versioned {
  version_major: number;
  version_minor: number;
  version_batch: number;
}

/** The fields of a stored record that a session reads. */
export interface Remote extends Versioned {
  id: string;
  is_public: boolean;
  author_name: string;
  updated_at: string;
}

/** 1.2.3 */
export function versionOf({ version_major, version_minor, version_batch }: Versioned): string {
  return `${version_major}.${version_minor}.${version_batch}`;
}
