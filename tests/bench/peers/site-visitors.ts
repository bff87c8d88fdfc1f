import { Agent, get } from 'node:http';
import { io } from 'socket.io-client';

/**
 * Visitors of the site, in a process of their own: some read pages at a steady rate, one listens to prices. They notice
 * when the server is busy with something else.
 */

export interface VisitorsOrder {
  url: string;
  /** The pages that are read, in turn. */
  paths: string[];
}

export interface VisitorsFigures {
  reads: number;
  readP99Ms: number;
  longestReadMs: number;
  frames: number;
  /** How much later than a tenth of a second after the frame before. */
  frameP99Ms: number;
  longestFrameMs: number;
}

const readEveryMs = 10;
const frameEveryMs = 100;

const agent = new Agent({ keepAlive: true });
let reads: number[] = [];
let delays: number[] = [];
let lastFrameAt: number | undefined;

function read(url: string): void {
  const startedAt = performance.now();
  const headers = { 'accept-encoding': 'gzip', accept: 'text/html' };
  get(url, { agent, headers }, (response) => {
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    response.resume().once('end', () => reads.push(performance.now() - startedAt));
  });
}

/** A late start counts as waiting: whoever comes every 10 ms does not wait for the visitor before. */
function visit({ url, paths }: VisitorsOrder): () => void {
  let count = 0;
  const timer = setInterval(() => read(`${url}${paths[count++ % paths.length] ?? ''}`), readEveryMs);
  const socket = io(`${url}/prices`, { transports: ['websocket'] });
  socket.on('prices', () => {
    const now = performance.now();
    if (lastFrameAt !== undefined) delays.push(Math.max(0, now - lastFrameAt - frameEveryMs));
    lastFrameAt = now;
  });
  return () => {
    clearInterval(timer);
    socket.disconnect();
  };
}

function percentile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

function figures(): VisitorsFigures {
  return {
    ...{ reads: reads.length, readP99Ms: percentile(reads, 0.99), longestReadMs: percentile(reads, 1) },
    ...{ frames: delays.length, frameP99Ms: percentile(delays, 0.99), longestFrameMs: percentile(delays, 1) },
  };
}

let stopVisiting: () => void = () => undefined;

process.on('message', (order: VisitorsOrder | 'begin' | 'end' | 'leave') => {
  if (order === 'begin') [reads, delays] = [[], []];
  else if (order === 'end') process.send?.(figures());
  else if (order === 'leave') {
    stopVisiting();
    process.disconnect?.();
  } else stopVisiting = visit(order);
});
