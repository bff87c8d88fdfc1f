import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentOfEnvironment } from '../../src/server/content-config.ts';

describe('the source of the content', () => {
  it('is the embedded folder by default', () => {
    expect(contentOfEnvironment({})).toEqual({
      ...{ folder: resolve('src/content'), cms: null },
      dataDir: resolve('data'),
    });
  });

  it('is a CMS of version 1 or 2', () => {
    const env = { CMS_URL: 'https://cms.test/cms/', CMS_TOKEN: 'account-1' };
    const cms = { url: 'https://cms.test/cms', token: 'account-1', version: 1 };
    expect(contentOfEnvironment(env).cms).toEqual(cms);
    expect(contentOfEnvironment({ ...env, CMS_VERSION: '2' }).cms).toEqual({ ...cms, version: 2 });
  });

  it.each([
    [{ CMS_URL: 'https://cms.test' }, 'CMS_TOKEN: expected a token of the CMS, because CMS_URL is set, found nothing'],
    [{ CMS_VERSION: '3' }, 'CMS_VERSION: expected 1 or 2, found 3'],
    [{ CMS_TOKEN: 'short' }, 'CMS_TOKEN: expected at least 8 characters, found 5 characters'],
  ])('%j is refused', (env, message) => {
    expect(() => contentOfEnvironment(env)).toThrow(message);
  });
});
