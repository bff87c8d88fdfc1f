import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startEmbedded } from '../../../src/server/db/embedded.ts';

/** A program for the thread: it is ready, and then does this at the first message. */
function threadThat(does: string): URL {
  const program = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { ${does} });
    parentPort.postMessage('ready');`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
}

it('says that its thread has failed, and breaks the connection', async () => {
  const program = threadThat(`throw new Error('memory access out of bounds')`);
  let tell: (fault: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => (tell = resolve));
  const embedded = await startEmbedded({ folder: null, program, onLost: tell });
  const connection = embedded.connect();
  const broken = once(connection, 'error');
  connection.write('a query');
  expect((await lost).message).toBe('memory access out of bounds');
  expect(await broken).toMatchObject([{ message: 'memory access out of bounds' }]);
  expect(await once(embedded.connect(), 'error')).toMatchObject([{ message: 'The embedded database has stopped' }]);
  await embedded.stop();
});

it('says nothing when it is stopped', async () => {
  const lost: Error[] = [];
  const options = {
    folder: null,
    program: threadThat('parentPort.close()'),
    onLost: (fault: Error) => void lost.push(fault),
  };
  await (await startEmbedded(options)).stop();
  expect(lost).toEqual([]);
});
