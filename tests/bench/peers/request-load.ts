import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { amount } from '../measurement.ts';
import { needProgram } from './find-program.ts';

export interface Load {
  requestsPerSecond: number;
  /** 99 of 100 requests took at most this long. */
  p99Ms: number;
}

export const connections = 64;
const seconds = amount({ full: 5, smoke: 1 });

/**
 * Requests one address over 64 connections for some seconds. wrk has a single thread, so that a core is left for the
 * server.
 */
export async function loadByWrk(url: string, acceptEncoding: string): Promise<Load> {
  const header = `accept-encoding: ${acceptEncoding}`;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', header, url];
  const child = spawn(needProgram('wrk'), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  if (perSecond === undefined || p99 === undefined || /Non-2xx|Socket errors/.test(output))
    throw new Error(`wrk failed:\n${output}`);
  const msOf: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };
  return { requestsPerSecond: Number(perSecond), p99Ms: Number(p99) * (msOf[unit] ?? NaN) };
}
