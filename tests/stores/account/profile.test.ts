import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $countries, loadCountries } from '../../../src/stores/account/profile.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

const germany = { id: 276, alpha2: 'DE', name: 'Deutschland' };
let asked: string[];
let kept: Map<string, string>;

function answerWith(status: number, body: unknown): void {
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(Response.json(body, { status }));
  });
}

beforeEach(() => {
  asked = [];
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  beginSession({ access_token: 'token', user: demoUser });
});

afterEach(() => {
  vi.unstubAllGlobals();
  $session.set(null);
  $countries.set({ status: 'loading' });
});

test('they are loaded once for a language, and stored', async () => {
  answerWith(200, { status: 'success', data: [germany] });
  await loadCountries('de');
  await loadCountries('de');
  expect($countries.get()).toEqual({ status: 'ready', countries: [germany] });
  await loadCountries('en');
  expect(asked).toEqual(['/api/get/countries?lang=de', '/api/get/countries?lang=en']);
});

test.each(['not JSON', '{"version":0,"countries":[{}]}', '{"version":1,"countries":[]}', 'null'])(
  'a stored value of %s is loaded again',
  async (text) => {
    kept.set('countries-de', text);
    answerWith(200, { status: 'success', data: [germany] });
    await loadCountries('de');
    expect($countries.get()).toEqual({ status: 'ready', countries: [germany] });
  },
);

test('a failure ends no session, and is retried', async () => {
  answerWith(503, { status: 'error', error: { code: 'UNAVAILABLE', message: '' } });
  await loadCountries('de');
  expect($countries.get()).toEqual({ status: 'failed' });
  expect($session.get()?.access_token).toBe('token');
  answerWith(200, { status: 'success', data: [germany] });
  await loadCountries('de');
  expect($countries.get().status).toBe('ready');
});
