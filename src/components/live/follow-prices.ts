import type { PriceMap } from '../../lib/contract/entities.ts';
import { apiOrigin } from '../../stores/realtime/api-server.ts';
import { createVisitorSocket } from '../../stores/realtime/visitor-socket.ts';

/** A block that shows prices. */
export interface PriceFollower {
  /** Receives all known prices when some have changed while the block is in view, at most twice a second. */
  apply: (prices: PriceMap) => void;
  /** Called when prices are unavailable. */
  lost: () => void;
}

const followers = new Map<Element, PriceFollower>();
const inView = new Set<Element>();
const known: PriceMap = {};
let isWanted = false;

/**
 * Blocks show changes at most this often: ten updates a second are more than a reader can follow, and drain a phone's
 * battery.
 */
const showEveryMs = 500;
let shownAtMs = -Infinity;
let showing: ReturnType<typeof setTimeout> | undefined;

function show() {
  showing = undefined;
  shownAtMs = performance.now();
  for (const block of inView) followers.get(block)?.apply(known);
}

const visitorSocket = createVisitorSocket({
  address: `${(apiOrigin || location.origin).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  apply(update) {
    Object.assign(known, update);
    showing ??= setTimeout(show, Math.max(0, shownAtMs + showEveryMs - performance.now()));
  },
  onLost() {
    clearTimeout(showing);
    showing = undefined;
    followers.forEach(({ lost }) => lost());
  },
});

/**
 * Opens and closes the page's only socket: it opens when the first block comes into view, and only while the page is
 * visible.
 */
function update() {
  if (document.hidden) visitorSocket.close();
  else if (isWanted) visitorSocket.open();
}

const viewObserver = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target);
      else inView.delete(target);
    }
    isWanted ||= inView.size > 0;
    update();
  },
  { rootMargin: '200px' },
);

document.addEventListener('visibilitychange', update);

/** Passes prices to a block for as long as the page is open. */
export function followPrices(block: Element, follower: PriceFollower): void {
  followers.set(block, follower);
  viewObserver.observe(block);
}
