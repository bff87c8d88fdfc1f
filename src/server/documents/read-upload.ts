import { addAbortSignal } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../lib/contract/call.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';

/** A form with files, all of it in memory. What the files are called is not kept. */
export interface ReceivedForm {
  /** A field that comes twice is a list of both. */
  fields: Record<string, unknown>;
  files: Buffer[];
}

type TakenFiles = Omit<NonNullable<Call['takesFiles']>, 'description'>;

/** Beside the files: texts, and what stands between the parts. */
const besideBytes = 64 * 1024;
const limits = { fields: 3, fieldNameSize: 100, fieldSize: 200, parts: 8, headerPairs: 20, headerSize: 8 * 1024 };
const retryAfterSeconds = 5;

/**
 * Reads a form with files as it comes in, and never more of it than is taken. Of one that is refused nothing is held.
 *
 * Problems: UNSUPPORTED_MEDIA_TYPE where it is no such form, FILE_TOO_LARGE where a file or the whole is too long,
 * BODY_TOO_LARGE where its texts are, MALFORMED_REQUEST, VALIDATION where there are too many files, or files under
 * another name, TOO_MANY_REQUESTS where its room was `lost` meanwhile.
 */
export async function readUpload(
  request: FastifyRequest,
  takes: TakenFiles,
  lost: AbortSignal,
): Promise<Result<{ form: ReceivedForm }>> {
  if (!request.isMultipart()) return refuse('UNSUPPORTED_MEDIA_TYPE');
  const mostBytes = takes.most * takes.longestBytes + besideBytes;
  if (Number(request.headers['content-length']) > mostBytes) return refuse('FILE_TOO_LARGE');
  const ended = new AbortController();
  const reading = readParts(request, takes, ended.signal).catch((fault: unknown) =>
    refusalOf(fault as { code?: string }, takes),
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
    // A form without scripts sends a field in which no file was chosen, too.
    if (bytes.length === 0 && part.filename === '') continue;
    if (part.fieldname !== name) return refuse('VALIDATION', { fields: { [name]: 'A file is required' } });
    form.files.push(bytes);
  }
  return { ok: true, form };
}

/** Null as soon as it is longer. */
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

/** Whatever the parser does not understand came like that. */
function refusalOf({ code }: { code?: string }, { name, most }: TakenFiles) {
  if (code === 'FST_FILES_LIMIT') return refuse('VALIDATION', { fields: { [name]: `At most ${most} files` } });
  const isMuch = code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT';
  return refuse(isMuch ? 'BODY_TOO_LARGE' : 'MALFORMED_REQUEST');
}
