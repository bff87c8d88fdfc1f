import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { UnusableValue } from '../../../../src/server/environment.ts';
import { listen } from '../../../../src/server/http/connections/listening.ts';

test('a port that is taken is named, and so is the variable to change', async () => {
  const first = await listen(createServer(), { host: '127.0.0.1', port: 0 });
  const port = Number(new URL(first.url).port);
  const second = listen(createServer(), { host: '127.0.0.1', port });
  await expect(second).rejects.toThrow(UnusableValue);
  await expect(second).rejects.toThrow(`PORT: expected a free port of 127.0.0.1, found ${port}, where another program`);
  await first.stop({ patienceMs: 0 });
});

test('an address of another machine is named', async () => {
  const listening = listen(createServer(), { host: '192.0.2.1', port: 0 });
  await expect(listening).rejects.toThrow('HOST: expected an address of this machine, found 192.0.2.1');
});

test('thousands of browsers that come back at once are kept until they are accepted', async () => {
  const server = createServer();
  const asked = vi.spyOn(server, 'listen');
  const { stop } = await listen(server, { host: '127.0.0.1', port: 0 });
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ backlog: 16_384 });
  await stop({ patienceMs: 0 });
});
