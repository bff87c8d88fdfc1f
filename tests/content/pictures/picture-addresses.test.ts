import { expect, test } from 'vitest';
import { createPictureLoader } from '../../../src/content/sources/cockpit-values.ts';

/** Tests that the server requests only the uploads of its CMS, because editors write the addresses of pictures. */

const asked: string[] = [];
const client = {
  file: (path: string) => {
    asked.push(path);
    return Promise.resolve(null);
  },
};
const load = createPictureLoader({ url: 'https://cms.example/base' }, client);

test.each([
  ...['https://169.254.169.254/storage/a.png', 'http://localhost/storage/a.png', '//evil.example/storage/a.png'],
  ...['file:///storage/a.png', 'data:image/png;base64,AA', 'storage/a.png', '/api/content', '/storagea.png'],
  ...['/storage/../api/content', '/storage/%2e%2e/api/content', '/base/storage/..\\..\\api', ''],
])('nothing is fetched for %j', async (src) => {
  asked.length = 0;
  expect(await load(src)).toBeNull();
  expect(asked).toEqual([]);
});

test.each([
  ['/storage/uploads/a.png', '/storage/uploads/a.png'],
  ['/base/storage/uploads/a.png', '/base/storage/uploads/a.png'],
  ['/\\evil.example/storage/a.png', '/storage/a.png'],
])('%j is asked of the CMS by its path', async (src, path) => {
  asked.length = 0;
  await load(src);
  expect(asked).toEqual([path]);
});
