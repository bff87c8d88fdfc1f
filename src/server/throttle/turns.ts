/** Waiting items, served round-robin by owner; items of one owner are served in the order in which they came. */
export interface Turns<Key, Item> {
  readonly size: number;
  sizeOf: (key: Key) => number;
  push: (key: Key, item: Item) => void;
  /** Removes and returns the next item. */
  shift: () => Item | undefined;
  /** Removes and returns the next items, up to `most`, and up to `mostOfOne` of one owner. */
  take: (most: number, mostOfOne?: number) => Item[];
  /** Removes and returns the first item of an owner, regardless of turns. */
  shiftOf: (key: Key) => Item | undefined;
  /** Removes and returns all items of an owner, the oldest first. */
  removeAll: (key: Key) => Item[];
  /**
   * Removes and returns the last item of the owner with most items, if that is fairer than refusing one more of this
   * owner.
   */
  dropFor: (key: Key) => Item | undefined;
}

/** Each owner's items. */
interface Line<Key, Item> {
  key: Key;
  items: Fifo<Item>;
}

export function createTurns<Key, Item>(): Turns<Key, Item> {
  /**
   * In the order of their turns: a map keeps the order in which its keys were set. Owners without waiting items are
   * removed.
   */
  const lines = new Map<Key, Line<Key, Item>>();
  let size = 0;

  function takeOut(line: Line<Key, Item>, end: 'shift' | 'pop'): Item | undefined {
    const item = line.items[end]();
    size -= 1;
    if (line.items.size() === 0) lines.delete(line.key);
    return item;
  }

  const sizeOf = (key: Key) => lines.get(key)?.items.size() ?? 0;
  const takeFirst = (line?: Line<Key, Item>) => line && takeOut(line, 'shift');

  function newLine(key: Key): Line<Key, Item> {
    const line = { key, items: createFifo<Item>() };
    lines.set(key, line);
    return line;
  }

  function take(most: number, mostOfOne = Infinity): Item[] {
    const taken: Item[] = [];
    const counts = new Map<Line<Key, Item>, number>();
    const served: Line<Key, Item>[] = [];
    // A queue that moves to the end during the iteration comes again.
    for (const line of lines.values()) {
      if (taken.length >= most) break;
      const count = (counts.get(line) ?? 0) + 1;
      counts.set(line, count);
      const item = takeOut(line, 'shift');
      if (item !== undefined) taken.push(item);
      if (line.items.size() === 0) continue;
      lines.delete(line.key);
      if (count < mostOfOne) lines.set(line.key, line);
      else served.push(line);
    }
    for (const line of served) lines.set(line.key, line);
    return taken;
  }

  return {
    get size() {
      return size;
    },
    sizeOf,
    push(key, item) {
      const line = lines.get(key) ?? newLine(key);
      line.items.push(item);
      size += 1;
    },
    shift: () => take(1)[0],
    take,
    shiftOf: (key) => takeFirst(lines.get(key)),
    removeAll(key) {
      const items = lines.get(key)?.items.all() ?? [];
      lines.delete(key);
      size -= items.length;
      return items;
    },
    dropFor(key) {
      const longest = longestOf(lines.values());
      return longest && sizeOf(key) + 1 < longest.items.size() ? takeOut(longest, 'pop') : undefined;
    },
  };
}

function longestOf<Key, Item>(lines: Iterable<Line<Key, Item>>): Line<Key, Item> | undefined {
  let longest: Line<Key, Item> | undefined;
  for (const line of lines) if (line.items.size() > (longest?.items.size() ?? 0)) longest = line;
  return longest;
}

interface Fifo<Item> {
  size: () => number;
  push: (item: Item) => void;
  shift: () => Item | undefined;
  pop: () => Item | undefined;
  all: () => Item[];
}

/** An array whose first items are removed by advancing an index, because `shift` would move a long array. */
function createFifo<Item>(): Fifo<Item> {
  let items: Item[] = [];
  let first = 0;
  return {
    size: () => items.length - first,
    push: (item) => void items.push(item),
    shift() {
      if (first === items.length) return undefined;
      const item = items[first++];
      if (2 * first > items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    pop: () => (first === items.length ? undefined : items.pop()),
    all: () => items.slice(first),
  };
}
