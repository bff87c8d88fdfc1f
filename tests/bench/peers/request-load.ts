import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { findProgram } from './find-program.ts';

export interface RequestLoad {
  tool: 'wrk' | 'node';
  requestsPerSecond: (url: string) => Promise<number>;
}

const connections = 64;
const seconds = 5;

/** wrk where it is installed: it leaves a core to the server. Else a loop of Node, that measures less than there is. */
export function findRequestLoad(): RequestLoad {
  const wrk = findProgram('wrk');
  return wrk
    ? { tool: 'wrk', requestsPerSecond: (url) => runWrk(wrk, url) }
    : { tool: 'node', requestsPerSecond: runNode };
}

async function runWrk(wrk: string, url: string): Promise<number> {
  const child = spawn(wrk, ['-t1', `-c${connections}`, `-d${seconds}s`, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  if (perSecond === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk met trouble:\n${output}`);
  return Number(perSecond);
}

function fetchOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${url} answered ${String(response.statusCode)}`));
      response.resume().once('end', done);
    }).once('error', fail);
  });
}

async function runNode(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const ask = async () => {
    while (performance.now() < until) {
      await fetchOnce(url, agent);
      count++;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return count / seconds;
}
