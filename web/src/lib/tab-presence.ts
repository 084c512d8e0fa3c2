// Presence of open editors in all tabs of this browser. An open editor holds a Web Lock, which is released with
// its tab. Web Locks require a secure context; over plain HTTP every editor answers on a BroadcastChannel.
import { randomId } from "./random-id";

const lockPrefix = "promptcase-draft:";
const channelName = "promptcase-editors";

/**
 * The time an editor has to reply. A tab too busy to reply counts as inactive, which loses no text: see drafts.
 */
export const PRESENCE_REPLY_TIMEOUT_MS = 500;

type Message = { asked: string[] } | { here: string };

/** The editors of this tab. */
const ours = new Set<string>();

export interface TabPresence {
  id: string;
  end: () => void;
}

/** Announces an editor until it is released or its tab closes. Resolves once other tabs can see it. */
export async function acquirePresence(): Promise<TabPresence> {
  const id = randomId();
  ours.add(id);
  const release = navigator.locks ? await hold(id) : answer();
  const end = () => {
    ours.delete(id);
    release();
  };
  return { id, end };
}

async function hold(editor: string): Promise<() => void> {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  await new Promise<void>((held) => {
    const request = navigator.locks.request(lockPrefix + editor, () => {
      held();
      return until;
    });
    // A browser that refuses storage refuses locks as well; there are no drafts either.
    request.catch(held);
  });
  return release;
}

/** The open ones among the named editors. */
export async function activeEditors(editors: readonly string[]): Promise<Set<string>> {
  const here = new Set(editors.filter((editor) => ours.has(editor)));
  const elsewhere = editors.filter((editor) => !ours.has(editor));
  if (elsewhere.length === 0) return here;
  const others = navigator.locks ? await holders() : await ask(elsewhere);
  return new Set(editors.filter((editor) => here.has(editor) || others.has(editor)));
}

async function holders(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])),
  );
}

/** Queries the other tabs, until all editors have replied or the timeout expires. */
function ask(editors: string[]): Promise<Set<string>> {
  const channel = new BroadcastChannel(channelName);
  const heard = new Set<string>();
  return new Promise<Set<string>>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      channel.close();
      resolve(heard);
    };
    const timer = setTimeout(end, PRESENCE_REPLY_TIMEOUT_MS);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!("here" in data) || !editors.includes(data.here)) return;
      heard.add(data.here);
      if (heard.size === editors.length) end();
    };
    channel.postMessage({ asked: editors } satisfies Message);
  });
}

function answer(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!("asked" in data)) return;
    for (const editor of data.asked) {
      if (ours.has(editor)) channel.postMessage({ here: editor } satisfies Message);
    }
  };
  return () => channel.close();
}
