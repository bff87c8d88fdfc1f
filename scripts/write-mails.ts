import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locales } from '../src/brand.ts';
import { logoCid } from '../src/server/mail/letter-html.ts';
import { writeLetter } from '../src/server/mail/write-letter.ts';
import { sampleLetters } from './mails/sample-letters.ts';

/**
 * `npm run mails`: writes every mail in every language as files to look at, with an overview in `index.html`. A browser
 * shows the theme that the system prefers.
 */

const folder = resolve(process.argv[2] ?? 'reports/mails');
const logo = await readFile('public/icons/icon-192.png', 'base64');
const facts = {
  siteUrl: 'https://broker.example',
  reason: 'The bill is older than three months.\nPlease send one from September or later.',
  destination: 'Ada Lovelace, DE02…2051',
};

await rm(folder, { recursive: true, force: true });
const links: string[] = [];
for (const locale of locales) {
  await mkdir(join(folder, locale), { recursive: true });
  for (const [name, letter] of sampleLetters(locale, facts)) {
    const { subject, text, html } = writeLetter(letter, letter.greets === null ? null : 'Ada');
    const file = join(locale, name);
    await writeFile(join(folder, `${file}.html`), html.replace(`cid:${logoCid}`, `data:image/png;base64,${logo}`));
    await writeFile(join(folder, `${file}.txt`), `${subject}\n\n${text}`);
    links.push(`<li><a href="${file}.html">${file}</a> (<a href="${file}.txt">text</a>)</li>`);
  }
}
const head = '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Mails</title>';
await writeFile(join(folder, 'index.html'), `${head}<h1>Mails</h1><ul>${links.join('\n')}</ul>\n`);
process.stdout.write(`${links.length} mails: ${pathToFileURL(join(folder, 'index.html')).href}\n`);
