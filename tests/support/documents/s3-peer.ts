import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Address } from '../../../src/server/documents/documents-config.ts';

export interface S3Peer {
  address: S3Address;
  /** The objects in the bucket, and when each was stored. */
  objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  /** The requests that it received, in order: method and path with query. */
  asked: string[];
  /** A status that answers every request; null: requests are answered normally. */
  fault: number | null;
  /** How many keys one page of a list has. */
  pageLength: number;
  close: () => Promise<void>;
}

/** An S3-compatible storage with one bucket, on a port of its own. It refuses requests that its key has not signed. */
export async function startS3Peer(now: () => number): Promise<S3Peer> {
  const key = { region: 'eu-test-1', keyId: 'AKIATEST', secret: 'a secret of the storage' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(request, Buffer.concat(chunks)).then(({ status, body }) => response.writeHead(status).end(body));
    });
  });

  async function answer({ method = '', url = '', headers }: IncomingMessage, body: Buffer) {
    peer.asked.push(`${method} ${url}`);
    if (peer.fault !== null) return { status: peer.fault, body: '' };
    const isSigned = await isSignedBy(key, { method, url: `http://${headers.host ?? ''}${url}`, headers });
    if (!isSigned || headers['x-amz-content-sha256'] !== digestOf(body)) return { status: 403, body: '' };
    const { pathname, searchParams } = new URL(url, 'http://peer');
    const [, bucket, name = ''] = pathname.split('/');
    if (bucket !== peer.address.bucket) return { status: 404, body: '' };
    if (name === '') return { status: 200, body: listOf(searchParams.get('continuation-token')) };
    const known = peer.objects.get(name);
    if (method === 'PUT') peer.objects.set(name, { bytes: body, changedAt: new Date(now()) });
    if (method === 'DELETE') peer.objects.delete(name);
    if (method === 'GET') return known ? { status: 200, body: known.bytes } : { status: 404, body: '' };
    return { status: method === 'DELETE' ? 204 : 200, body: '' };
  }

  function listOf(token: string | null): string {
    const names = [...peer.objects.keys()].sort();
    const from = Number(token ?? 0);
    const page = names.slice(from, from + peer.pageLength).map((name) => {
      const at = peer.objects.get(name)?.changedAt.toISOString() ?? '';
      return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const next = from + peer.pageLength;
    const more = next < names.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${page.join('')}${more}</ListBucketResult>`;
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: S3Peer = {
    address: { url, bucket: 'documents-of-tests', ...key },
    ...{ objects: new Map(), asked: [], fault: null, pageLength: 1_000 },
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return peer;
}

interface Asked extends Pick<IncomingMessage, 'headers'> {
  method: string;
  url: string;
}

/** Whether the key signed this request, at the time that the request states. */
async function isSignedBy(
  { region, keyId, secret }: Pick<S3Address, 'region' | 'keyId' | 'secret'>,
  { method, url, headers }: Asked,
): Promise<boolean> {
  const signer = new AwsV4Signer({
    ...{ method, url, region, service: 's3', accessKeyId: keyId, secretAccessKey: secret },
    headers: { 'x-amz-content-sha256': String(headers['x-amz-content-sha256']) },
    datetime: String(headers['x-amz-date']),
  });
  const { headers: signed } = await signer.sign();
  return signed.get('authorization') === headers.authorization;
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
