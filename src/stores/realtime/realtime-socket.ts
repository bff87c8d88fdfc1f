import type { ConnectionParts, NamespaceConnection } from './namespace-connection.ts';
import { openConnection } from './namespace-connection.ts';

export interface SocketParts extends Pick<ConnectionParts, 'address' | 'namespace' | 'onEvent'> {
  onLive: () => void;
  /** The connection is gone; another one comes by itself. */
  onLost: () => void;
  /** The server does not let us in, for this reason. It is asked again all the same, unless the socket is closed. */
  onRefused: (code: string | undefined) => void;
}

/** A namespace of the server for as long as one likes: what breaks is connected again, later each time. */
export interface RealtimeSocket {
  readonly isLive: boolean;
  /** Asks and resolves with the answer; with null when the line is not live, breaks, or no answer came in time. */
  ask: NamespaceConnection['ask'];
  /** Connects at once where it waited to, and gives up a connection that has been silent for too long: after sleep. */
  wake: () => void;
  /** Gives the connection up: the network is known to be gone. */
  drop: () => void;
  close: () => void;
}

const firstRetryMs = 500;
const lastRetryMs = 10_000;
/** A dead connection says nothing: it is looked at this often. A timer that slept with the machine tells it at once. */
const checkEveryMs = 1_000;

/** From half a second, doubled each time, to ten seconds; half of it more or less, so that a crowd does not come at once. */
export function retryDelayMs(failures: number, random: number): number {
  return Math.min(lastRetryMs, firstRetryMs * 2 ** failures) * (0.5 + random);
}

export function openRealtimeSocket(parts: SocketParts): RealtimeSocket {
  let connection: NamespaceConnection | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function connect() {
    clearTimeout(retry);
    connection = openConnection({
      ...parts,
      onJoined() {
        failures = 0;
        parts.onLive();
      },
      onOver(refusal) {
        connection = undefined;
        if (refusal) parts.onRefused(refusal.code);
        if (isClosed) return;
        retry = setTimeout(connect, retryDelayMs(failures++, Math.random()));
        parts.onLost();
      },
    });
  }

  const checking = setInterval(() => connection?.check(), checkEveryMs);
  connect();
  return {
    get isLive() {
      return connection?.isJoined ?? false;
    },
    ask: (...question) => connection?.ask(...question) ?? Promise.resolve(null),
    wake() {
      connection?.check();
      if (!connection) connect();
    },
    drop: () => connection?.end(),
    close() {
      isClosed = true;
      clearInterval(checking);
      clearTimeout(retry);
      connection?.end();
    },
  };
}
