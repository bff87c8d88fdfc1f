import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { startNginx } from './peers/nginx.ts';
import type { Load } from './peers/request-load.ts';
import { connections, loadByWrk } from './peers/request-load.ts';

const pages = amount({ full: ['/', '/privacy-policy', '/login'], smoke: ['/'] });
/**
 * How a page is requested: as every browser does, and uncompressed. Only the first has a goal. nginx sends an
 * uncompressed file by the kernel's sendfile, so a page that fills the socket buffer costs it less than any server that
 * writes from memory.
 */
const encodings = ['gzip', 'identity'];
const goals: Readonly<Record<string, Measurement['goal']>> = { gzip: { leastRatio: 0.5 } };

interface Seen {
  page: string;
  encoding: string;
  ours: Load;
  nginx: Load;
}

/**
 * Content pages of the whole product with a running market, compared with one nginx worker that serves the same files,
 * precompressed too.
 */
export async function measure(): Promise<Measurement[]> {
  const nginx = await startNginx('dist/client');
  const data = await makeDataFolder();
  // Builds the site if it is missing.
  const product = await startProduct({ dataDir: data.path });
  try {
    const seen: Seen[] = [];
    for (const page of pages) {
      for (const encoding of encodings) {
        const ours = await loadByWrk(product.url + page, encoding);
        seen.push({ page, encoding, ours, nginx: await loadByWrk(nginx.url + page, encoding) });
      }
    }
    return seen.flatMap((one) => measurementsOf(one));
  } finally {
    await nginx.stop();
    await product.stop();
    await data.remove();
  }
}

function measurementsOf({ page, encoding, ours, nginx }: Seen): Measurement[] {
  const name = `content page ${page}, ${encoding}`;
  const beside = (value: number) => ({ baseline: { name: 'nginx, one worker', value } });
  const goal = goals[encoding];
  return [
    {
      ...{ figure: name, value: ours.requestsPerSecond, unit: 'requests/s', ...beside(nginx.requestsPerSecond) },
      ...(goal && { goal }),
      note: `by wrk, ${connections} connections`,
    },
    { figure: `${name}, p99`, value: ours.p99Ms, unit: 'ms', ...beside(nginx.p99Ms), goal: { most: 20 } },
  ];
}
