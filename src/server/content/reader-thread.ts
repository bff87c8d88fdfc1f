import { parentPort, workerData } from 'node:worker_threads';
import type { SiteContent } from '../../content/model/site-content.ts';
import { hashOfPart } from '../../content/texts/hash-content.ts';
import { collectGarbage } from '../work/collect-garbage.ts';
import { createThreadCalls } from '../work/thread-calls.ts';
import { createContentSender } from './content-parts.ts';
import type { ReaderOptions } from './content-reader.ts';
import { openContentReader } from './content-reader.ts';

/** The program of the thread that reads the content. */

if (!parentPort) throw new Error('This program runs in a thread only');
const main = createThreadCalls(parentPort, {
  handlers: {
    findCopies: () => reader.findCopies(),
    openCopy: async ({ file, now }: { file: string; now: number }) => sendAll(await reader.openCopy(file, now)),
    startFrom: (file: string) => reader.startFrom(file),
    load: (_input: null, signal) => reader.load(signal),
    merge: async (now: number) => sendAll(await reader.merge(now)),
    mergeAgain: async (now: number) => sendAll(await reader.mergeAgain(now)),
    keep: () => reader.keep(),
    loadDraft: (slug: string, signal) => reader.loadDraft(slug, signal),
    readUnsaved: (form: Record<string, unknown>, signal) => reader.readUnsaved(form, signal),
  },
});
const send = createContentSender(hashOfPart, (parts) => main.call('parts', parts));
const reader = openContentReader({
  ...(workerData as ReaderOptions),
  store: {
    has: (path) => main.call<boolean>('hasPicture', path),
    put: (path, bytes) => main.call<undefined>('putPicture', { path, bytes }),
  },
});

async function sendAll<Read extends { content: SiteContent }>({ content, ...others }: Read) {
  const listed = await send(content);
  // The answer is sent first.
  setImmediate(collectGarbage);
  return { ...others, content: listed };
}
