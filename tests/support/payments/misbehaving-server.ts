import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ways in which a server that stands in for a provider can misbehave. */
export const misbehaviours = [
  'silent',
  'slow to end',
  'error',
  'html',
  'endless',
  'cut off',
  'redirect',
  'empty',
] as const;
export type Misbehaviour = (typeof misbehaviours)[number];

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers a request whose body has been read completely. */
type Answer = (asked: Asked, response: ServerResponse) => void;

export interface MisbehavingServer {
  url: string;
  /** The requests that it received, in order. */
  asked: Asked[];
  /** Null: it answers as it should. */
  misbehaviour: Misbehaviour | null;
  close: () => Promise<void>;
}

/** A server on a port of its own that answers with `answer` unless it misbehaves. */
export async function startMisbehavingServer(answer: Answer): Promise<MisbehavingServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const asked = { method, path, headers, body };
      peer.asked.push(asked);
      if (peer.misbehaviour === null) answer(asked, response);
      else misbehave(peer.misbehaviour, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const peer: MisbehavingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    misbehaviour: null,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return peer;
}

const json = { 'content-type': 'application/json' };

function misbehave(how: Misbehaviour, response: ServerResponse): void {
  switch (how) {
    case 'silent':
      return;
    case 'slow to end':
      response.writeHead(200, json).write('{"url":');
      return;
    case 'error':
      response.writeHead(500, json).end('{"error":{"message":"No such luck"},"url":"https://pay.example/never"}');
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
      return;
    case 'endless':
      endless(response.writeHead(200, json));
      return;
    case 'cut off':
      response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"url":"https://pay.example/p"');
      response.destroy();
      return;
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end();
      return;
    case 'empty':
      response.writeHead(204).end();
  }
}

/** Writes as fast as the other side reads. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}
