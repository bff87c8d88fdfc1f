import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so the system hands out none of these between our check and the port's use. */
const [least, most] = [15_000, 30_000];

/**
 * A free port of this machine, for a program that has to come back on the same port or to know its port before it
 * starts.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(least, most);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EADDRINUSE') return findFreePort();
    throw fault;
  }
  server.close();
  await once(server, 'close');
  return port;
}
