import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findChromium } from '../tests/support/product/find-chromium.ts';
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';

/**
 * `npm run lighthouse [path …]`: measures pages of the running product with Lighthouse, which simulates slow 4G and a
 * slow phone processor. Fails if the median of the runs misses a goal.
 */

interface Goal {
  /** The minimum score of each category. */
  scores: Record<string, number>;
  /** The upper limit for the largest contentful paint (LCP), in milliseconds. */
  paintMs?: number;
  /** The number of runs; their median counts. */
  runs: number;
}

interface Measurement {
  scores: Record<string, number>;
  paintMs: number;
  shift: number;
  faults: string[];
}

const perfect = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const contentGoal: Goal = { scores: perfect, paintMs: 1_200, runs: 5 };
const loginGoal: Goal = { scores: { performance: 95, accessibility: 100, 'best-practices': 95, seo: 95 }, runs: 1 };
const goals: Record<string, Goal> = {
  '/': contentGoal,
  '/about': contentGoal,
  '/privacy-policy': contentGoal,
  '/contact-us': contentGoal,
  '/login': loginGoal,
};
const forms = { phone: undefined, desk: desktopConfig };

async function measure(url: string, form: keyof typeof forms): Promise<Measurement> {
  const chrome = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const options = { port: chrome.port, onlyCategories: Object.keys(perfect), logLevel: 'error' } as const;
    const result = await lighthouse(url, options, forms[form]);
    if (!result) throw new Error('Lighthouse returned no result');
    const { audits, categories } = result.lhr;
    return {
      scores: Object.fromEntries(
        Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
      ),
      paintMs: audits['largest-contentful-paint']?.numericValue ?? Infinity,
      shift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
      faults: Object.values(audits)
        .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
        .map(({ id, score, displayValue }) => `${id} ${score ?? ''} ${displayValue ?? ''}`.trim()),
    };
  } finally {
    chrome.kill();
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** Prints the results of a page; returns false if it misses a goal. */
function judge(name: string, measurements: Measurement[], { scores, paintMs = Infinity }: Goal): boolean {
  const verdicts = Object.entries(scores).map(([category, needed]) => {
    const score = median(measurements.map((one) => one.scores[category] ?? 0));
    return { text: `${category} ${score}`, isGood: score >= needed };
  });
  const paint = median(measurements.map((one) => one.paintMs));
  const shift = median(measurements.map((one) => one.shift));
  verdicts.push({ text: `paint ${Math.round(paint)} ms`, isGood: paint < paintMs });
  verdicts.push({ text: `shift ${shift.toFixed(3)}`, isGood: shift === 0 || paintMs === Infinity });
  const texts = verdicts.map(({ text, isGood }) => (isGood ? text : `${text} (falls short)`));
  process.stdout.write(`${name}: ${texts.join(', ')}\n`);
  for (const fault of new Set(measurements.flatMap(({ faults }) => faults))) process.stdout.write(`  ${fault}\n`);
  return verdicts.every(({ isGood }) => isGood);
}

const asked = process.argv.slice(2);
const data = await makeDataFolder();
const product = await startProduct({ dataDir: data.path });
let isGood = true;
try {
  for (const [path, goal] of Object.entries(goals)) {
    if (asked.length > 0 && !asked.includes(path)) continue;
    for (const form of ['phone', 'desk'] as const) {
      const measurements: Measurement[] = [];
      // A desktop is faster, so one run is enough to catch faults that only appear there.
      const runs = form === 'phone' ? goal.runs : 1;
      while (measurements.length < runs) measurements.push(await measure(product.url + path, form));
      isGood =
        judge(`${path} on a ${form}, ${runs === 1 ? 'one run' : `median of ${runs}`}`, measurements, goal) && isGood;
    }
  }
} finally {
  await product.stop();
  await data.remove();
}
process.exitCode = isGood ? 0 : 1;
