// The user this page acts for. All tabs share the session cookie, and another user may sign in in any of them, so
// a write names the user and the server rejects it while another one is signed in.
const header = "Expected-User";

interface Acting {
  /** The id of the signed-in user, as far as this page knows. */
  userId: () => string | undefined;
  /** Called when the server rejected a request because another user is signed in. */
  onOther: () => void;
}

let acting: Acting = { userId: () => undefined, onOther: () => {} };

export function setExpectedUser(next: Acting): void {
  acting = next;
}

/** The header of a write. Text is saved for the user who wrote it, even after another one signed in. */
export function expectedUserHeader(userId: string | undefined = acting.userId()): Record<string, string> {
  return userId ? { [header]: userId } : {};
}

/** Adds the header to a request of the generated client, unless it has one. Reads need none. */
export function addExpectedUser(request: Request): Request {
  if (request.method === "GET" || request.headers.has(header)) return request;
  for (const [name, value] of Object.entries(expectedUserHeader())) request.headers.set(name, value);
  return request;
}

/** Reports a rejected request to the page. */
export function noteRefusal(code: string): void {
  if (code === "other_user") acting.onOther();
}
