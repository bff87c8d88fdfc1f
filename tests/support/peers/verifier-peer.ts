import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The verifier's answer, as reCAPTCHA v3 gives it; a number is an HTTP status without a verdict. */
export type Verdict = Record<string, unknown> | number;

export interface VerifierPeer {
  url: string;
  /** The requests that it received, in order. */
  asked: Record<string, string>[];
  verdict: Verdict;
  close: () => Promise<void>;
}

/** A verifier of reCAPTCHA tokens on a port of its own. */
export async function startVerifierPeer(): Promise<VerifierPeer> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      peer.asked.push(Object.fromEntries(new URLSearchParams(body)));
      const { verdict } = peer;
      response.writeHead(typeof verdict === 'number' ? verdict : 200, { 'content-type': 'application/json' });
      response.end(typeof verdict === 'number' ? '' : JSON.stringify(verdict));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const peer: VerifierPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked: [],
    verdict: { success: true, score: 0.9, action: 'contact' },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return peer;
}
