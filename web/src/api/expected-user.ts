// The account that this page acts for. All tabs share the session's cookie, and another account may sign in in any of them. A request
// that changes something names the account, and the server refuses it while another one is signed in.
const header = "Expected-User";

interface Acting {
  /** The id of the user that is signed in as far as this page knows. */
  userId: () => string | undefined;
  /** Called when the server refused a request because another user is signed in. */
  onOther: () => void;
}

let acting: Acting = { userId: () => undefined, onOther: () => {} };

export function setExpectedUser(next: Acting): void {
  acting = next;
}

/** The header of a request that changes something. Text is sent for the user who wrote it, also after another one signed in. */
export function expectedUserHeader(userId: string | undefined = acting.userId()): Record<string, string> {
  return userId ? { [header]: userId } : {};
}

/** Adds the header to a request of the generated client, unless it has one. Reading changes nothing. */
export function addExpectedUser(request: Request): Request {
  if (request.method === "GET" || request.headers.has(header)) return request;
  for (const [name, value] of Object.entries(expectedUserHeader())) request.headers.set(name, value);
  return request;
}

/** Takes notice of a refusal. */
export function noteRefusal(code: string): void {
  if (code === "other_user") acting.onOther();
}
