import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small Cockpit of either version. It answers like the recorded servers, with items that a test provides. */
export interface FakeCockpit {
  url: string;
  /** The stored content; a test may change it at any time. */
  readonly state: CockpitState;
  /**
   * Every call, in order: `POST /api/collections/get/pages` with its body; for a file, also the status of the answer.
   */
  readonly calls: { call: string; headers: IncomingMessage['headers']; body: unknown; answered?: number }[];
  /** Answers every call this way from now on, until called with null. */
  breakWith: (answer: BrokenAnswer | null) => void;
  close: () => Promise<void>;
}

export type Entry = Record<string, unknown>;

export interface CockpitState {
  collections: Record<string, Entry[]>;
  singletons: Record<string, Entry>;
  /** Uploads by their path on the host. */
  files: Record<string, Uint8Array>;
  /** Of version 2: its models, and its languages beside the default one. */
  models: Record<string, Entry>;
  locales: string[];
  /** The names of what the rules of the key do not allow it to read. */
  closed?: string[];
}

export type BrokenAnswer = 'silence' | { status: number; body: string; type?: string };

/** What the fake answers: a status, and JSON, bytes or a text. */
export interface FakeAnswer {
  status: number;
  json?: unknown;
  bytes?: Uint8Array;
  text?: string;
  /** Where a redirect leads. */
  location?: string;
}

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
  raw: Buffer;
}

/** `answer` implements one version: see fake-cockpit-v1.ts and fake-cockpit-v2.ts. */
export async function startFakeCockpit(
  answer: (request: FakeRequest, state: CockpitState) => FakeAnswer | Promise<FakeAnswer>,
  initial: Partial<CockpitState> = {},
): Promise<FakeCockpit> {
  const state: CockpitState = { collections: {}, singletons: {}, files: {}, models: {}, locales: [], ...initial };
  const calls: FakeCockpit['calls'] = [];
  let broken: BrokenAnswer | null = null;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request);
    const call: FakeCockpit['calls'][number] = {
      ...{ call: `${read.method} ${read.path}`, headers: read.headers, body: read.body },
    };
    calls.push(call);
    if (broken === 'silence') return;
    if (broken) {
      response.writeHead(broken.status, { 'content-type': broken.type ?? 'application/json' }).end(broken.body);
      return;
    }
    const upload = state.files[read.path];
    if (upload) {
      const etag = `"${createHash('sha256').update(upload).digest('hex')}"`;
      call.answered = read.headers['if-none-match'] === etag ? 304 : 200;
      response.writeHead(call.answered, { etag }).end(call.answered === 304 ? undefined : upload);
      return;
    }
    const { status, json, bytes, text, location } = await answer(read, state);
    const type = json === undefined ? 'text/html;charset=UTF-8' : 'application/json';
    response
      .writeHead(status, { 'content-type': type, ...(location && { location }) })
      .end(bytes ?? (json === undefined ? text : JSON.stringify(json)));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    calls,
    breakWith: (answerNow) => (broken = answerNow),
    close: () => closed(server),
  };
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cms');
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const body: unknown = isJson ? JSON.parse(raw.toString() || 'null') : undefined;
  return { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, body, raw };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
