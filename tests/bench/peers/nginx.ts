import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { needProgram } from './find-program.ts';
import type { ProgramHome } from './program-home.ts';
import { makeProgramHome } from './program-home.ts';

export interface Nginx {
  url: string;
  stop: () => Promise<void>;
}

/** Configuration with one worker; `http` is the content of the block of that name. */
const configuration = (folder: string, http: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${http}
}
`;

const forSpeed = (root: string, port: number) => `
  types { text/html html; text/javascript js; text/css css; image/svg+xml svg; font/woff2 woff2; }
  open_file_cache max=1000;
  gzip_static on;
  sendfile on;
  keepalive_requests 1000000000;
  server { listen 127.0.0.1:${port}; root ${root}; location / { try_files $uri $uri.html $uri/index.html =404; } }
`;

/** Another program has bound the port since it was found to be free. */
export class PortTaken extends Error {
  override name = 'PortTaken';
}

/**
 * Runs `start`, which finds free ports by itself. Repeats it up to five times if a port was bound by another program
 * meanwhile.
 */
export async function onFreePorts<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let left = 5; ; left -= 1) {
    try {
      return await start();
    } catch (fault) {
      if (!(fault instanceof PortTaken) || left === 0) throw fault;
    }
  }
}

const answers = (url: string) =>
  fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );

/** Serves a folder with one worker, configured for speed. Throws if nginx is not installed. */
export async function startNginx(root: string): Promise<Nginx> {
  const program = needProgram('nginx');
  const home = await makeProgramHome('nginx');
  return runNginx(program, { home, http: forSpeed(resolve(root), home.port) });
}

/**
 * Runs nginx with `http` as the content of its `http` block, which has to listen on the port of `home`. Throws
 * `PortTaken` if that port is in use.
 */
export async function runNginx(
  program: string,
  { home: { folder, port, remove }, http }: { home: ProgramHome; http: string },
): Promise<Nginx> {
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, http));
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  // The pid file shows that nginx itself answers, and not another program that has bound the port.
  while (!((await answers(url)) && existsSync(join(folder, 'pid')))) {
    if (child.exitCode === null) continue;
    await ended;
    throw said.includes('Address already in use')
      ? new PortTaken(said)
      : new Error(`nginx ended at its start: ${said}`);
  }
  return {
    url,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      process.stderr.write(said);
      await remove();
    },
  };
}
