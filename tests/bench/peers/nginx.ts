import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findProgram } from './find-program.ts';
import type { ProgramPlace } from './program-place.ts';
import { makePlace } from './program-place.ts';

export interface Nginx {
  url: string;
  stop: () => Promise<void>;
}

/** One worker; `http` is what stands in the block of that name. */
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

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const answered = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (answered) return;
  }
}

/** One worker that serves a folder, configured as one would for speed; null where nginx is not installed. */
export async function startNginx(root: string): Promise<Nginx | null> {
  const program = findProgram('nginx');
  if (!program) return null;
  const place = await makePlace('nginx');
  return runNginx(program, { place, http: forSpeed(resolve(root), place.port) });
}

/** Runs nginx with these words in its block `http`; they listen on the port of the place. */
export async function runNginx(
  program: string,
  { place: { folder, port, remove }, http }: { place: ProgramPlace; http: string },
): Promise<Nginx> {
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, http));
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([untilItAnswers(url), ended.then(() => Promise.reject(new Error('nginx ended at its start')))]);
  return {
    url,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      await remove();
    },
  };
}
