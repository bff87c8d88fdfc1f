import { join } from 'node:path';
import type { Runtime } from '../runtime.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { DocumentStorage } from './document-storage.ts';
import { createFolderStorage } from './document-storage.ts';
import type { DocumentsConfig } from './documents-config.ts';
import { createS3Storage } from './s3-storage.ts';

/** The storage as the server uses it: callers pass and receive plain bytes, and only encrypted bytes are stored. */
export interface SealedDocuments extends Pick<DocumentStorage, 'delete' | 'namesBefore'> {
  /** Throws `StorageUnavailable`. */
  put: (id: string, plain: Uint8Array) => Promise<void>;
  /**
   * Throws `StorageUnavailable`, and `WrongKey` if the file was sealed with another key or for another document, or was
   * changed.
   */
  get: (id: string) => Promise<Buffer>;
}

/** The stored file cannot be decrypted. */
export class WrongKey extends Error {
  override name = 'WrongKey';
}

export interface SealedDocumentsParts {
  config: DocumentsConfig & { dataDir: string };
  masterKey: Uint8Array;
  runtime: Pick<Runtime, 'randomBytes'>;
}

/**
 * Opens the configured storage. A document is sealed for the id under which it is stored, so one file cannot be swapped
 * for another.
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
