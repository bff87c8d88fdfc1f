import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/server/environment.ts';
import { readSiteUrl, siteUrlFor } from '../../../src/server/site/site-config.ts';

const here = { host: '127.0.0.1', port: 4321 };
const read = (env: Record<string, string>, listens: Partial<typeof here> = {}) =>
  readSiteUrl(readEnvironment(env), { ...here, ...listens });

describe('where the site is', () => {
  it('is SITE_URL, wherever the server listens', () => {
    const said = { siteUrl: 'https://broker.example', isSiteUrlGuessed: false };
    expect(read({ SITE_URL: 'https://broker.example/' }, { port: 8080 })).toEqual(said);
  });

  it.each([
    [{}, 'http://localhost:4321'],
    [{ port: 4400 }, 'http://localhost:4400'],
    [{ host: '0.0.0.0', port: 4400 }, 'http://localhost:4400'],
    [{ host: '::', port: 80 }, 'http://localhost'],
    [{ host: '192.168.1.20' }, 'http://192.168.1.20:4321'],
    [{ host: 'fd00::20' }, 'http://[fd00::20]:4321'],
    [{ port: 0 }, 'http://localhost:4321'],
    [{ host: 'no host' }, 'http://localhost:4321'],
  ])('without it is the address of the server: %j', (listens, siteUrl) => {
    expect(read({}, listens)).toEqual({ siteUrl, isSiteUrlGuessed: true });
  });
});

describe('where a customer is led back to', () => {
  const guessed = { siteUrl: 'http://localhost:4321', isSiteUrlGuessed: true };

  it.each(['127.0.0.1:4400', 'localhost:4400', 'localhost', '[::1]:4400'])('is %s, where the session is', (host) => {
    expect(siteUrlFor(guessed, host)).toBe(`http://${host}`);
  });

  it.each(['evil.example', 'localhost.evil.example', 'me@localhost', 'localhost:99999', 'localhost/x', undefined])(
    'is not where %s would lead',
    (host) => {
      expect(siteUrlFor(guessed, host)).toBe(guessed.siteUrl);
    },
  );

  it('is the configured address, whatever the request says', () => {
    const said = { siteUrl: 'http://localhost:8080', isSiteUrlGuessed: false };
    expect(siteUrlFor(said, '127.0.0.1:4400')).toBe(said.siteUrl);
  });
});
