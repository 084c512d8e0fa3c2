// Notifies the other tabs of this browser of a save, so that they can offer it instead of running into a 409.
export interface SavedElsewhere {
  recordId: string;
  /** The editor that saved; it ignores its own message. */
  editor: string;
}

const name = "promptcase-saved";

export function announceSaved(message: SavedElsewhere): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

export function onSavedElsewhere(listener: (message: SavedElsewhere) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<SavedElsewhere>) => listener(event.data);
  return () => channel.close();
}
