import type { ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { upload } from '../../lib/contract/accounts/document-calls.ts';
import {
  documentFilesField,
  longestDocumentBytes,
  mostDocumentFiles,
} from '../../lib/contract/accounts/document-kinds.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { userView } from '../accounts/user-view.ts';
import { originOf } from '../auth/request-origin.ts';
import type { Sessions } from '../auth/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { createInspector } from './inspect/inspect-apart.ts';
import { readUpload } from './read-upload.ts';
import type { UploadParts } from './upload-document.ts';
import { uploadDocument } from './upload-document.ts';
import type { UploadPlace } from './upload-limiter.ts';
import { createUploadLimiter } from './upload-limiter.ts';

export interface DocumentRoutesParts extends Omit<UploadParts, 'inspector' | 'forgive'> {
  sessions: Sessions;
  redis: Redis | null;
  refusals: Pick<RefusalNotes, 'limitMet'>;
}

/** What customers send to be verified by, in a scope of its own: nowhere else is a form with files understood, and here nothing else. */
export async function registerDocumentRoutes(app: FastifyInstance, parts: DocumentRoutesParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Whoever reads a file counts its bytes, and stops at once.
    await scope.register(multipart, { throwFileSizeLimit: false });
    registerUpload(scope, parts);
  });
}

function registerUpload(scope: FastifyInstance, parts: DocumentRoutesParts): void {
  const { sessions, redis, runtime } = parts;
  const limiter = createUploadLimiter(redis, runtime);
  const inspector = createInspector();
  const takes = { name: documentFilesField, most: mostDocumentFiles, longestBytes: longestDocumentBytes };
  const received = new WeakMap<FastifyRequest, { files: Buffer[]; place: UploadPlace }>();
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  scope.addHook('onRequest', (request, reply, next) => {
    responses.set(request, reply.raw);
    next();
  });

  async function readForm(request: FastifyRequest, place: UploadPlace): Promise<Result<{ body: unknown }>> {
    const read = await readUpload(request, takes, place.lost);
    if (!read.ok) return read;
    place.keep();
    received.set(request, { files: read.form.files, place });
    return { ok: true, body: read.form.fields };
  }

  const readBody = async (request: FastifyRequest, { accountId }: { accountId: number }) => {
    const entered = await limiter.enter(accountId);
    if (!entered.ok) {
      await parts.refusals.limitMet('upload', { accountId, origin: originOf(request) });
      return entered;
    }
    const { place } = entered;
    const response = responses.get(request);
    if (!response || response.closed) place.leave();
    else response.once('close', place.leave);
    return readForm(request, place);
  };

  registerCall(scope, upload, { sessions, readBody }, async ({ caller, body, request }) => {
    const { type, side } = body;
    const { files = [], place } = received.get(request) ?? {};
    const command = { accountId: caller.accountId, type, side, files, origin: originOf(request) };
    const forgive = async () => place?.forgive();
    const taken = await uploadDocument({ ...parts, inspector, forgive }, command);
    return taken.ok ? { ok: true, data: userView(taken.account) } : taken;
  });
}
