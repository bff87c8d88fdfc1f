import { elapsedMs } from './elapsed-clock.ts';
import { packetsOf, readPacket } from './packets.ts';
import type { Namespace, Packet } from './packets.ts';

export interface ConnectionParts {
  /** Where the server is, with its query: `wss://host/socket.io/?…`. */
  address: string;
  namespace: Namespace;
  /** The namespace let us in. */
  onJoined: () => void;
  onEvent: (name: string, data: unknown) => void;
  /** It is over, and nothing comes from it any more; told once. `refusal`: the namespace did not let us in, for this reason. */
  onOver: (refusal?: { code: string | undefined }) => void;
}

/** One connection to a namespace, from its first byte to its end. */
export interface NamespaceConnection {
  readonly isJoined: boolean;
  /** Asks and resolves with the answer; with null when it is over before, or no answer came in time. */
  ask: (event: string, payload: unknown, timeoutMs: number) => Promise<unknown>;
  /** Ends it where the server has been silent for longer than it may be. */
  check: () => void;
  end: () => void;
}

/** How long it may take until the namespace has let us in. */
const joinWithinMs = 10_000;

export function openConnection({ address, namespace, ...parts }: ConnectionParts): NamespaceConnection {
  const packets = packetsOf(namespace);
  const answers = createAnswers();
  const webSocket = new WebSocket(address);
  let state: 'opening' | 'joined' | 'over' = 'opening';
  let heardMs = elapsedMs();
  let silenceMs = joinWithinMs;

  function end(refusal?: { code: string | undefined }) {
    if (state === 'over') return;
    state = 'over';
    webSocket.close();
    answers.giveUp();
    parts.onOver(refusal);
  }

  function take(packet: Packet) {
    if (packet.kind === 'event') parts.onEvent(packet.name, packet.data);
    else if (packet.kind === 'answer') answers.take(packet.id, packet.data);
    else if (packet.kind === 'ping') webSocket.send(packets.pong);
    else if (packet.kind === 'ended') end();
    else if (packet.kind === 'refused') end(packet);
    else if (packet.kind === 'opened') {
      silenceMs = packet.silenceMs;
      webSocket.send(packets.join);
    } else if (packet.kind === 'joined') {
      state = 'joined';
      parts.onJoined();
    }
  }

  webSocket.onclose = () => end();
  webSocket.onmessage = ({ data }) => {
    heardMs = elapsedMs();
    // A connection that was given up may still have something to say.
    if (state !== 'over') take(readPacket(String(data)));
  };
  return {
    get isJoined() {
      return state === 'joined';
    },
    ask(event, payload, timeoutMs) {
      if (state !== 'joined') return Promise.resolve(null);
      const { id, answer } = answers.expect(timeoutMs);
      webSocket.send(packets.question(id, event, payload));
      return answer;
    },
    check: () => elapsedMs() - heardMs > silenceMs && end(),
    end,
  };
}

/** The questions that wait for their answers. */
function createAnswers() {
  const waiting = new Map<number, (data: unknown) => void>();
  let lastId = 0;
  return {
    expect(timeoutMs: number) {
      const id = ++lastId;
      const answer = new Promise<unknown>((resolve) => {
        const timer = setTimeout(() => waiting.get(id)?.(null), timeoutMs);
        waiting.set(id, (data) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(data);
        });
      });
      return { id, answer };
    },
    take: (id: number, data: unknown) => waiting.get(id)?.(data),
    giveUp: () => waiting.forEach((settle) => settle(null)),
  };
}
