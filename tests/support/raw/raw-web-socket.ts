import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

export const opcodes = { text: 0x1, ping: 0x9, pong: 0xa } as const;

/** The WebSocket protocol on a bare TCP connection, as far as our servers use it. */
export interface RawWebSocket {
  connection: Socket;
  send: (kind: keyof typeof opcodes, content: Buffer) => void;
}

/** Opens a WebSocket to this machine and passes on every complete message. */
export function openRawWebSocket(
  { port, path }: { port: number; path: string },
  onMessage: (opcode: number, content: Buffer) => void,
): RawWebSocket {
  const connection = connect(port, '127.0.0.1');
  connection.write(handshake(path));
  readMessages(connection, onMessage);
  return { connection, send: (kind, content) => connection.write(maskedFrame(opcodes[kind], content)) };
}

function handshake(path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');
}

/** Clients must mask what they send; a mask of zeros leaves the bytes unchanged. */
function maskedFrame(opcode: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x80 | opcode, 0x80 | content.length, 0, 0, 0, 0), content]);
}

/** Splits the bytes after the HTTP response into whole frames. */
function readMessages(connection: Socket, onMessage: (opcode: number, content: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let upgraded = false;
  connection.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!upgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      upgraded = true;
      rest = rest.subarray(end + 4);
    }
    for (let frame = cutFrame(rest); frame; frame = cutFrame(rest)) {
      rest = rest.subarray(frame.length);
      onMessage(frame.opcode, frame.content);
    }
  });
}

function cutFrame(bytes: Buffer): { opcode: number; content: Buffer; length: number } | null {
  const [first = 0, short = 0] = bytes;
  const headLength = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < headLength) return null;
  const size = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const length = headLength + size;
  if (bytes.length < length) return null;
  return { opcode: first & 0xf, content: bytes.subarray(headLength, length), length };
}
