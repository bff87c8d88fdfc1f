import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DataDirInUse, lockDataDir } from '../../../src/server/db/data-lock.ts';

/** How often a build that waits for another one tries again. */
const pollAgainMs = 250;

/** Whether a build succeeded, and its output. */
interface Built {
  ok: boolean;
  said: string;
}

type Env = Readonly<Record<string, string>>;

/** Builds the site into a folder of its own, one build at a time; `cwd` names another source tree. */
export async function buildApart(outDir: string, env: Env, cwd = '.'): Promise<Built> {
  const lock = await lockBuilds();
  try {
    return await build(outDir, env, cwd);
  } finally {
    await lock.release();
  }
}

/**
 * Like `buildApart`, but once per test run: a build that another worker has made, and may be serving, is left alone.
 */
export async function buildOnce(outDir: string, env: Env): Promise<Built> {
  const lock = await lockBuilds();
  try {
    const mark = join(outDir, 'built-for.json');
    const builtFor = JSON.stringify({ run: process.env.TEST_RUN, env });
    if ((await readFile(mark, 'utf8').catch(() => '')) === builtFor) return { ok: true, said: '' };
    const built = await build(outDir, env, '.');
    if (built.ok) await writeFile(mark, builtFor);
    return built;
  } finally {
    await lock.release();
  }
}

async function build(outDir: string, env: Env, cwd: string): Promise<Built> {
  const child = spawn('npm', ['run', 'build', '--', '--outDir', outDir], { cwd, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, said };
}

/** Lets only one build run at a time: builds of one source tree share the files that Astro keeps beside it. */
async function lockBuilds(): ReturnType<typeof lockDataDir> {
  for (;;) {
    try {
      return await lockDataDir('.astro/builds-apart');
    } catch (fault) {
      if (!(fault instanceof DataDirInUse)) throw fault;
      await wait(pollAgainMs);
    }
  }
}
