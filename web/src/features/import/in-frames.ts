// Batches what comes in many times a frame: a state that changes once for each of thousands of files draws the page as often.

/** Collects items and gives them to `take` once a frame. `flush` gives what is left at once. */
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
