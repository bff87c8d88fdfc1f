import { styleText } from 'node:util';
import { brand, defaultLocale, locales } from '../src/brand.ts';
import { ContentInvalid } from '../src/content/content-source.ts';
import type { ContentFault } from '../src/content/content-source.ts';
import { loadWhole, mergeContent } from '../src/content/pull/merge-content.ts';
import { createLocalSource } from '../src/content/sources/local-source.ts';
import { symbolWarnings } from '../src/content/texts/prices.ts';
import { seedAssets } from '../src/server/seed/asset-list.ts';
import { findContentFaults } from './content-faults.ts';
import { missingTranslations } from './missing-translations.ts';

/**
 * Validates the embedded content, checks its links and pictures, and lists what is not translated: `npm run
 * content:check [folder]`. A missing translation is not a fault, because English is shown instead.
 */

const source = createLocalSource(process.argv[2] ?? 'src/content');

function fail(faults: readonly ContentFault[]): void {
  for (const { path, expected, found } of faults)
    process.stdout.write(`${styleText('red', path)}: expected ${expected}, found ${found}\n`);
  process.stdout.write(`${faults.length} faults in the content\n`);
  process.exitCode = 1;
}

try {
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
  if (faults.length > 0) fail(faults);
} catch (fault) {
  if (!(fault instanceof ContentInvalid)) throw fault;
  fail(fault.faults);
}
