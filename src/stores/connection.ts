import { atom, computed } from 'nanostores';
import type { WritableAtom } from 'nanostores';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { EmitName, EmitTo } from '../lib/contract/emits.ts';
import type { Asset, Balance, PositionLists, PriceMap, User } from '../lib/contract/entities.ts';
import type { Acknowledgement } from '../lib/contract/envelope.ts';
import { apiOrigin } from './realtime/api-server.ts';
import { elapsedMs } from './realtime/page-clock.ts';

export type LineState = 'connecting' | 'live' | 'lost';

export const $priceLine = atom<LineState>('connecting');
export const $customerLine = atom<LineState>('connecting');

/** The worse of the two sockets: what the bar at the top of the terminal tells. */
export const $connection = computed([$priceLine, $customerLine], (prices, customer): LineState => {
  if (prices === 'lost' || customer === 'lost') return 'lost';
  return prices === 'live' && customer === 'live' ? 'live' : 'connecting';
});

/** Listens to what the server pushes; returns how to stop it. */
type Listen<Data> = (listener: (data: Data) => void) => () => void;

/** The customer's socket, as the stores use it. */
export interface CustomerLine {
  /** Emits and waits for the acknowledgement; null when the line broke or none came in time. */
  ask: <Name extends EmitName>(
    emit: Name,
    payload: EmitTo<Name>['payload'],
  ) => Promise<Acknowledgement<EmitTo<Name>['data']> | null>;
  /** Resolves true once the line is live, false when that took longer than `timeoutMs`. */
  whenLive: (timeoutMs: number) => Promise<boolean>;
  onBalance: Listen<Balance>;
  onPositions: Listen<PositionLists>;
  /** The account changed: verified, leverage, level… */
  onUser: Listen<User>;
  /** What was paid in or out changed: it is to be loaded again. */
  onTransactions: Listen<unknown>;
  /** An operator changed what can be traded: the whole list. */
  onAssets: Listen<Asset[]>;
  /** Calls back at every connect, also the ones after a loss. */
  onLive: (listener: () => void) => () => void;
  close: () => void;
}

export interface LineParts {
  /** Where the server is; where the build was told it is by default. */
  origin?: string;
  /** How long an acknowledgement may take. */
  answerTimeoutMs?: number;
  /** The window: it knows when the network goes and comes, and when somebody looks at the page again. */
  page?: EventTarget;
}

// Both sockets get a connection of their own: the price socket's frames are written past Socket.IO's per-socket queue.
const options = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  forceNew: true,
  reconnectionDelay: 500,
  reconnectionDelayMax: 10_000,
  // Thousands that were lost at once come back one by one.
  randomizationFactor: 0.8,
  // A try that began while the line was dead is not waited for when it is back.
  timeout: 8_000,
};

/** When to ask a server again that refused us; later where it has too many of our pages already. */
const refusedRetryMs = 2_000;
const crowdedRetryMs = 30_000;
/** The server pings every five seconds; a line that was silent for longer than this is dead. */
const longestSilenceMs = 10_000;
/** Who wakes up with the page in sight gets no event that says so. */
const checkEveryMs = 1_000;

/** Follows the price socket for as long as the page lives, or until the returned function is called. */
export function openPriceLine(
  take: (frame: PriceMap) => void,
  { origin = apiOrigin, page }: LineParts = {},
): () => void {
  const socket = io(`${origin}/prices`, options);
  socket.on('prices', take);
  const stop = followSocket(socket, { $line: $priceLine, page });
  return () => closeLine(socket, $priceLine, stop);
}

/**
 * Opens the customer's socket. `onRejected` is called when the server does not accept the access token, at first or
 * later: the session is over.
 */
export function openCustomerLine(
  accessToken: string,
  onRejected: () => void,
  { origin = apiOrigin, answerTimeoutMs = 8_000, page }: LineParts = {},
): CustomerLine {
  const socket = io(`${origin}/`, { ...options, query: { token: accessToken } });
  const stop = followSocket(socket, { $line: $customerLine, page, onRejected });
  return {
    async ask(emit, payload) {
      // The library would keep it and send it later, when no trader expects it any more.
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
    onAssets: listenTo<Asset[]>(socket, 'assets'),
    onLive: listenTo<unknown>(socket, 'connect'),
    close: () => closeLine(socket, $customerLine, stop),
  };
}

function listenTo<Data>(socket: Socket, event: string): Listen<Data> {
  return (listener) => {
    socket.on(event, listener);
    return () => socket.off(event, listener);
  };
}

interface Following {
  $line: WritableAtom<LineState>;
  page: EventTarget | undefined;
  onRejected?: () => void;
}

/** Keeps the line's state, and the line itself up for as long as it can be. Returns how to stop. */
function followSocket(socket: Socket, { $line, page, onRejected }: Following): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => $line.set('live'));
  socket.on('connect_error', (fault: Error & { data?: { code?: string } }) => {
    $line.set('lost');
    // A broken connection keeps the socket active and trying; a refusal ends it.
    if (socket.active) return;
    const code = fault.data?.code;
    const retryMs = code === 'TOO_MANY_REQUESTS' ? crowdedRetryMs : refusedRetryMs;
    if (code === 'UNAUTHENTICATED') onRejected?.();
    else retry = setTimeout(() => socket.connect(), retryMs);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    $line.set('lost');
    // The client does not come back by itself when it was the server that ended it; a dead session is then refused.
    if (reason === 'io server disconnect') socket.connect();
  });
  const stopPage = page && followPage(page, { socket, $line });
  return () => {
    clearTimeout(retry);
    stopPage?.();
  };
}

/** A network that went takes the line with it; one that came back, and somebody who looks again, need it at once. */
function followPage(
  page: EventTarget,
  { socket, $line }: { socket: Socket; $line: WritableAtom<LineState> },
): () => void {
  let heardMs = elapsedMs();
  const hear = () => {
    heardMs = elapsedMs();
  };
  const drop = () => socket.io.engine.close();
  // The library's own timer sleeps with the machine.
  const check = () => socket.connected && elapsedMs() - heardMs > longestSilenceMs && drop();
  const wake = () => {
    check();
    // To be asked to connect again ends its wait for the next attempt.
    if ($line.get() === 'lost') socket.disconnect().connect();
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

function closeLine(socket: Socket, $line: WritableAtom<LineState>, stop: () => void) {
  stop();
  socket.removeAllListeners();
  socket.disconnect();
  $line.set('connecting');
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
