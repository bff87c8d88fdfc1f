import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { hasDocuments, selectKnownNames } from './documents-rows.ts';
import type { SealedDocuments } from './sealed-documents.ts';

export interface SweepParts {
  database: Queries;
  documents: Pick<SealedDocuments, 'namesBefore' | 'get' | 'delete'>;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'warn'>;
}

export interface DocumentSweep {
  start: () => void;
  /** Resolves when it has looked at everything, or could not. */
  finished: () => Promise<void>;
  /** Finishes with the file that is looked at. */
  stop: () => Promise<void>;
}

/** Younger files may belong to an upload that is being committed. */
const oldMs = 86_400_000;

/**
 * Deletes what a crash between storing a file and committing its row has left: once at the start, in the background. A file goes
 * only where it is a day old, no document is stored under its name, and it opens with our own key: in a storage that somebody
 * configured for two databases, or beside an empty one, everything stays.
 */
export function createDocumentSweep({ database, documents, runtime, logger }: SweepParts): DocumentSweep {
  let isStopped = false;
  const isOver = () => isStopped;
  let running: Promise<void> | undefined;

  async function sweep(): Promise<void> {
    const names = await documents.namesBefore(new Date(runtime.now() - oldMs));
    if (names.length === 0 || isOver() || !(await hasDocuments(database))) return;
    const known = await selectKnownNames(database, names);
    const unknown = names.filter((name) => !known.has(name));
    let deleted = 0;
    for (const name of unknown) {
      if (isOver()) return;
      const isOurs = await documents.get(name).then(
        () => true,
        () => false,
      );
      if (!isOurs) continue;
      await documents.delete(name);
      deleted += 1;
    }
    if (unknown.length > 0) {
      logger.info({ deleted, left: unknown.length - deleted }, 'files that belong to no document were looked through');
    }
  }

  return {
    start() {
      running = sweep().catch((fault: unknown) =>
        logger.warn(
          { err: fault },
          'files that belong to no document could not be looked for; the next start tries again',
        ),
      );
    },
    finished: async () => running,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
