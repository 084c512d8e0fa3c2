// Batches updates that come many times a frame: setting state for each of thousands of files would render the
// page as often.

/** Collects items and passes them to `take` once a frame. `flush` passes the remaining ones at once. */
export function inFrames<Item>(take: (items: readonly Item[]) => void) {
  let waiting: Item[] = [];
  let frame = 0;
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    take(items);
  };
  const add = (item: Item) => {
    waiting.push(item);
    frame ||= requestAnimationFrame(flush);
  };
  return { add, flush };
}
