import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getClientInfo, getCountries, updateProfile } from '../../../src/lib/contract/accounts/account-calls.ts';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { makeLocationDatabase } from '../../support/accounts/location-database.ts';
import { auditOf, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** What customers enter about themselves, and what the server knows of countries and locations. */

const newcomer = 'new@example.com';
let folder: string;
let shop: TestApp;
let accessToken: string;
let begunAt: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'));
  const file = join(folder, 'places.mmdb');
  const locations = [
    { network: '81.2.69.0/24', country: 'GB', city: 'Boxford' },
    { network: '175.16.199.0/24', country: 'CN' },
    { network: '2001:db8:7::/48', country: 'CH', city: 'Zürich' },
  ];
  await writeFile(file, makeLocationDatabase(locations));
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', GEOIP_FILE: file } });
  ({ accessToken } = await shop.logIn(newcomer));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  shop.runtime.advance(1_000);
  begunAt = shop.runtime.now();
});

const profile = {
  ...{ first_name: 'Nora', last_name: 'Weiss', phone: '+43 660 1234567', birth_date: '1990-05-17', country_id: 40 },
  ...{ state: 'Wien', city: 'Wien', street: 'Ring 1', zip_code: '1010' },
};
const save = (more: object = {}, bearer = accessToken) =>
  visit(shop, updateProfile, { body: { ...profile, ...more }, accessToken: bearer, address: '198.51.100.7' });

describe('a profile', () => {
  test('is stored and sent to every socket of the customer, and the audit log names the changed fields', async () => {
    const socket = await shop.customerSocket(accessToken);
    const told = new Promise<User>((tell) => socket.once('user', tell));
    const { status, data } = await save();
    expect(status).toBe(200);
    expect(data).toMatchObject({ ...profile, phone: '+436601234567', full_name: 'Nora Weiss' });
    expect(await told).toEqual(data);
    expect((await visit(shop, getUser, { accessToken })).data).toEqual(data);
    expect(await auditOf(shop, newcomer, begunAt)).toEqual([
      {
        ...{ event: 'profile_changed', actor: 'customer', address: '198.51.100.7' },
        details: { fields: 'birth_date country_id state city street zip_code', after_verification: false },
      },
    ]);
    socket.close();
  });

  test('that changes nothing is not recorded', async () => {
    await save();
    shop.runtime.advance(1_000);
    begunAt = shop.runtime.now();
    expect((await save({ first_name: ' Nora ', phone: '0660 1234567' })).status).toBe(200);
    expect(await auditOf(shop, newcomer, begunAt)).toEqual([]);
  });

  test('of a verified customer may change, and the audit log notes that documents were checked against it', async () => {
    const { accessToken: bearer, user } = await shop.logIn('limited@example.com');
    const own = { ...user, country_id: user.country_id ?? 0, token: user.token };
    expect((await save({ ...own, street: 'Ring 2' }, bearer)).data?.street).toBe('Ring 2');
    shop.runtime.advance(1_000);
    expect((await save({ ...own, street: 'Ring 2', last_name: 'Moore' }, bearer)).data?.full_name).toBe('Liam Moore');
    shop.runtime.advance(1_000);
    const moved = { ...own, street: 'Ring 2', last_name: 'Moore', phone: '+436601234567' };
    expect((await save(moved, bearer)).data?.phone).toBe('+436601234567');
    const changes = (await auditOf(shop, 'limited@example.com', begunAt)).filter(
      ({ event }) => event === 'profile_changed',
    );
    expect(changes.map(({ details }) => details)).toEqual([
      { fields: 'street', after_verification: true },
      { fields: 'last_name', after_verification: true },
      { fields: 'phone', after_verification: false },
    ]);
  });

  test.each([
    [{ phone: '0660 12' }, { phone: 'Phone number not valid' }],
    [{ phone: '' }, { phone: 'Phone number is required' }],
    // The test's clock is set to 2 November 2026.
    [{ birth_date: '2008-11-03' }, { birth_date: 'You must be at least 18 years old' }],
    [{ birth_date: '2026-11-03' }, { birth_date: 'Enter a valid date of birth' }],
    [{ birth_date: '1899-12-31' }, { birth_date: 'Enter a valid date of birth' }],
    [{ birth_date: '2001-02-29' }, { birth_date: 'Enter a valid date of birth' }],
    [{ birth_date: '' }, { birth_date: 'Date of birth is required' }],
    [{ country_id: 999 }, { country_id: 'Country is required' }],
    [{ country_id: null }, { country_id: 'Country is required' }],
    [
      { state: ' ', city: '', street: '\u0000', zip_code: undefined },
      {
        ...{ state: 'State or region is required', city: 'City is required', street: 'Street is required' },
        zip_code: 'Postal code is required',
      },
    ],
    [
      { first_name: '', last_name: 'x'.repeat(81) },
      {
        first_name: 'First name is required',
        last_name: 'Last name has maximum 80 characters',
      },
    ],
  ])('with %j is refused', async (wrong, fields) => {
    const refused = await save(wrong);
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(refused.fields).toEqual(fields);
  });

  test('may belong to somebody who comes of age today', async () => {
    expect((await save({ birth_date: '2008-11-02' })).status).toBe(200);
  });

  test('cannot be changed by another customer', async () => {
    const { user } = await shop.logIn('limited@example.com');
    expect(await save({ token: user.token })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('the countries', () => {
  const countries = async (lang: string) =>
    (await visit(shop, getCountries, { accessToken, query: { lang } })).data ?? [];

  test('are named and sorted by language, with the same ids', async () => {
    const [english, german] = [await countries('en'), await countries('de')];
    expect(english).toHaveLength(250);
    expect(english[0]).toEqual({ id: 4, alpha2: 'AF', name: 'Afghanistan' });
    expect(german.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln']);
    expect(german.find(({ id }) => id === 276)).toEqual({ id: 276, alpha2: 'DE', name: 'Deutschland' });
    const ids = (list: typeof english) => list.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids(german)).toEqual(ids(english));
    expect(await countries('xx')).toEqual(english);
  });
});

describe('client info', () => {
  test.each([
    ['81.2.69.142', { country_short: 'GB', country_long: 'United Kingdom', city: 'Boxford' }],
    ['::ffff:81.2.69.142', { ip: '81.2.69.142', country_short: 'GB', city: 'Boxford' }],
    ['175.16.199.1', { country_short: 'CN', country_long: 'China', city: null }],
    ['2001:db8:7::1', { country_short: 'CH', country_long: 'Switzerland', city: 'Zürich' }],
    ['127.0.0.1', { country_short: null, country_long: null, city: null }],
    ['nonsense', { country_short: null, country_long: null, city: null }],
  ])('of %s shows what the location database knows', async (address, info) => {
    const { status, data } = await visit(shop, getClientInfo, { address });
    expect(status).toBe(200);
    expect(data).toEqual({ ip: address, ...data, ...info });
  });

  test('is stored when a session is opened', async () => {
    const address = '81.2.69.142';
    await visit(shop, login, { body: { email: newcomer, password: 'demo1234' }, address });
    const { rows } = await shop.app.database.query('select country_short, city from sessions where address = $1', [
      address,
    ]);
    expect(rows).toEqual([{ country_short: 'GB', city: 'Boxford' }]);
  });
});

test('nobody can register while registration is closed', async () => {
  const form = { ...profile, email: 'ada@example.com', password: 'quiet-7351', agree: true };
  expect(await visit(shop, register, { body: form })).toMatchObject({ status: 403, code: 'REGISTRATION_CLOSED' });
});
