import { atom, computed } from 'nanostores';
import type { WritableAtom } from 'nanostores';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { UnreadNotices } from '../lib/contract/accounts/notice-calls.ts';
import type { EmitName, EmitTo } from '../lib/contract/emits.ts';
import type { Asset, Balance, PositionLists, PriceMap, User } from '../lib/contract/entities.ts';
import type { Acknowledgement } from '../lib/contract/envelope.ts';
import { apiOrigin } from './realtime/api-server.ts';
import { elapsedMs } from './realtime/page-clock.ts';

export type ConnectionState = 'connecting' | 'live' | 'lost';

export const $priceConnection = atom<ConnectionState>('connecting');
export const $customerConnection = atom<ConnectionState>('connecting');

/** The worse of the two sockets' states; the bar at the top of the terminal shows it. */
export const $connection = computed([$priceConnection, $customerConnection], (prices, customer): ConnectionState => {
  if (prices === 'lost' || customer === 'lost') return 'lost';
  return prices === 'live' && customer === 'live' ? 'live' : 'connecting';
});

/** Subscribes to a push of the server; returns a stop function. */
type Listen<Data> = (listener: (data: Data) => void) => () => void;

/** The customer's socket, as the stores use it. */
export interface CustomerConnection {
  /** Emits and waits for the acknowledgement; null if the connection broke or no acknowledgement came in time. */
  ask: <Name extends EmitName>(
    emit: Name,
    payload: EmitTo<Name>['payload'],
  ) => Promise<Acknowledgement<EmitTo<Name>['data']> | null>;
  /** Resolves to true once the connection is live, to false if that takes longer than `timeoutMs`. */
  whenLive: (timeoutMs: number) => Promise<boolean>;
  onBalance: Listen<Balance>;
  onPositions: Listen<PositionLists>;
  /** The account changed: verification, leverage, level… */
  onUser: Listen<User>;
  /** A deposit or withdrawal changed; the receiver has to load it again. */
  onTransactions: Listen<unknown>;
  /** A notice came or was read. */
  onNotices: Listen<UnreadNotices>;
  /** An operator changed what can be traded; carries the whole list. */
  onAssets: Listen<Asset[]>;
  /** Called at every connect, including those after a loss. */
  onLive: (listener: () => void) => () => void;
  close: () => void;
}

export interface ConnectionParts {
  /** The server's origin; by default the one that was set at build time. */
  origin?: string;
  /** How long to wait for an acknowledgement, in milliseconds. */
  answerTimeoutMs?: number;
  /** The window. Its events tell when the network is lost or restored, and when the page becomes visible again. */
  page?: EventTarget;
}

// The two sockets must not share a connection: the server writes price updates past Socket.IO's per-socket queue.
const options = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  forceNew: true,
  reconnectionDelay: 500,
  reconnectionDelayMax: 10_000,
  // If thousands of clients lose their connection at once, this spreads out their reconnects.
  randomizationFactor: 0.8,
  // An attempt that began while the network was down must not delay the next one once the network is back.
  timeout: 8_000,
};

/** How long to wait before another attempt after the server has refused one, in milliseconds. */
const refusedRetryMs = 2_000;
/** The same, if the server refused because too many pages are connected already. */
const crowdedRetryMs = 30_000;
/** The server pings every five seconds; a connection that is silent for longer than this is dead. */
const longestSilenceMs = 10_000;
/** No event fires when the machine wakes up with the page visible, so a timer checks for silence. */
const checkEveryMs = 1_000;

/** Follows the price socket until the returned function is called. */
export function openPriceConnection(
  apply: (update: PriceMap) => void,
  { origin = apiOrigin, page }: ConnectionParts = {},
): () => void {
  const socket = io(`${origin}/prices`, options);
  socket.on('prices', apply);
  const stop = followSocket(socket, { $state: $priceConnection, page });
  return () => closeConnection(socket, $priceConnection, stop);
}

/**
 * Opens the customer's socket. `onRejected` is called when the server rejects the access token, at the first connect or
 * a later one: the session has ended.
 */
