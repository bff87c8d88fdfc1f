import { expect, test } from 'vitest';
import { askedDocuments, documentFacts, isExpected } from '../../../src/stores/account/documents.ts';
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

test.each(['', 'null', '{}', '[]', '{"status":"9"}', 'not JSON'])('%j is a document that was never sent', (text) => {
  expect(factsOf(text)).toEqual({ status: 'waiting', note: null, updated: null });
});

test('the funding has two sides, the others none', () => {
  expect(askedDocuments.map(({ places }) => places.map(({ field, side }) => [field, side]))).toEqual([
    [['doc_passport', undefined]],
    [['doc_address', undefined]],
    [
      ['doc_funding_front', 'front'],
      ['doc_funding_back', 'back'],
    ],
  ]);
});
