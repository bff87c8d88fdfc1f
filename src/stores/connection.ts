import { atom, computed } from 'nanostores';
import type { WritableAtom } from 'nanostores';
import type { EmitName } from '../lib/contract/endpoints.ts';
import type { Balance, PositionLists, PriceMap, User } from '../lib/contract/entities.ts';
import type { Acknowledgement } from '../lib/contract/envelope.ts';
import type { Namespace } from './realtime/packets.ts';
import type { RealtimeSocket, SocketParts } from './realtime/realtime-socket.ts';
import { openRealtimeSocket } from './realtime/realtime-socket.ts';

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
  /** The window: it knows when the network goes and comes, and when somebody looks at the page again. */
  page?: EventTarget;
}

/** Follows the price socket for as long as the page lives, or until the returned function is called. */
export function openPriceLine(take: (frame: PriceMap) => void, { origin, page }: LineParts = {}): () => void {
  const socket = openRealtimeSocket({
    address: addressOf(origin),
    ...followState('/prices', $priceLine),
    onEvent: (name, data) => name === 'prices' && take(data as PriceMap),
    onRefused: () => undefined,
  });
  const stopPage = page && followPage(page, socket);
  return () => {
    stopPage?.();
    closeLine(socket, $priceLine);
  };
}

/**
 * Opens the customer's socket. `onRejected` is called when the server does not accept the access token, at first or
 * later: the session is over.
 */
export function openCustomerLine(
  accessToken: string,
  onRejected: () => void,
  { origin, answerTimeoutMs = 8_000, page }: LineParts = {},
): CustomerLine {
  const listeners = createListeners();
  const state = followState('/', $customerLine);
  const socket = openRealtimeSocket({
    address: addressOf(origin, accessToken),
    ...state,
    onLive() {
      state.onLive();
      listeners.tell('live', undefined);
    },
    onEvent: listeners.tell,
    // Any other reason, a server that cannot reach its database above all, says nothing about the session.
    onRefused: (code) => code === 'UNAUTHENTICATED' && onRejected(),
  });
  const stopPage = page && followPage(page, socket);
  return {
    ask: async (emit, payload) =>
      (await socket.ask(emit.event, payload, answerTimeoutMs)) as Acknowledgement<never> | null,
    whenLive: (timeoutMs) => whenLive(socket, listeners.on<undefined>('live'), timeoutMs),
    onBalance: listeners.on<Balance>('balance'),
    onPositions: listeners.on<PositionLists>('positions'),
    onUser: listeners.on<User>('user'),
    onLive: listeners.on<undefined>('live'),
    close() {
      stopPage?.();
      closeLine(socket, $customerLine);
    },
  };
}

function addressOf(origin = location.origin, accessToken?: string): string {
  const token = accessToken === undefined ? '' : `&token=${encodeURIComponent(accessToken)}`;
  return `${origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket${token}`;
}

function followState(namespace: Namespace, $line: WritableAtom<LineState>) {
  return {
    namespace,
    onLive: () => $line.set('live'),
    onLost: () => $line.set('lost'),
  } satisfies Partial<SocketParts>;
}

function createListeners() {
  const byName = new Map<string, Set<(data: never) => void>>();
  const of = (name: string) => {
    const known = byName.get(name) ?? new Set();
    byName.set(name, known);
    return known;
  };
  return {
    tell: (name: string, data: unknown) => of(name).forEach((listener) => listener(data as never)),
    on:
      <Data>(name: string): Listen<Data> =>
      (listener) => {
        of(name).add(listener);
        return () => of(name).delete(listener);
      },
  };
}

/** A network that went takes the line with it; one that came back, and somebody who looks again, need it at once. */
function followPage(page: EventTarget, socket: RealtimeSocket): () => void {
  const { drop, wake } = socket;
  const events = { offline: drop, online: wake, visibilitychange: wake, pageshow: wake };
  for (const [name, listener] of Object.entries(events)) page.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(events)) page.removeEventListener(name, listener);
  };
}

function closeLine(socket: RealtimeSocket, $line: WritableAtom<LineState>) {
  socket.close();
  $line.set('connecting');
}

function whenLive(socket: RealtimeSocket, onLive: Listen<undefined>, timeoutMs: number): Promise<boolean> {
  if (socket.isLive) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(false), timeoutMs);
    const stop = onLive(() => settle(true));
    function settle(isLive: boolean) {
      clearTimeout(timer);
      stop();
      resolve(isLive);
    }
  });
}
