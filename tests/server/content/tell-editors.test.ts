import { describe, expect, test } from 'vitest';
import { writeNews } from '../../../src/server/content/tell-editors.ts';

const refusal = (name: string) => ({
  ...{ key: `pages/${name}`, name: `The page “${name}”`, editUrl: `https://cms.example.com/${name}` },
  ...{ faults: ['English: content: must be a text, but it holds a number'], isShown: true, since: new Date(0) },
});

describe('the mail to editors', () => {
  test('says of one entry what is wrong, what is online and where to edit it', () => {
    const mail = writeNews({ refused: [refusal('About')], mended: [], url: 'https://example.com/content-status?x' });
    expect(mail.subject).toBe('The page “About”: cannot be published');
    expect(mail.text.split('\n')).toEqual([
      ...['This was saved, and it cannot be published:', '', 'The page “About”'],
      ...['- English: content: must be a text, but it holds a number', 'Its last good version stays online.'],
      ...['https://cms.example.com/About', '', 'What is published, and since when:'],
      ...['https://example.com/content-status?x', ''],
    ]);
  });

  test('says what is mended, without a link if there is none', () => {
    const mail = writeNews({ refused: [], mended: ['The page “About”'], url: null });
    expect(mail).toEqual({
      subject: 'The page “About”: mended',
      text: 'This was refused and is mended or gone:\n\nThe page “About”\n',
    });
  });

  test('lists at most twenty of each kind', () => {
    const refused = Array.from({ length: 22 }, (_, index) => refusal(`Page ${index}`));
    const { subject, text } = writeNews({ refused, mended: ['A', 'B'], url: null });
    expect(subject).toBe('22 entries: cannot be published');
    expect(text.match(/^The page/gm)).toHaveLength(20);
    expect(text).toContain('\n\nAnd 2 more.\n\nThis was refused and is mended or gone:\n\nA\n\nB\n');
  });
});
