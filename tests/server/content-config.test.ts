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

  it('is any other CMS by HTTP, with the hosts of its pictures', () => {
    const http = { CONTENT_SOURCE: 'http', CONTENT_URL: 'https://fn.test/site?code=1', CONTENT_TOKEN: 'token-of-it' };
    const address = { url: 'https://fn.test/site?code=1', token: 'token-of-it', version: null };
    expect(contentOfEnvironment(http).cms).toEqual({ ...address, pictureOrigins: [] });
    const CONTENT_PICTURE_ORIGINS = 'https://a.test, https://b.test:8443';
    const { cms } = contentOfEnvironment({ ...http, CONTENT_PICTURE_ORIGINS });
    expect(cms).toEqual({ ...address, pictureOrigins: ['https://a.test', 'https://b.test:8443'] });
  });

  it('is the files if that is said, although there is a CMS', () => {
    const env = { CONTENT_SOURCE: 'files', CMS_URL: 'https://cms.test', CMS_TOKEN: 'account-1' };
    expect(contentOfEnvironment(env).cms).toBeNull();
  });

  const http = { CONTENT_SOURCE: 'http', CONTENT_URL: 'https://fn.test' };
  it.each([
    [http, 'CONTENT_TOKEN: expected a token, because CONTENT_SOURCE is http, found nothing'],
    [{ CONTENT_SOURCE: 'http', CONTENT_TOKEN: 'token-of-it' }, 'CONTENT_URL: expected the address of the source http'],
    [{ CONTENT_SOURCE: 'cockpit' }, 'CMS_URL: expected the address of the source cockpit, found nothing'],
    [
      { CONTENT_PICTURE_ORIGINS: 'https://a.test/files' },
      'CONTENT_PICTURE_ORIGINS: expected origins, such as https://',
    ],
    [{ CONTENT_SOURCE: 'rest' }, 'CONTENT_SOURCE: expected files or cockpit or http, found rest'],
    [{ CMS_URL: 'https://cms.test' }, 'CMS_TOKEN: expected a token of the CMS, because CMS_URL is set, found nothing'],
    [{ CMS_VERSION: '3' }, 'CMS_VERSION: expected 1 or 2, found 3'],
    [{ CMS_TOKEN: 'short' }, 'CMS_TOKEN: expected at least 8 characters, found 5 characters'],
  ])('%j is refused', (env, message) => {
    expect(() => contentOfEnvironment(env)).toThrow(message);
  });
});
