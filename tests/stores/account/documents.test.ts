import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  requestedDocuments,
  documentFacts,
  isExpected,
  longestStallMs,
  uploadDocument,
} from '../../../src/stores/account/documents.ts';
import { demoUser } from '../../support/demo-user.ts';

const factsOf = (text: string) => documentFacts({ ...demoUser, doc_passport: text }, 'doc_passport');

test.each([
  ['0', 'waiting', true],
  ['1', 'processing', false],
  ['2', 'approved', false],
  ['3', 'rejected', true],
])('status %s is %s', (status, name, expected) => {
  const facts = factsOf(JSON.stringify({ status, note: 'why', updated: '2026-11-20T10:00:00.000Z' }));
  expect(facts).toEqual({ status: name, note: 'why', updated: '2026-11-20T10:00:00.000Z' });
  expect(isExpected(facts)).toBe(expected);
});

test.each(['', 'null', '{}', '[]', '{"status":"9"}', 'not JSON'])(
  '%j counts as a document that was never sent',
  (text) => {
    expect(factsOf(text)).toEqual({ status: 'waiting', note: null, updated: null });
  },
);

test('funding has two sides, other types have none', () => {
  expect(requestedDocuments.map(({ slots }) => slots.map(({ field, side }) => [field, side]))).toEqual([
    [['doc_passport', undefined]],
    [['doc_address', undefined]],
    [
      ['doc_funding_front', 'front'],
      ['doc_funding_back', 'back'],
    ],
  ]);
});

/** Replaces XMLHttpRequest: an upload that the test controls. */
class FakeRequest {
  static newest: FakeRequest;
  responseType = '';
  response: unknown = null;
  upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
  onloadend?: () => void;
  isAborted = false;

  constructor() {
    FakeRequest.newest = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.onloadend?.();
  }
  move(loaded: number): void {
    this.upload.onprogress?.({ loaded, total: 100 });
  }
  answer(response: unknown): void {
    this.response = response;
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(shares: number[] = []) {
  const { signal } = new AbortController();
  const file = new File(['x'], 'a.jpg');
  return uploadDocument(
    { field: 'doc_passport', type: 'passport' },
    { file, onProgress: (share) => shares.push(share), signal },
  );
}

test('a slow connection has no time limit, as long as there is progress', async () => {
  const shares: number[] = [];
  const sent = send(shares);
  for (const loaded of [1, 2, 3, 100]) {
    vi.advanceTimersByTime(longestStallMs - 1);
    FakeRequest.newest.move(loaded);
  }
  vi.advanceTimersByTime(longestStallMs - 1);
  expect(FakeRequest.newest.isAborted).toBe(false);
  FakeRequest.newest.answer({ status: 'success', data: {} });
  expect(await sent).toEqual({ ok: true });
  expect(shares).toEqual([0.01, 0.02, 0.03, 1]);
  vi.advanceTimersByTime(longestStallMs);
  expect(FakeRequest.newest.isAborted).toBe(false);
});

test.each([
  ['from the start', []],
  ['on the way', [40]],
  ['when all has left', [40, 100]],
])('a connection that hangs %s is given up', async (_, moves) => {
  const sent = send();
  for (const loaded of moves) FakeRequest.newest.move(loaded);
  vi.advanceTimersByTime(longestStallMs);
  expect(await sent).toEqual({ ok: false, problem: { code: 'UNAVAILABLE' } });
  expect(FakeRequest.newest.isAborted).toBe(true);
});
