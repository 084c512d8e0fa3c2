// In whose name this page acts. The tabs of a browser share the session's cookie, and another account may sign in in any of
// them, or outside of the app: what changes something names the account, and the server does nothing while it knows another.
const header = "Expected-User";

interface Acting {
  /** The id of whoever is signed in as far as this page knows. */
  userId: () => string | undefined;
  /** Told when the server refused something because it knows somebody else. */
  onOther: () => void;
}

let acting: Acting = { userId: () => undefined, onOther: () => {} };

export function setExpectedUser(next: Acting): void {
  acting = next;
}

/** The headers of a request that changes something; what somebody wrote is sent in their name, whoever is here by now. */
export function expectedUserHeader(userId: string | undefined = acting.userId()): Record<string, string> {
  return userId ? { [header]: userId } : {};
}

/** Puts the name on a request of the generated client, unless it has one. Reading changes nothing. */
export function addExpectedUser(request: Request): Request {
  if (request.method === "GET" || request.headers.has(header)) return request;
  for (const [name, value] of Object.entries(expectedUserHeader())) request.headers.set(name, value);
  return request;
}

/** To be told of every refusal. */
export function noteRefusal(code: string): void {
  if (code === "other_user") acting.onOther();
}
