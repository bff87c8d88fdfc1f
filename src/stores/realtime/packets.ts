/**
 * The part of Engine.IO 4 and Socket.IO 5 that our server speaks over a WebSocket, as text: one packet a message, no
 * binary, no long polling. https://socket.io/docs/v4/engine-io-protocol/ and https://socket.io/docs/v4/socket-io-protocol/
 */
export type Packet =
  /** The connection is there; the server pings at least so often as to break this silence (milliseconds). */
  | { kind: 'opened'; silenceMs: number }
  | { kind: 'ping' }
  /** The namespace let us in. */
  | { kind: 'joined' }
  /** The namespace did not; `code` is the problem where the server named one. */
  | { kind: 'refused'; code: string | undefined }
  /** The server put us out. */
  | { kind: 'ended' }
  | { kind: 'event'; name: string; data: unknown }
  | { kind: 'answer'; id: number; data: unknown }
  | { kind: 'other' };

/** `/` needs no name; the others stand before what is theirs. */
export type Namespace = '/' | '/prices';

const shape = /^(\d[0-4]?)(?:\/[^,]*,)?(\d*)/;

/** Reads one message of the server; throws where what should be JSON is none. */
export function readPacket(message: string): Packet {
  const [head = '', type, id] = shape.exec(message) ?? [];
  const content = () => JSON.parse(message.slice(head.length)) as unknown;
  switch (type) {
    case '0': {
      const { pingInterval, pingTimeout } = content() as Record<'pingInterval' | 'pingTimeout', number>;
      return { kind: 'opened', silenceMs: pingInterval + pingTimeout };
    }
    case '2':
      return { kind: 'ping' };
    case '40':
      return { kind: 'joined' };
    case '41':
      return { kind: 'ended' };
    case '42': {
      const [name, data] = content() as [string, unknown];
      return { kind: 'event', name, data };
    }
    case '43':
      return { kind: 'answer', id: Number(id), data: (content() as unknown[])[0] };
    case '44':
      return { kind: 'refused', code: (content() as { data?: { code?: string } }).data?.code };
    default:
      return { kind: 'other' };
  }
}

/** What a client sends, ready to be written. */
export const packetsOf = (namespace: Namespace) => {
  const name = namespace === '/' ? '' : `${namespace},`;
  return {
    pong: '3',
    join: `40${name}`,
    /** An event that the server is to answer. */
    question: (id: number, event: string, payload: unknown) => `42${name}${id}${JSON.stringify([event, payload])}`,
  };
};
