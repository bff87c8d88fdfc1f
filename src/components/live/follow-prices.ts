import type { PriceMap } from '../../lib/contract/entities.ts';
import { apiOrigin } from '../../stores/realtime/api-server.ts';
import { createPriceGlance } from '../../stores/realtime/price-glance.ts';

/** A block that shows prices. */
export interface PriceFollower {
  /** All prices that are known; called when some have changed while the block is in view, twice a second at most. */
  take: (prices: PriceMap) => void;
  /** Prices cannot be had now. */
  lost: () => void;
}

const followers = new Map<Element, PriceFollower>();
const inView = new Set<Element>();
const known: PriceMap = {};
let isWanted = false;

/** Who reads a page follows no ten moves a second, and a phone pays for each. */
const showEveryMs = 500;
let shownAtMs = -Infinity;
let showing: ReturnType<typeof setTimeout> | undefined;

function show() {
  showing = undefined;
  shownAtMs = performance.now();
  for (const block of inView) followers.get(block)?.take(known);
}

const glance = createPriceGlance({
  address: `${(apiOrigin || location.origin).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  take(frame) {
    Object.assign(known, frame);
    showing ??= setTimeout(show, Math.max(0, shownAtMs + showEveryMs - performance.now()));
  },
  onLost() {
    clearTimeout(showing);
    showing = undefined;
    followers.forEach(({ lost }) => lost());
  },
});

/** One socket for the page: from when the first block comes into view, and only while somebody looks at the page. */
function update() {
  if (document.hidden) glance.close();
  else if (isWanted) glance.open();
}

const sight = new IntersectionObserver(
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

/** Gives a block the prices for as long as the page lives. */
export function followPrices(block: Element, follower: PriceFollower): void {
  followers.set(block, follower);
  sight.observe(block);
}
