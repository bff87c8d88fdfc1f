import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { DocumentStorage } from './document-storage.ts';
import { checkedName, StorageUnavailable, storageName } from './document-storage.ts';
import type { S3Address } from './documents-config.ts';

/** Short, because a customer waits for it. */
const answerTimeoutMs = 10_000;

/**
 * Stores documents in a bucket of an S3-compatible storage, addressed by path. Does not retry: the customer sends the
 * file again.
 */
export function createS3Storage({ url, bucket, region, keyId, secret }: S3Address): DocumentStorage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 });
  const addressOf = (name: string) => `${url}/${bucket}/${checkedName(name)}`;

  async function ask(address: string, method: string, body?: Uint8Array): Promise<Response> {
    const headers = { 'x-amz-content-sha256': digestOf(body ?? Buffer.alloc(0)) };
    const init = { method, headers, signal: AbortSignal.timeout(answerTimeoutMs) };
    const answer = await client
      .fetch(address, body ? { ...init, body: Buffer.from(body) } : init)
      .catch((cause: unknown) => {
        throw new StorageUnavailable('The storage of the documents does not answer', { cause });
      });
    if (answer.ok || (method === 'DELETE' && answer.status === 404)) return answer;
    await answer.body?.cancel();
    throw new StorageUnavailable(`The storage of the documents answered ${method} with ${answer.status}`);
  }

  async function namesBefore(before: Date): Promise<string[]> {
    const old: string[] = [];
    let more: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', ...(more && { 'continuation-token': more }) });
      const page = await (await ask(`${url}/${bucket}?${query.toString()}`, 'GET')).text();
      old.push(...namesOfPage(page, before));
      more = textOf(page, 'NextContinuationToken');
    } while (more !== undefined);
    return old;
  }

  async function done(address: string, method: string, body?: Uint8Array): Promise<void> {
    const answer = await ask(address, method, body);
    await answer.body?.cancel();
  }

  return {
    put: (name, bytes) => done(addressOf(name), 'PUT', bytes),
    get: async (name) => readWhole(await ask(addressOf(name), 'GET')),
    delete: (name) => done(addressOf(name), 'DELETE'),
    namesBefore,
  };
}

async function readWhole(answer: Response): Promise<Buffer> {
  return Buffer.from(
    await answer.arrayBuffer().catch((cause: unknown) => {
      throw new StorageUnavailable('The storage of the documents broke off its answer', { cause });
    }),
  );
}

/**
 * The names on one page of `ListObjectsV2`, without those that do not match our pattern: they belong to somebody else.
 */
function namesOfPage(page: string, before: Date): string[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, content = '']) => {
    const name = textOf(content, 'Key') ?? '';
    const changed = new Date(textOf(content, 'LastModified') ?? Number.NaN);
    return storageName.test(name) && changed < before ? [name] : [];
  });
}

function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]+)</${element}>`).exec(xml)?.[1];
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
