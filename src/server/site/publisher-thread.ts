import { parentPort, workerData } from 'node:worker_threads';
import type { SiteFacts } from '../../content/site-facts.ts';
import type { ListedContent, SentParts } from '../content/content-parts.ts';
import { createContentReceiver } from '../content/content-parts.ts';
import { collectGarbage } from '../work/collect-garbage.ts';
import { createThreadCalls } from '../work/thread-calls.ts';
import type { PublisherOptions } from './open-publisher.ts';
import { openPublisher } from './open-publisher.ts';

/** The program of the thread that renders pages. */

/** A publication as it is sent to the thread: the parts of its content were sent before. */
export interface SentPublication {
  facts: Omit<SiteFacts, 'content'>;
  content: ListedContent;
}

/** To render or remove so many leaves garbage worth collecting. */
const manyPages = 50;

if (!parentPort) throw new Error('This program runs in a thread only');
const { receive, contentOf } = createContentReceiver();
const main = createThreadCalls(parentPort, {
  handlers: {
    parts: (parts: SentParts) => receive(parts),
    async publish({ facts, content }: SentPublication, signal) {
      const published = await (await publisher).publish({ ...facts, content: contentOf(content) }, signal);
      if (published.rendered + published.removed.length > manyPages) setImmediate(collectGarbage);
      return published;
    },
  },
});
const publisher = openPublisher(workerData as PublisherOptions, {
  logger: { error: (facts: unknown, message?: string) => void main.call('error', { facts, message }) },
  onImproved: (page) => void main.call('improved', page),
});
// Without a publisher the thread ends, so that the next publication starts another one.
publisher.catch((fault: unknown) => {
  throw fault;
});
