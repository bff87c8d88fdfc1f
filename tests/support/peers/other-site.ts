import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else whose pictures and pages ours shows: a service of map tiles, a provider of embedded pages. */
export interface OtherSite {
  origin: string;
  /** The paths that it was asked for, with their query, in order. */
  asked: string[];
  close: () => Promise<void>;
}

/** One grey pixel. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** Answers what ends in .png with a tile, and everything else with a page that says its own address. */
export async function startOtherSite(): Promise<OtherSite> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const isTile = url.endsWith('.png');
    response.writeHead(200, { 'content-type': isTile ? 'image/png' : 'text/html; charset=utf-8' });
    response.end(
      isTile
        ? tile
        : `<!doctype html><html lang="en"><title>Other</title><main aria-label="Provider"><h1>${encodeURI(url)}</h1></main></html>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
