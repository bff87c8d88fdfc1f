import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { DataDirInUse, lockDataDir } from '../../../src/server/db/data-lock.ts';

/** How often a build that waits for another one looks again. */
const lookAgainMs = 250;

/** Builds the site into a folder of its own, one build at a time; of the tree of `cwd` where that is another. Returns whether it ended well, and what it said. */
export async function buildApart(
  outDir: string,
  env: Readonly<Record<string, string>>,
  cwd = '.',
): Promise<{ ok: boolean; said: string }> {
  const lock = await lockBuilds();
  try {
    const child = spawn('npm', ['run', 'build', '--', '--outDir', outDir], { cwd, env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { ok: code === 0, said };
  } finally {
    await lock.release();
  }
}

/** Two builds of one tree share what Astro keeps beside it. */
async function lockBuilds(): ReturnType<typeof lockDataDir> {
  for (;;) {
    try {
      return await lockDataDir('.astro/builds-apart');
    } catch (fault) {
      if (!(fault instanceof DataDirInUse)) throw fault;
      await wait(lookAgainMs);
    }
  }
}
