import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { findProgram } from './find-program.ts';

export interface Load {
  requestsPerSecond: number;
  /** The time that 99 of 100 requests took at most; null where the tool does not tell. */
  p99Ms: number | null;
}

export interface RequestLoad {
  tool: 'wrk' | 'node';
  /** Asks for one address over 64 connections for some seconds. */
  load: (url: string, acceptEncoding?: string) => Promise<Load>;
}

const connections = 64;
const seconds = 5;

/** wrk where it is installed: it leaves a core to the server. Else a loop of Node, that measures less than there is. */
export function findRequestLoad(): RequestLoad {
  const wrk = findProgram('wrk');
  return wrk
    ? { tool: 'wrk', load: (url, acceptEncoding = 'identity') => runWrk(wrk, url, acceptEncoding) }
    : { tool: 'node', load: (url, acceptEncoding = 'identity') => runNode(url, acceptEncoding) };
}

async function runWrk(wrk: string, url: string, acceptEncoding: string): Promise<Load> {
  const header = `accept-encoding: ${acceptEncoding}`;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', header, url];
  const child = spawn(wrk, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  if (perSecond === undefined || p99 === undefined || /Non-2xx|Socket errors/.test(output))
    throw new Error(`wrk met trouble:\n${output}`);
  const msOf: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };
  return { requestsPerSecond: Number(perSecond), p99Ms: Number(p99) * (msOf[unit] ?? NaN) };
}

function fetchOnce(url: string, agent: Agent, acceptEncoding: string): Promise<void> {
  return new Promise((done, fail) => {
    get(url, { agent, headers: { 'accept-encoding': acceptEncoding } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${url} answered ${String(response.statusCode)}`));
      response.resume().once('end', done);
    }).once('error', fail);
  });
}

async function runNode(url: string, acceptEncoding: string): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const ask = async () => {
    while (performance.now() < until) {
      await fetchOnce(url, agent, acceptEncoding);
      count++;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return { requestsPerSecond: count / seconds, p99Ms: null };
}
