import type { EnvironmentReader } from '../environment.ts';

/** An S3-compatible storage: its address, and the bucket in it. */
export interface S3Address {
  /** Without a trailing slash; the bucket is a part of the path. */
  url: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}

/** The settings for customers' documents. */
export interface DocumentsConfig {
  documents: {
    /** Null: documents are stored in the folder `documents` of the data folder. */
    s3: S3Address | null;
  };
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Reads the settings for documents. If DOCUMENTS_S3_URL is set, the bucket, key id and secret must be set too. */
export function readDocuments(read: EnvironmentReader): DocumentsConfig {
  const url = read.url('DOCUMENTS_S3_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null;
  const region = read.text('DOCUMENTS_S3_REGION', 'us-east-1');
  const [bucket, keyId] = [read.text('DOCUMENTS_S3_BUCKET', ''), read.text('DOCUMENTS_S3_KEY_ID', '')];
  const secret = read.secret('DOCUMENTS_S3_SECRET', 8);
  if (url === null) return { documents: { s3: null } };
  const missing = (variable: string, expected: string, found: string) =>
    read.faults.push({ variable, expected: `${expected}, because DOCUMENTS_S3_URL is set`, found: found || 'nothing' });
  if (!bucketName.test(bucket)) missing('DOCUMENTS_S3_BUCKET', 'the name of a bucket', bucket);
  if (keyId === '') missing('DOCUMENTS_S3_KEY_ID', 'the id of an access key', '');
  if (secret === null) missing('DOCUMENTS_S3_SECRET', 'the secret of the access key', '');
  return { documents: { s3: Object.freeze({ url, bucket, region, keyId, secret: secret ?? '' }) } };
}
