import type { Logger } from 'pino';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { selectKnownNames } from './documents-rows.ts';
import type { SealedDocuments } from './sealed-documents.ts';

export interface OrphanParts {
  database: Queries;
  documents: Pick<SealedDocuments, 'namesBefore'>;
  runtime: Pick<Runtime, 'now'>;
}

/** Younger files may belong to an upload that is being committed. */
const orphanAgeMs = 86_400_000;

/**
 * The names of files in the storage that are at least a day old and belong to no document of this database. A crash
 * leaves such orphans, but they may also belong to another database if this one is a copy or has been restored from a
 * backup. Throws `StorageUnavailable`.
 */
export async function findOrphans({ database, documents, runtime }: OrphanParts): Promise<string[]> {
  const names = await documents.namesBefore(new Date(runtime.now() - orphanAgeMs));
  if (names.length === 0) return [];
  const known = await selectKnownNames(database, names);
  return names.filter((name) => !known.has(name)).sort();
}

export interface DeleteOrphanParts extends OrphanParts {
  documents: Pick<SealedDocuments, 'namesBefore' | 'get' | 'delete'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** The operator: `operator:` and a name. */
  actor: AuditActor;
}

/**
 * Deletes an orphan for good, after the audit log has recorded who did it. Problem: NOT_FOUND if it is not an orphan.
 * Throws `StorageUnavailable`, and `WrongKey` if it was not sealed by this server's key.
 */
export async function deleteOrphan(parts: DeleteOrphanParts, name: string): Promise<Result> {
  const { database, documents, runtime, actor } = parts;
  if (!(await findOrphans(parts)).includes(name)) return refuse('NOT_FOUND');
  await documents.get(name);
  const record = { id: runtime.newId(), at: new Date(runtime.now()), event: 'stray_document_deleted', actor } as const;
  await writeAudit(database, { ...record, details: { document: name } });
  await documents.delete(name);
  return { ok: true };
}

export interface OrphanCheck {
  start: () => void;
  /** Resolves when the check has ended, successfully or not. */
  finished: () => Promise<void>;
}

/** Logs how many orphans there are, once at startup, in the background. Deletes nothing. */
export function createOrphanCheck(parts: OrphanParts & { logger: Pick<Logger, 'warn'> }): OrphanCheck {
  const { logger } = parts;
  let running: Promise<void> | undefined;

  async function check(): Promise<void> {
    const { length: strays } = await findOrphans(parts);
    if (strays > 0) {
      logger.warn(
        { strays },
        'files belong to no document of this database: see `npm run operator -- documents strays`',
      );
    }
  }

  return {
    start() {
      running = check().catch((fault: unknown) =>
        logger.warn({ err: fault }, 'the search for orphans in the storage of documents failed'),
      );
    },
    finished: async () => running,
  };
}
