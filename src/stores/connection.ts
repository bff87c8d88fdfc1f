import { atom, computed } from 'nanostores';
import type { WritableAtom } from 'nanostores';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { EmitName } from '../lib/contract/endpoints.ts';
import type { Balance, PositionLists, PriceMap, User } from '../lib/contract/entities.ts';
import type { Acknowledgement } from '../lib/contract/envelope.ts';

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
  ask: <Payload, Data>(emit: EmitName<Payload, Data>, payload: Payload) => Promise<Acknowledgement<Data> | null>;
  /** Resolves true once the line is live, false when that took longer than `timeoutMs`. */
  whenLive: (timeoutMs: number) => Promise<boolean>;
  onBalance: Listen<Balance>;
  onPositions: Listen<PositionLists>;
  /** The account changed: verified, leverage, level… */
  onUser: Listen<User>;
  /** Calls back at every connect, also the ones after a loss. */
  onLive: (listener: () => void) => () => void;
  close: () => void;
}

export interface LineParts {
  /** Where the server is; the page's own origin by default. */
  origin?: string;
  /** How long an acknowledgement may take. */
  answerTimeoutMs?: number;
}

// Both sockets get a connection of their own: the price socket's frames are written past Socket.IO's per-socket queue.
const options = {
  transports: ['websocket', 'polling'],
  forceNew: true,
  reconnectionDelay: 500,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
};

/** Follows the price socket for as long as the page lives, or until the returned function is called. */
export function openPriceLine(take: (frame: PriceMap) => void, { origin = '' }: LineParts = {}): () => void {
  const socket = io(`${origin}/prices`, options);
  socket.on('prices', take);
  followState(socket, $priceLine);
  return () => closeLine(socket, $priceLine);
}

/**
 * Opens the customer's socket. `onRejected` is called when the server does not accept the access token, at first or
 * later: the session is over.
 */
export function openCustomerLine(
  accessToken: string,
  onRejected: () => void,
  { origin = '', answerTimeoutMs = 8_000 }: LineParts = {},
): CustomerLine {
  const socket = io(`${origin}/`, { ...options, query: { token: accessToken } });
  followState(socket, $customerLine);
  // A refused handshake leaves the socket inactive; a broken connection keeps it active and trying.
  socket.on('connect_error', () => {
    if (!socket.active) onRejected();
  });
  return {
    ask: async (emit, payload) => {
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
    onLive: (listener) => {
      socket.on('connect', listener);
      return () => socket.off('connect', listener);
    },
    close: () => closeLine(socket, $customerLine),
  };
}

function listenTo<Data>(socket: Socket, event: string): Listen<Data> {
  return (listener) => {
    socket.on(event, listener);
    return () => socket.off(event, listener);
  };
}

function followState(socket: Socket, $line: WritableAtom<LineState>) {
  socket.on('connect', () => $line.set('live'));
  socket.on('connect_error', () => $line.set('lost'));
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    $line.set('lost');
    // The client does not come back by itself when it was the server that ended it; a dead session is then refused.
    if (reason === 'io server disconnect') socket.connect();
  });
}

function closeLine(socket: Socket, $line: WritableAtom<LineState>) {
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
