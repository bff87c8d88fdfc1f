import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { startNginx } from './peers/nginx.ts';
import type { Load } from './peers/request-load.ts';
import { findRequestLoad } from './peers/request-load.ts';

const pages = ['/', '/privacy-policy', '/login'];
/**
 * As a browser gets a page, and as it lies on the disk. The goal is for the first, which every browser asks for. Of what is not compressed
 * nginx has the kernel copy the file, so that a page that fills the socket's buffer costs it less than any server that writes from memory.
 */
const encodings = ['gzip', 'identity'];
const goals: Readonly<Record<string, Measurement['goal']>> = { gzip: { leastRatio: 0.5 } };

interface Seen {
  page: string;
  encoding: string;
  ours: Load;
  nginx: Load | null;
}

/** Content pages from the whole product, its market running, beside one nginx worker on the same files, compressed ahead too. */
export async function measure(): Promise<Measurement[]> {
  const data = await makeDataFolder();
  const product = await startProduct({ dataDir: data.path });
  const nginx = await startNginx('dist/client');
  const { tool, load } = findRequestLoad();
  try {
    const seen: Seen[] = [];
    for (const page of pages) {
      for (const encoding of encodings) {
        const ours = await load(product.url + page, encoding);
        seen.push({ page, encoding, ours, nginx: nginx && (await load(nginx.url + page, encoding)) });
      }
    }
    return seen.flatMap((one) => measurementsOf(one, tool));
  } finally {
    await nginx?.stop();
    await product.stop();
    await data.remove();
  }
}

function measurementsOf({ page, encoding, ours, nginx }: Seen, tool: string): Measurement[] {
  const name = `content page ${page}, ${encoding}`;
  const beside = (value: number | null | undefined) =>
    value === null || value === undefined ? {} : { baseline: { name: 'nginx, one worker', value } };
  const goal = goals[encoding];
  return [
    {
      figure: name,
      value: ours.requestsPerSecond,
      unit: 'requests/s',
      ...beside(nginx?.requestsPerSecond),
      ...(goal && { goal }),
      note: nginx ? `by ${tool}, 64 connections` : `by ${tool}; nginx is not installed`,
    },
    ...(ours.p99Ms === null ? [] : [slowest(name, ours.p99Ms, beside(nginx?.p99Ms))]),
  ];
}

function slowest(name: string, value: number, baseline: Pick<Measurement, 'baseline'>): Measurement {
  return { figure: `${name}, p99`, value, unit: 'ms', ...baseline, goal: { most: 20 } };
}
