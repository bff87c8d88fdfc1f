import { Worker } from 'node:worker_threads';
import type { SiteFacts } from '../../content/site-facts.ts';
import type { ThreadCalls } from '../work/thread-calls.ts';
import { createThreadCalls } from '../work/thread-calls.ts';
import { createContentSender } from '../content/content-parts.ts';
import type { PublisherOptions } from './open-publisher.ts';
import type { SentPublication } from './publisher-thread.ts';
import type { Published, SitePublisher, SitePublisherParts } from './site-publisher.ts';

const program = new URL('./publisher-thread.ts', import.meta.url);
const threadOptions = {
  // Stores ask for localStorage. Node has one of its own, and warns that it has no file.
  execArgv: ['--no-experimental-webstorage'],
  // Rendering makes much garbage. A small young generation keeps it from adding up to the memory of the process.
  resourceLimits: { maxYoungGenerationSizeMb: 16 },
};

/**
 * A publisher in a thread of its own, so that rendering delays neither reads nor prices. It starts with the first
 * publication. If it ends by a fault, the next publication starts another one, which goes on from what is on the disk.
 */
export function createPublisherApart(
  options: PublisherOptions,
  { logger, onImproved }: Pick<SitePublisherParts, 'logger' | 'onImproved'>,
): SitePublisher {
  let thread: { worker: Worker; calls: ThreadCalls; send: ReturnType<typeof createContentSender> } | undefined;

  function start() {
    const worker = new Worker(program, { workerData: options, ...threadOptions });
    const calls = createThreadCalls(worker, {
      handlers: {
        improved: onImproved,
        error: ({ facts, message }: { facts: object; message: string }) => logger.error(facts, message),
      },
    });
    const end = (reason: Error) => {
      calls.end(reason);
      if (thread?.worker === worker) thread = undefined;
    };
    worker.once('error', end).once('exit', () => end(new Error('The thread that renders pages has ended')));
    return { worker, calls, send: createContentSender(createNumbering(), (parts) => calls.call('parts', parts)) };
  }

  return {
    async publish({ content, ...facts }: SiteFacts, signal) {
      const { calls, send } = (thread ??= start());
      const publication: SentPublication = { facts, content: await send(content) };
      return calls.call<Published>('publish', publication, signal);
    },
    async stop() {
      await thread?.worker.terminate();
    },
  };
}

/** Numbers objects in the order in which they are seen first. */
function createNumbering(): (part: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (part) => {
    const number = numbers.get(part) ?? ++last;
    numbers.set(part, number);
    return number;
  };
}