export function openCustomerConnection(
  accessToken: string,
  onRejected: () => void,
  { origin = apiOrigin, answerTimeoutMs = 8_000, page }: ConnectionParts = {},
): CustomerConnection {
  const socket = io(`${origin}/`, { ...options, query: { token: accessToken } });
  const stop = followSocket(socket, { $state: $customerConnection, page, onRejected });
  return {
    async ask(emit, payload) {
      // Socket.IO would buffer the emit and send it later, when the trader no longer expects it.
      if (!socket.connected) return null;
      try {
        const answer: unknown = await socket.timeout(answerTimeoutMs).emitWithAck(emit.event, payload);
        return answer as Acknowledgement<never>;
      } catch {
        return null;
      }
    },
    whenLive: (timeoutMs) => whenConnected(socket, timeoutMs),
    onBalance: listenTo<Balance>(socket, 'balance'),
    onPositions: listenTo<PositionLists>(socket, 'positions'),
    onUser: listenTo<User>(socket, 'user'),
    onTransactions: listenTo<unknown>(socket, 'transactions'),
    onNotices: listenTo<UnreadNotices>(socket, 'notices'),
    onAssets: listenTo<Asset[]>(socket, 'assets'),
    onLive: listenTo<unknown>(socket, 'connect'),
    close: () => closeConnection(socket, $customerConnection, stop),
  };
}

function listenTo<Data>(socket: Socket, event: string): Listen<Data> {
  return (listener) => {
    socket.on(event, listener);
    return () => socket.off(event, listener);
  };
}

interface Following {
  $state: WritableAtom<ConnectionState>;
  page: EventTarget | undefined;
  onRejected?: () => void;
}

/** Tracks the state of the connection and keeps it up as long as possible. Returns a stop function. */
function followSocket(socket: Socket, { $state, page, onRejected }: Following): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => $state.set('live'));
  socket.on('connect_error', (fault: Error & { data?: { code?: string } }) => {
    $state.set('lost');
    // After a network failure the socket stays active and retries; after a refusal it does not.
    if (socket.active) return;
    const code = fault.data?.code;
    const retryMs = code === 'TOO_MANY_REQUESTS' ? crowdedRetryMs : refusedRetryMs;
    if (code === 'UNAUTHENTICATED') onRejected?.();
    else retry = setTimeout(() => socket.connect(), retryMs);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    $state.set('lost');
    // Socket.IO does not reconnect by itself after the server has disconnected it. If the session has ended, the server
    // refuses this attempt.
    if (reason === 'io server disconnect') socket.connect();
  });
  const stopPage = page && followPage(page, { socket, $state });
  return () => {
    clearTimeout(retry);
    stopPage?.();
  };
}

/**
 * Drops the connection when the network goes down. Reconnects at once when the network is back or the page becomes
 * visible again.
 */
function followPage(
  page: EventTarget,
  { socket, $state }: { socket: Socket; $state: WritableAtom<ConnectionState> },
): () => void {
  let heardMs = elapsedMs();
  const hear = () => {
    heardMs = elapsedMs();
  };
  const drop = () => socket.io.engine.close();
  // Socket.IO's own timer stops while the machine sleeps, so the silence is measured here.
  const check = () => socket.connected && elapsedMs() - heardMs > longestSilenceMs && drop();
  const wake = () => {
    check();
    // Disconnecting first cuts short the wait for the next attempt.
    if ($state.get() === 'lost') socket.disconnect().connect();
  };
  socket.io.on('open', hear);
  socket.io.on('ping', hear);
  const events = { offline: drop, online: wake, visibilitychange: wake, pageshow: wake };
  for (const [name, listener] of Object.entries(events)) page.addEventListener(name, listener);
  const checking = setInterval(check, checkEveryMs);
  return () => {
    clearInterval(checking);
    for (const [name, listener] of Object.entries(events)) page.removeEventListener(name, listener);
  };
}

function closeConnection(socket: Socket, $state: WritableAtom<ConnectionState>, stop: () => void) {
  stop();
  socket.removeAllListeners();
  socket.disconnect();
  $state.set('connecting');
}

function whenConnected(socket: Socket, timeoutMs: number): Promise<boolean> {
  if (socket.connected) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(false), timeoutMs);
    const live = () => settle(true);
    function settle(connected: boolean) {
      clearTimeout(timer);
      socket.off('connect', live);
      resolve(connected);
    }
    socket.on('connect', live);
  });
}
