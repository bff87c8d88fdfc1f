import { describe, expect, test } from 'vitest';
import { wrapped, wrappedParagraphs } from '../../../src/server/operator/command/wrapped-text.ts';

describe('words are filled into lines', () => {
  test.each([
    ['', { width: 10 }, ''],
    ['one two', { width: 7 }, 'one two'],
    ['one two', { width: 6 }, 'one\ntwo'],
    ['one\n  two', { width: 7 }, 'one two'],
    ['unbreakable word', { width: 5 }, 'unbreakable\nword'],
    ['one two three', { width: 12, first: 'name  ' }, 'name  one\n      two\n      three'],
    ['one two three', { width: 9, hanging: '    ' }, 'one two\n    three'],
    ['close <id> --reason <why it is done>', { width: 20, hanging: '  ' }, 'close <id>\n  --reason <why it is done>'],
    ['list [--lang <en|de or it>] [--all]', { width: 27 }, 'list [--lang <en|de or it>]\n[--all]'],
    ['publish --title "<title>" now', { width: 26 }, 'publish --title "<title>"\nnow'],
  ])('%j by %j', (text, options, lines) => expect(wrapped(text, options)).toBe(lines));
});

test('paragraphs stay apart, and the entries of a list are set in below what they explain', () => {
  const text = `What is read is held
against the books.

--unit  what its amounts
        count in: cents
--from, --until  its days`;
  expect(wrappedParagraphs(text, 24)).toBe(
    [
      'What is read is held',
      'against the books.',
      '',
      '--unit  what its amounts',
      '        count in: cents',
      '--from, --until  its',
      '                 days',
    ].join('\n'),
  );
  expect(wrappedParagraphs(text, 60)).toBe(
    [
      'What is read is held against the books.',
      '',
      '--unit  what its amounts count in: cents',
      '--from, --until  its days',
    ].join('\n'),
  );
});
