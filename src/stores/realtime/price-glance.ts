import type { PriceMap } from '../../lib/contract/entities.ts';

/** The price socket of who only looks. */
export interface PriceGlance {
  /** Connects, now; one that is open stays so. It comes back by itself whenever the line is lost. */
  open: () => void;
  close: () => void;
}

export interface PriceGlanceParts {
  /** ws: or wss:, the Socket.IO server's WebSocket transport. */
  address: string;
  /** Each frame: all prices after a connect, then those that changed. */
  take: (frame: PriceMap) => void;
  /** The line broke, or never came. */
  onLost: () => void;
  firstRetryMs?: number;
}

const namespace = '/prices,';
const longestRetryMs = 30_000;
/** The server pings every five seconds; a line that was silent for longer than this is dead. */
const longestSilenceMs = 12_000;

/**
 * As much of Engine.IO 4 and Socket.IO 5 as it takes to read one namespace: the library would weigh more than all else
 * that a visitor's page loads. Packets: `0` the line is open, `2` a ping, `40` connect, `41` and `44` refused or ended,
 * `42` an event.
 */
export function createPriceGlance({ address, take, onLost, firstRetryMs = 1_000 }: PriceGlanceParts): PriceGlance {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;

  function wait(next: () => void, ms: number) {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  }

  function close() {
    clearTimeout(timer);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = undefined;
  }

  function lose() {
    close();
    // All who were lost at once do not come back at once.
    wait(open, retryMs * (0.5 + Math.random()));
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    onLost();
  }

  function open() {
    if (socket) return;
    const line = (socket = new WebSocket(address));
    wait(lose, longestSilenceMs);
    line.onclose = lose;
    line.onmessage = ({ data }) => {
      const packet = String(data);
      wait(lose, longestSilenceMs);
      if (packet.startsWith('0')) line.send(`40${namespace}`);
      else if (packet === '2') line.send('3');
      else if (packet.startsWith(`42${namespace}`)) {
        retryMs = firstRetryMs;
        take((JSON.parse(packet.slice(2 + namespace.length)) as [string, PriceMap])[1]);
      } else if (/^4[14]/.test(packet)) lose();
    };
  }

  return { open, close };
}
