import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { Envelope } from '../../../src/lib/contract/envelope.ts';
import type { TestApp } from '../test-app.ts';

export interface SentFile {
  bytes: Buffer;
  name?: string;
  type?: string;
  /** The name of the form field. */
  field?: string;
}

export interface SentForm {
  fields?: Readonly<Record<string, string>>;
  files?: readonly SentFile[];
  accessToken: string;
}

/** Sends a form with files as a browser does. */
export async function sendUpload(shop: Pick<TestApp, 'url'>, { fields = {}, files = [], accessToken }: SentForm) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'files' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${shop.url}/api/accounts/upload`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as Envelope<User> };
}

/** The stored documents: the files on disk, and the rows. */
export async function keptDocuments({ dataDir, app }: Pick<TestApp, 'dataDir' | 'app'>) {
  const files = await readdir(join(dataDir, 'documents')).catch(() => []);
  const text = 'select id::text, field, media_type as "mediaType", bytes from documents order by uploaded_at, field';
  const { rows } = await app.database.query<{ id: string; field: string; mediaType: string; bytes: number }>(text);
  return { files: files.sort(), rows };
}

/** Deletes the documents of all customers from the database. */
export async function forgetDocuments({ app }: Pick<TestApp, 'app'>): Promise<void> {
  await app.database.query('delete from documents');
  await app.database.query(`update accounts set documents = '{}'`);
}
