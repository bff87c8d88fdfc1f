import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RangePeer {
  url: string;
  /** The requested paths, each with the header that asks for padding. */
  asked: { path: string; padding: string | undefined }[];
  breached: string[];
  /** `silent` never answers. */
  mood: 'well' | 'broken' | 'silent';
  close: () => Promise<void>;
}

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

/**
 * A stand-in for Have I Been Pwned's range API, on its own port. Like the real one, it adds padding lines, whose count
 * is 0.
 */
export async function startRangePeer(): Promise<RangePeer> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    peer.asked.push({ path, padding: request.headers['add-padding'] as string | undefined });
    if (peer.mood === 'silent') return;
    const prefix = path.split('/').at(-1) ?? '';
    const found = peer.breached.map(digestOf).filter((digest) => digest.startsWith(prefix));
    response.writeHead(peer.mood === 'well' ? 200 : 503);
    response.end(
      [`${'0'.repeat(34)}1:3`, ...found.map((digest) => `${digest.slice(5)}:42`), `${'F'.repeat(35)}:0`].join('\r\n'),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const peer: RangePeer = {
    ...{ asked: [], breached: [], mood: 'well' },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return peer;
}
