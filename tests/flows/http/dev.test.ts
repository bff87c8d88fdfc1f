import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { enterAs } from '../../support/order-stream.ts';
import { findFreePort } from '../../support/product/free-port.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';

test('npm run dev has pages, calls and sockets on one port, and ends on a signal', async () => {
  const data = await makeDataFolder();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: String(port), DATA_DIR: data.path, SEED_HISTORY: 'short' };
  const dev = spawn('npm', ['run', 'dev'], { env, stdio: 'ignore' });
  const ended = once(dev, 'exit');
  const statusOf = (path: string) => fetch(`${url}${path}`).then(({ status }) => status, String);
  try {
    await expect.poll(() => statusOf('/readyz'), { timeout: 90_000, interval: 250 }).toBe(200);
    expect(await statusOf('/login')).toBe(200);
    expect(await statusOf('/platform/BTCUSD')).toBe(200);
    expect(await statusOf('/api/nope')).toBe(404);
    const customer = await enterAs(url);
    expect(await customer.ask('balance', null)).toMatchObject({ error: false });
    customer.leave();
  } finally {
    dev.kill('SIGTERM');
    await ended;
    await data.remove();
  }
  expect(await statusOf('/readyz')).toContain('fetch failed');
}, 150_000);
