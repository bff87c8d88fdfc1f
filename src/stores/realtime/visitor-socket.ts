import type { PriceMap } from '../../lib/contract/entities.ts';

/** The price socket of a visitor's page. */
export interface VisitorSocket {
  /** Connects now, unless it is connected. Reconnects by itself whenever the connection is lost. */
  open: () => void;
  close: () => void;
}

export interface VisitorSocketParts {
  /** The WebSocket address (ws: or wss:) of the Socket.IO server. */
  address: string;
  /** Receives each price update: all prices after a connect, then those that changed. */
  apply: (update: PriceMap) => void;
  /** The connection broke, or could not be made. */
  onLost: () => void;
  firstRetryMs?: number;
}

const namespace = '/prices,';
const longestRetryMs = 30_000;
/** The server pings every five seconds; a connection that is silent for longer than this is dead. */
const longestSilenceMs = 12_000;

/**
 * Implements the part of Engine.IO 4 and Socket.IO 5 that is needed to read one namespace: the library is larger than
 * everything else that a visitor's page loads. Packets: `0` connection open, `2` ping, `40` connect, `41` and `44`
 * refused or ended, `42` an event.
 */
export function createVisitorSocket({
  address,
  apply,
  onLost,
  firstRetryMs = 1_000,
}: VisitorSocketParts): VisitorSocket {
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
    // Spreads out the reconnects of clients that lost their connection together.
    wait(open, retryMs * (0.5 + Math.random()));
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    onLost();
  }

  function open() {
    if (socket) return;
    const connection = (socket = new WebSocket(address));
    wait(lose, longestSilenceMs);
    connection.onclose = lose;
    connection.onmessage = ({ data }) => {
      const packet = String(data);
      wait(lose, longestSilenceMs);
      if (packet.startsWith('0')) connection.send(`40${namespace}`);
      else if (packet === '2') connection.send('3');
      else if (packet.startsWith(`42${namespace}`)) {
        retryMs = firstRetryMs;
        apply((JSON.parse(packet.slice(2 + namespace.length)) as [string, PriceMap])[1]);
      } else if (/^4[14]/.test(packet)) lose();
    };
  }

  return { open, close };
}
