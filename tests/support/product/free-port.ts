import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves: nobody is given one of these between the look and its use. */
const [least, most] = [15_000, 30_000];

/**
 * A port of this machine that nobody listens on, for a program that is to be found where it was, or has to know before
 * where it is.
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
