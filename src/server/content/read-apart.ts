import { Worker } from 'node:worker_threads';
import type { ContentFault } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import type { Page } from '../../content/model/site-content.ts';
import type { PictureParts } from '../../content/pictures/with-pictures.ts';
import { chooseSource } from '../../content/sources/choose-source.ts';
import { knowHash } from '../../content/texts/hash-content.ts';
import type { SentFault, ThreadCalls } from '../work/thread-calls.ts';
import { createThreadCalls } from '../work/thread-calls.ts';
import type { ListedContent, SentParts } from './content-parts.ts';
import { createContentReceiver } from './content-parts.ts';
import type { ContentReader, FoundCopy, OpenedCopy, ReadContent, ReaderOptions } from './content-reader.ts';

const program = new URL('./reader-thread.ts', import.meta.url);
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** A reader in a thread of its own. */
export interface ReaderApart extends ContentReader {
  stop: () => Promise<void>;
}

interface ReaderThread {
  worker: Worker;
  calls: ThreadCalls;
  receiver: ReturnType<typeof createContentReceiver>;
  /** Resolves when the thread knows what is published. */
  ready: Promise<void>;
}

/** An error keeps its class: the outcome of a pull depends on it. */
const faults = {
  ContentUnavailable: ({ message }: SentFault) => new ContentUnavailable(message),
  ContentInvalid: ({ fields }: SentFault) => new ContentInvalid(fields['faults'] as ContentFault[]),
};

/**
 * Reads, checks and merges the content in a thread, with its pictures prepared: with a thousand pages that takes a
 * second or more, in which no price could be sent. Only what has changed is passed on; parts that are unchanged are the
 * same objects as before. The thread starts with the first call, and again after it ended by a fault: then it begins
 * with the copy on disk, which has what is published.
 */
export function createReaderApart({ store, ...options }: ReaderOptions & PictureParts): ReaderApart {
  const { name } = chooseSource(options);
  let thread: ReaderThread | undefined;
  let isFirst = true;

  function start(): ReaderThread {
    const worker = new Worker(program, { workerData: options, execArgv: [], resourceLimits });
    const receiver = createContentReceiver();
    const calls = createThreadCalls(worker, {
      faults,
      handlers: {
        parts: (parts: SentParts) => {
          receiver.receive(parts);
          for (const [hash, part] of parts) knowHash(part, String(hash));
        },
        hasPicture: store.has,
        putPicture: ({ path, bytes }: { path: string; bytes: Uint8Array }) => store.put(path, bytes),
      },
    });
    const end = (reason: Error) => {
      calls.end(reason);
      if (thread?.worker === worker) thread = undefined;
    };
    worker.once('error', end).once('exit', () => end(new Error('The thread that reads the content has ended')));
    const ready = isFirst ? Promise.resolve() : startFromCopy(calls);
    isFirst = false;
    // Whoever waits for it is told.
    ready.catch(() => undefined);
    return { worker, calls, receiver, ready };
  }

  async function readyThread(): Promise<ReaderThread> {
    const started = (thread ??= start());
    await started.ready;
    return started;
  }
  const call = async <Answer>(asked: string, input: unknown, signal?: AbortSignal) =>
    (await readyThread()).calls.call<Answer>(asked, input, signal);

  /** Calls for content, of which only the parts are sent that this thread does not have. */
  async function callForContent<Answer extends OpenedCopy>(asked: string, input: unknown): Promise<Answer> {
    const { calls, receiver } = await readyThread();
    const { content, ...others } = await calls.call<{ content: ListedContent }>(asked, input);
    return { ...others, content: receiver.contentOf(content) } as Answer;
  }

  /** The time limit of a call ends the call here, before the source in the thread can say so. */
  const orLate = (fault: unknown): never => {
    if (!(fault instanceof Error) || fault.name !== 'TimeoutError') throw fault;
    throw new ContentUnavailable(`${name} did not answer in time`, { cause: fault });
  };

  return {
    name,
    findCopies: () => call<FoundCopy[]>('findCopies', null),
    openCopy: (file, now) => callForContent<OpenedCopy>('openCopy', { file, now }),
    startFrom: (file) => call<undefined>('startFrom', file),
    load: (signal) => call<undefined>('load', null, signal).catch(orLate),
    merge: (now) => callForContent<ReadContent>('merge', now),
    mergeAgain: (now) => callForContent<ReadContent>('mergeAgain', now),
    keep: () => call<undefined>('keep', null),
    loadDraft: (slug, signal) => call<Page | null>('loadDraft', slug, signal).catch(orLate),
    readUnsaved: (form, signal) => call<Page | null>('readUnsaved', form, signal).catch(orLate),
    async stop() {
      await thread?.worker.terminate();
    },
  };
}

async function startFromCopy(calls: ThreadCalls): Promise<void> {
  const [best] = await calls.call<FoundCopy[]>('findCopies', null);
  if (best) await calls.call<undefined>('startFrom', best.file);
}
