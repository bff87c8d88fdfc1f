import { styleText } from 'node:util';
import { brand, defaultLocale, locales } from '../src/brand.ts';
import { ContentInvalid, ContentUnavailable } from '../src/content/content-source.ts';
import type { ContentFault } from '../src/content/content-source.ts';
import type { SiteContent } from '../src/content/model/site-content.ts';
import { loadWhole, mergeContent } from '../src/content/pull/merge-content.ts';
import { chooseSource } from '../src/content/sources/choose-source.ts';
import { symbolWarnings } from '../src/content/texts/prices.ts';
import { seedAssets } from '../src/server/seed/asset-list.ts';
import { checkSource } from '../src/server/cms/check-source.ts';
import { contentOfEnvironment } from '../src/server/content-config.ts';
import { report } from '../src/server/operator/outcome.ts';
import { findContentFaults } from './content-faults.ts';
import { missingTranslations } from './missing-translations.ts';

/**
 * Checks the content that a server in this environment would show, files or a CMS, and lists what is not translated:
 * `npm run content:check`. With a folder it checks its files. Changes nothing. A missing translation is not a fault,
 * because English is shown instead.
 */

const [folder] = process.argv.slice(2);
const chosen = folder === undefined ? contentOfEnvironment(process.env) : { folder, cms: null };
const source = chooseSource(chosen);

function fail(faults: readonly ContentFault[]): void {
  for (const { path, expected, found } of faults)
    process.stdout.write(`${styleText('red', path)}: expected ${expected}, found ${found}\n`);
  process.stdout.write(`${faults.length} faults in the content\n`);
  process.exitCode = 1;
}

function listMissing(content: SiteContent): void {
  const others = locales.filter((locale) => locale !== defaultLocale);
  const missing = missingTranslations(content);
  for (const { part, lacks } of missing) {
    const cells = others.map((locale) => (lacks.has(locale) ? styleText('yellow', locale) : '  '));
    process.stdout.write(`${part.padEnd(44)} ${cells.join(' ')}\n`);
  }
  const offered = brand.languages.join(', ');
  process.stdout.write(
    `${content.pages.length} pages, ${missing.length} texts not translated (${offered} are offered)\n`,
  );
}

async function checkFiles(): Promise<void> {
  const content = await loadWhole(source);
  const merged = mergeContent(await source.load(), null, null);
  const left = merged.ok ? merged.warnings.filter(({ kind }) => kind === 'link') : [];
  const symbols = symbolWarnings(
    content,
    seedAssets.map(({ symbol }) => symbol),
  );
  const faults = [
    ...symbols.map(({ path, address = '' }) => ({ path, expected: 'the symbol of an asset', found: address })),
    ...left.map(({ path, address = '' }) => ({ path, expected: 'a page', found: address })),
    ...(await findContentFaults(content, source.loadPicture)),
  ];
  listMissing(content);
  if (faults.length > 0) fail(faults);
}

async function checkCms(): Promise<void> {
  const { outcome, content } = await checkSource(source);
  if (content) listMissing(content);
  report(outcome);
}

try {
  await (chosen.cms ? checkCms() : checkFiles());
} catch (fault) {
  if (fault instanceof ContentUnavailable) report({ ok: false, text: `It could not be checked: ${fault.message}` });
  else if (fault instanceof ContentInvalid) fail(fault.faults);
  else throw fault;
}
