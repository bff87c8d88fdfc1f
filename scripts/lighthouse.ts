import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findChromium } from '../tests/support/product/find-chromium.ts';
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';

/** `npm run lighthouse`: the log-in page on a phone and on a desk, from the whole product. Scores under these fail. */

const page = '/login';
const least: Record<string, number> = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 95 };
const forms = { phone: undefined, desk: desktopConfig };

async function scoresOf(url: string, form: keyof typeof forms): Promise<Record<string, number>> {
  const chrome = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const options = { port: chrome.port, onlyCategories: Object.keys(least), logLevel: 'error' } as const;
    const result = await lighthouse(url, options, forms[form]);
    if (!result) throw new Error('Lighthouse said nothing');
    for (const audit of Object.values(result.lhr.audits)) {
      const isFault = audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative';
      if (isFault) process.stdout.write(`  ${form}: ${audit.id} ${audit.score ?? ''} ${audit.displayValue ?? ''}\n`);
    }
    return Object.fromEntries(
      Object.entries(result.lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    );
  } finally {
    chrome.kill();
  }
}

function report(form: string, scores: Record<string, number>): boolean {
  const verdicts = Object.entries(least).map(([name, needed]) => ({ name, score: scores[name] ?? 0, needed }));
  const text = verdicts.map(
    ({ name, score, needed }) => `${name} ${score}${score < needed ? ` (under ${needed})` : ''}`,
  );
  process.stdout.write(`${page} on a ${form}: ${text.join(', ')}\n`);
  return verdicts.every(({ score, needed }) => score >= needed);
}

const data = await makeDataFolder();
const product = await startProduct({ dataDir: data.path });
let isGood = true;
try {
  for (const form of ['phone', 'desk'] as const)
    isGood = report(form, await scoresOf(product.url + page, form)) && isGood;
} finally {
  await product.stop();
  await data.remove();
}
process.exitCode = isGood ? 0 : 1;
