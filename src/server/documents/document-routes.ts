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
 * The calls for customers' documents, in a scope of their own: forms with files are parsed only here, and nothing else
 * is.
 */
export async function registerDocumentRoutes(app: FastifyInstance, parts: DocumentRoutesParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler counts the bytes of each file itself and stops at once.
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

/** A form with files, all in memory. File names are not kept. */
export interface ReceivedForm {
  /** A repeated field becomes a list. */
  fields: Record<string, unknown>;
  files: Buffer[];
}

type TakenFiles = Omit<NonNullable<Call['acceptsFiles']>, 'description'>;

/** Allowed besides the files: texts, and the boundaries between the parts. */
const besideBytes = 64 * 1024;
const limits = { fields: 3, fieldNameSize: 100, fieldSize: 200, parts: 8, headerPairs: 20, headerSize: 8 * 1024 };
const retryAfterSeconds = 5;

/**
 * Reads a form with files as it arrives, never more than is allowed. A refused form leaves nothing in memory.
 *
 * Problems: UNSUPPORTED_MEDIA_TYPE if it is not such a form; FILE_TOO_LARGE if a file or the whole is too long;
 * BODY_TOO_LARGE if its texts are; MALFORMED_REQUEST; VALIDATION for too many files, or files under another field name;
 * TOO_MANY_REQUESTS if its slot was `lost` meanwhile.
 */
async function readUpload(
  request: FastifyRequest,
  accepted: TakenFiles,
  lost: AbortSignal,
): Promise<Result<{ form: ReceivedForm }>> {
  if (!request.isMultipart()) return refuse('UNSUPPORTED_MEDIA_TYPE');
  const mostBytes = accepted.most * accepted.longestBytes + besideBytes;
  if (Number(request.headers['content-length']) > mostBytes) return refuse('FILE_TOO_LARGE');
  const ended = new AbortController();
  const reading = readParts(request, accepted, ended.signal).catch((fault: unknown) =>
    refusalOf(fault as { code?: string }, accepted),
  );
  const { raw } = request;
  const brokenOff = new Promise<ReturnType<typeof refuse>>((resolve) => {
    let left = mostBytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(refuse('FILE_TOO_LARGE'));
    };
    raw.on('data', count);
    ended.signal.addEventListener('abort', () => raw.off('data', count));
    const give = () => resolve(refuse('TOO_MANY_REQUESTS', { retryAfterSeconds }));
    if (lost.aborted) give();
    lost.addEventListener('abort', give, { once: true, signal: ended.signal });
  });
  return Promise.race([brokenOff, reading]).finally(() => ended.abort());
}

async function readParts(
  request: FastifyRequest,
  { name, most, longestBytes }: TakenFiles,
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
    // A form without scripts also sends file fields in which nothing was chosen.
    if (bytes.length === 0 && part.filename === '') continue;
    if (part.fieldname !== name) return refuse('VALIDATION', { fields: { [name]: 'A file is required' } });
    form.files.push(bytes);
  }
  return { ok: true, form };
}

/** Null as soon as the file exceeds the limit. */
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

/** Any other parser error is caused by the client's data. */
function refusalOf({ code }: { code?: string }, { name, most }: TakenFiles) {
  if (code === 'FST_FILES_LIMIT') return refuse('VALIDATION', { fields: { [name]: `At most ${most} files` } });
  const isMuch = code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT';
  return refuse(isMuch ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
}
