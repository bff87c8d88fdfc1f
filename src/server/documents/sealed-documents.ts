import { join } from 'node:path';
import type { Runtime } from '../runtime.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { DocumentStorage } from './document-storage.ts';
import { createFolderStorage } from './document-storage.ts';
import type { DocumentsConfig } from './documents-config.ts';
import { createS3Storage } from './s3-storage.ts';

/** The storage as the server sees it: plain bytes go in and come out, and nothing readable lies there. */
export interface SealedDocuments extends Pick<DocumentStorage, 'delete' | 'namesBefore'> {
  /** Throws `StorageUnavailable`. */
  put: (id: string, plain: Uint8Array) => Promise<void>;
  /**
   * Throws `StorageUnavailable`, and `WrongKey` where it was sealed by another key, for another document, or was
   * changed.
   */
  get: (id: string) => Promise<Buffer>;
}

/** What lies in the storage does not open. */
export class WrongKey extends Error {
  override name = 'WrongKey';
}

export interface SealedDocumentsParts {
  config: DocumentsConfig & { dataDir: string };
  masterKey: Uint8Array;
  runtime: Pick<Runtime, 'randomBytes'>;
}

/**
 * Opens the configured storage. A document is sealed for its id, under which it is stored: no file can stand in for
 * another.
 */
export function openDocuments({ config, masterKey, runtime }: SealedDocumentsParts): SealedDocuments {
  const { s3 } = config.documents;
  const storage = s3 ? createS3Storage(s3) : createFolderStorage(join(config.dataDir, 'documents'));
  const box = createSecretBox({ masterKey, purpose: 'documents', randomBytes: runtime.randomBytes });
  return {
    put: async (id, plain) => storage.put(id, box.seal(plain, id)),
    async get(id) {
      const sealed = await storage.get(id);
      try {
        return box.open(sealed, id);
      } catch (cause) {
        throw new WrongKey('The document was sealed by another key than SECRET_KEY, or was changed since', { cause });
      }
    },
    delete: storage.delete,
    namesBefore: storage.namesBefore,
  };
}
