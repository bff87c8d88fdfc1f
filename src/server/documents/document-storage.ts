/** Where sealed documents lie. It knows names and bytes, and nothing of customers. */
export interface DocumentStorage {
  /** Resolves when it is kept for good. Throws `StorageUnavailable`. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Throws `StorageUnavailable`, also where there is nothing under the name. */
  get: (name: string) => Promise<Buffer>;
  /** Safe to repeat. Throws `StorageUnavailable`. */
  delete: (name: string) => Promise<void>;
  /** The names of what was put before an instant; what was then begun and never finished is gone. Throws `StorageUnavailable`. */
  namesBefore: (before: Date) => Promise<string[]>;
}

/** The storage does not do what it was asked; the message names no document. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** A name of ours: nothing else is read, written, listed or deleted, so that no name leads out of the storage. */
export const storageName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws on a name that is none of ours. */
export function checkedName(name: string): string {
  if (!storageName.test(name)) throw new Error('This is no name of a stored document');
  return name;
}
