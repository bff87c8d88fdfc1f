/** Waiting items, served round-robin by owner. Items of one owner are served in the order in which they were added. */
export interface Turns<Key, Item> {
  readonly size: number;
  sizeOf: (key: Key) => number;
  push: (key: Key, item: Item) => void;
  /** Removes and returns the next item. */
  shift: () => Item | undefined;
  /** Removes and returns the next items: at most `most`, and at most `mostOfOne` of each owner. */
  take: (most: number, mostOfOne?: number) => Item[];
  /** Removes and returns the first item of an owner, regardless of turns. */
  shiftOf: (key: Key) => Item | undefined;
  /** Removes and returns all items of an owner, the oldest first. */
  removeAll: (key: Key) => Item[];
  /**
   * Removes and returns the last item of the owner with the most items, if that is fairer than refusing another item of
   * the given owner; otherwise returns undefined.
   */
  dropFor: (key: Key) => Item | undefined;
}

/** The items of one owner. */
interface Queue<Key, Item> {
  key: Key;
  items: Fifo<Item>;
}

export function createTurns<Key, Item>(): Turns<Key, Item> {
  /**
   * The queues in the order of their turns: a map keeps the order in which its keys were set. Owners without waiting
   * items are removed.
   */
  const queues = new Map<Key, Queue<Key, Item>>();
  let size = 0;

  function removeFrom(queue: Queue<Key, Item>, end: 'shift' | 'pop'): Item | undefined {
    const item = queue.items[end]();
    size -= 1;
    if (queue.items.size() === 0) queues.delete(queue.key);
    return item;
  }

  const sizeOf = (key: Key) => queues.get(key)?.items.size() ?? 0;
  const removeFirst = (queue?: Queue<Key, Item>) => queue && removeFrom(queue, 'shift');

  function newQueue(key: Key): Queue<Key, Item> {
    const queue = { key, items: createFifo<Item>() };
    queues.set(key, queue);
    return queue;
  }

  function take(most: number, mostOfOne = Infinity): Item[] {
    const taken: Item[] = [];
    const counts = new Map<Queue<Key, Item>, number>();
    const served: Queue<Key, Item>[] = [];
    // A queue that is moved to the end during the iteration is visited again.
    for (const queue of queues.values()) {
      if (taken.length >= most) break;
      const count = (counts.get(queue) ?? 0) + 1;
      counts.set(queue, count);
      const item = removeFrom(queue, 'shift');
      if (item !== undefined) taken.push(item);
      if (queue.items.size() === 0) continue;
      queues.delete(queue.key);
      if (count < mostOfOne) queues.set(queue.key, queue);
      else served.push(queue);
    }
    for (const queue of served) queues.set(queue.key, queue);
    return taken;
  }

  return {
    get size() {
      return size;
    },
    sizeOf,
    push(key, item) {
      const queue = queues.get(key) ?? newQueue(key);
      queue.items.push(item);
      size += 1;
    },
    shift: () => take(1)[0],
    take,
    shiftOf: (key) => removeFirst(queues.get(key)),
    removeAll(key) {
      const items = queues.get(key)?.items.all() ?? [];
      queues.delete(key);
      size -= items.length;
      return items;
    },
    dropFor(key) {
      const longest = longestOf(queues.values());
      return longest && sizeOf(key) + 1 < longest.items.size() ? removeFrom(longest, 'pop') : undefined;
    },
  };
}

function longestOf<Key, Item>(queues: Iterable<Queue<Key, Item>>): Queue<Key, Item> | undefined {
  let longest: Queue<Key, Item> | undefined;
  for (const queue of queues) if (queue.items.size() > (longest?.items.size() ?? 0)) longest = queue;
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
