import { describe, expect, test } from 'vitest';
import { sampleLetters } from '../../../scripts/mails/sample-letters.ts';
import { brand, locales } from '../../../src/brand.ts';
import { greetedName, writeLetter } from '../../../src/server/mail/write-letter.ts';
import { composed } from '../../../src/server/mail/mail.ts';

const siteUrl = 'https://broker.example';
/** What somebody writes who wants to get markup, a link or a placeholder into a mail. */
const evil = '<script>alert(1)</script> "&{{brand}}" <a href="https://evil.example">here</a>';

describe.each(locales)('every mail in %s', (locale) => {
  const letters = sampleLetters(locale, { siteUrl, reason: evil, destination: evil });

  test.each([...letters])('%s has a text and an HTML part with everything it needs', (_name, letter) => {
    const { subject, text, html } = writeLetter(letter, 'Ada');
    for (const part of [subject, text, html]) expect(part).not.toMatch(/mails\.|undefined|\[object|NaN/);
    expect(`${subject}${text}`.replaceAll(evil, '')).not.toContain('{{');
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).toContain(brand.name);
    expect(text.split('\n')[0]?.includes('Ada')).toBe(letter.greets !== null);
    // A link is alone on its line, because mail programs would include the text after it.
    for (const line of text.replaceAll(evil, '').split('\n'))
      if (line.includes('://')) expect(line).toMatch(/^https:\/\/\S+$/);
    // Every address of the text is a link of the HTML, and leads to the broker.
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    for (const [url] of text.replaceAll(evil, '').matchAll(/https:\S+/g)) expect(addresses).toContain(url);
    for (const url of addresses) expect(url?.startsWith(`${siteUrl}/`)).toBe(true);
  });

  test.each([...letters])('%s loads nothing from the network and shows what people wrote as text', (_name, letter) => {
    const { html } = writeLetter(letter, evil);
    expect(html).not.toMatch(/<script|<a href="https:\/\/evil|<link|url\(|@import/);
    expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:logo']);
    if (letter.quote) expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;{{brand}}&quot;');
  });
});

test.each([
  ['Ada', 'Ada'],
  [' Anne-Marie ', 'Anne-Marie'],
  ['Søren', 'Søren'],
  ['D’Arcy', 'D’Arcy'],
  ['Maria del Carmen', 'Maria del Carmen'],
  ['山田', '山田'],
  ['visit evil.example', null],
  ['You won a free car now', null],
  ['<b>', null],
  ['Call 0800', null],
  ['A'.repeat(31), null],
  ['', null],
])('%j is greeted as %j', (firstName, greeted) => {
  expect(greetedName(firstName)).toBe(greeted);
});

test('a mail in HTML carries its logo, and a mail of plain text nothing', () => {
  const mail = { id: '1', from: 'desk@broker.example', to: 'ada@example.com', subject: 's', text: 't' };
  const createdAt = new Date(0);
  expect(composed({ ...mail, createdAt })).not.toHaveProperty('attachments');
  expect(composed({ ...mail, createdAt, html: '<p>t' })).toMatchObject({
    html: '<p>t',
    attachments: [{ cid: 'logo' }],
  });
});
