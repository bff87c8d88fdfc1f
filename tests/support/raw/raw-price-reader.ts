import type { Socket } from 'node:net';
import type { PriceMap } from '../../../src/lib/contract/entities.ts';
import { opcodes, openRawWebSocket } from './raw-web-socket.ts';

/** A price reader on a bare TCP connection that can stop reading, like a browser whose network is dead. */
export interface RawPriceReader {
  connection: Socket;
  /** Every price update so far, oldest first. */
  frames: PriceMap[];
  /** The pings received. */
  pings: Buffer[];
  answer: (ping: Buffer) => void;
}

/** Joins `/prices` by the WebSocket transport; answers pings only when told to. */
export async function openRawPriceReader(port: number): Promise<RawPriceReader> {
  const joined = Promise.withResolvers<undefined>();
  const [frames, pings] = [[] as PriceMap[], [] as Buffer[]];
  const socket = openRawWebSocket({ port, path: '/socket.io/?EIO=4&transport=websocket' }, (opcode, content) => {
    if (opcode === opcodes.ping) pings.push(Buffer.from(content));
    if (opcode !== opcodes.text) return;
    const text = content.toString();
    if (text.startsWith('0')) socket.send('text', Buffer.from('40/prices,'));
    if (text === '2') socket.send('text', Buffer.from('3'));
    if (!text.startsWith('42/prices,')) return;
    const [, prices] = JSON.parse(text.slice('42/prices,'.length)) as [string, PriceMap];
    frames.push(prices);
    joined.resolve(undefined);
  });
  const { connection } = socket;
  connection.once('error', joined.reject);
  await joined.promise;
  return { connection, frames, pings, answer: (ping) => socket.send('pong', ping) };
}
