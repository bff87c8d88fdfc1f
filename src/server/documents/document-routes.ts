import type { ServerResponse } from 'node:http';
import { addAbortSignal } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { upload } from '../../lib/contract/accounts/account-calls.ts';
import {
  documentFilesField,
  longestDocumentBytes,
  mostDocumentFiles,
} from '../../lib/contract/accounts/document-kinds.ts';
import type { Call } from '../../lib/contract/call.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { userView } from '../accounts/user-view.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { createInspector } from './inspect/inspect-apart.ts';
import type { UploadParts } from './upload-document.ts';
import { uploadDocument } from './upload-document.ts';
import type { UploadSlot } from './upload-limiter.ts';
import { createUploadLimiter } from './upload-limiter.ts';

export interface DocumentRoutesParts extends Omit<UploadParts, 'inspector' | 'forgive'> {
  sessions: Sessions;
  redis: Redis | null;
  refusals: Pick<RefusalNotes, 'limitMet'>;
}

/**
 * Registers the calls for customers' documents in a Fastify scope of their own. Multipart forms are parsed only in this
 * scope, and this scope parses nothing else.
 */
export async function registerDocumentRoutes(app: FastifyInstance, parts: DocumentRoutesParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // `readFile` counts the bytes of each file itself and stops as soon as the limit is exceeded.
    await scope.register(multipart, { throwFileSizeLimit: false });
    registerUpload(scope, parts);
  });
}

function registerUpload(scope: FastifyInstance, parts: DocumentRoutesParts): void {
  const { sessions, redis, runtime } = parts;
  const limiter = createUploadLimiter(redis, runtime);
  const inspector = createInspector();
  const accepted = { name: documentFilesField, most: mostDocumentFiles, longestBytes: longestDocumentBytes };
  const received = new WeakMap<FastifyRequest, { files: Buffer[]; slot: UploadSlot }>();
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  scope.addHook('onRequest', (request, reply, next) => {
    responses.set(request, reply.raw);
    next();
  });

  async function readForm(request: FastifyRequest, slot: UploadSlot): Promise<Result<{ body: unknown }>> {
    const read = await readUpload(request, accepted, slot.lost);
    if (!read.ok) return read;
    slot.keep();
    received.set(request, { files: read.form.files, slot });
    return { ok: true, body: read.form.fields };
  }

  const readBody = async (request: FastifyRequest, { accountId }: { accountId: number }) => {
    const entered = await limiter.enter(accountId);
    if (!entered.ok) {
      await parts.refusals.limitMet('upload', { accountId, origin: originOf(request) });
      return entered;
    }
    const { slot } = entered;
    const response = responses.get(request);
    if (!response || response.closed) slot.leave();
    else response.once('close', slot.leave);
    return readForm(request, slot);
  };

  registerCall(scope, upload, { sessions, readBody }, async ({ caller, body, request }) => {
    const { type, side } = body;
    const { files = [], slot } = received.get(request) ?? {};
    const command = { accountId: caller.accountId, type, side, files, origin: originOf(request) };
    const forgive = async () => slot?.forgive();
    const uploaded = await uploadDocument({ ...parts, inspector, forgive }, command);
    return uploaded.ok ? { ok: true, data: userView(uploaded.account) } : uploaded;
  });
}

/** A parsed multipart form with its files in memory. File names are dropped. */
export interface ReceivedForm {
  /** A repeated field becomes a list. */
  fields: Record<string, unknown>;
  files: Buffer[];
}

type AcceptedFiles = Omit<NonNullable<Call['acceptsFiles']>, 'description'>;

/** Bytes allowed in addition to the files: text fields and the boundaries between parts. */
const extraBytes = 64 * 1024;
const limits = { fields: 3, fieldNameSize: 100, fieldSize: 200, parts: 8, headerPairs: 20, headerSize: 8 * 1024 };
const retryAfterSeconds = 5;

/**
 * Reads a multipart form as it arrives and stops at the limits. A refused form leaves nothing in memory.
 *
 * Problems: UNSUPPORTED_MEDIA_TYPE if the body is not multipart; FILE_TOO_LARGE if a file or the whole body is too
 * long; BODY_TOO_LARGE if a text field is too long, or there are too many fields or parts; MALFORMED_REQUEST;
 * VALIDATION for too many files, or files under another field name; TOO_MANY_REQUESTS if the upload lost its slot
 * (`lost`) in the meantime.
 */
async function readUpload(
  request: FastifyRequest,
  accepted: AcceptedFiles,
  lost: AbortSignal,
): Promise<Result<{ form: ReceivedForm }>> {
  if (!request.isMultipart()) return refuse('UNSUPPORTED_MEDIA_TYPE');
  const mostBytes = accepted.most * accepted.longestBytes + extraBytes;
  if (Number(request.headers['content-length']) > mostBytes) return refuse('FILE_TOO_LARGE');
  const ended = new AbortController();
  const reading = readParts(request, accepted, ended.signal).catch((fault: unknown) =>
    refusalOf(fault as { code?: string }, accepted),
  );
  const { raw } = request;
  const earlyRefusal = new Promise<ReturnType<typeof refuse>>((resolve) => {
    let left = mostBytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(refuse('FILE_TOO_LARGE'));
    };
    raw.on('data', count);
    ended.signal.addEventListener('abort', () => raw.off('data', count));
    const refuseLost = () => resolve(refuse('TOO_MANY_REQUESTS', { retryAfterSeconds }));
    if (lost.aborted) refuseLost();
    lost.addEventListener('abort', refuseLost, { once: true, signal: ended.signal });
  });
  return Promise.race([earlyRefusal, reading]).finally(() => ended.abort());
}

async function readParts(
  request: FastifyRequest,
  { name, most, longestBytes }: AcceptedFiles,
  ended: AbortSignal,
): Promise<Result<{ form: ReceivedForm }>> {
  const form: ReceivedForm = { fields: {}, files: [] };
  const fileLimits = { ...limits, files: most, fileSize: longestBytes + 1 };
  for await (const part of request.parts({ limits: fileLimits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) return refuse('BODY_TOO_LARGE');
      const known = form.fields[part.fieldname];
      form.fields[part.fieldname] = known === undefined ? part.value : [known, part.value];
      continue;
    }
    const bytes = await readFile(addAbortSignal(ended, part.file), longestBytes);
    if (!bytes) return refuse('FILE_TOO_LARGE');
    // Without scripts, a browser also sends file fields in which no file was chosen.
    if (bytes.length === 0 && part.filename === '') continue;
    if (part.fieldname !== name) return refuse('VALIDATION', { fields: { [name]: 'A file is required' } });
    form.files.push(bytes);
  }
  return { ok: true, form };
}

/** Returns the bytes of a file; stops reading and returns null if the file exceeds the limit. */
async function readFile(file: AsyncIterable<Buffer>, longestBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    length += chunk.length;
    if (length > longestBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Turns a parser error into a refusal. Any error that is not about a limit means malformed data from the client. */
function refusalOf({ code }: { code?: string }, { name, most }: AcceptedFiles) {
  if (code === 'FST_FILES_LIMIT') return refuse('VALIDATION', { fields: { [name]: `Send at most ${most} files` } });
  const isTooMany = code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT';
  return refuse(isTooMany ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
}
