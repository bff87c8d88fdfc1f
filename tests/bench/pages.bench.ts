import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { startNginx } from './peers/nginx.ts';
import { findRequestLoad } from './peers/request-load.ts';

const page = '/login';

/** A built page's requests a second from the whole product, its market running, beside one nginx worker on the same files. */
export async function measure(): Promise<Measurement[]> {
  const data = await makeDataFolder();
  const product = await startProduct({ dataDir: data.path });
  try {
    const { tool, requestsPerSecond } = findRequestLoad();
    const value = await requestsPerSecond(product.url + page);
    const figure = { figure: `content page ${page}`, value, unit: 'requests/s' };
    const nginx = await startNginx('dist/client');
    if (!nginx) return [{ ...figure, note: `by ${tool}; nginx is not installed` }];
    const beside = await requestsPerSecond(nginx.url + page);
    await nginx.stop();
    return [{ ...figure, baseline: { name: 'nginx, one worker', value: beside }, note: `by ${tool}, 64 connections` }];
  } finally {
    await product.stop();
    await data.remove();
  }
}
