import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { dialCodes } from '../../../src/lib/phone/dial-codes.ts';
import { countriesIn, countryCodeOf, countryIdOf } from '../../../src/server/locations/countries.ts';
import { openLocations, plainAddress } from '../../../src/server/locations/find-location.ts';
import { readPhone } from '../../../src/server/locations/phone-number.ts';
import { makeLocationDatabase } from '../../support/accounts/location-database.ts';

describe('the countries', () => {
  test('have the ids of Unicode', () => {
    for (const { id, alpha2 } of countriesIn('en')) {
      expect(new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region).toBe(alpha2);
      expect([countryIdOf(alpha2), countryCodeOf(id)]).toEqual([id, alpha2]);
    }
    expect([countryIdOf('XX'), countryIdOf(null), countryCodeOf(999)]).toEqual([null, null, null]);
  });

  test.each(locales)('have each a name of its own in %s', (locale) => {
    const names = countriesIn(locale).map(({ name }) => name);
    expect(new Set(names).size).toBe(250);
    expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  });
});

test('every country that a number can be typed for has an id', () => {
  expect([...dialCodes.keys()].filter((alpha2) => countryIdOf(alpha2) === null)).toEqual([]);
});

describe('a telephone number', () => {
  test.each([
    ['+49 (0)30 / 901 820', undefined, '+4930901820', 276],
    ['0049 30 901820', 'DE', '+4930901820', 276],
    ['030-901820', 'DE', '+4930901820', 276],
    ['(202) 555-0143', 'US', '+12025550143', 840],
    ['+44 7911 123456', 'GB', '+447911123456', 831],
    ['+7 701 234 5678', 'RU', '+77012345678', 398],
    ['043 201 234', 'XK', '+38343201234', 983],
    ['62123', 'AC', '+24762123', 654],
    ['8123', 'TA', '+2908123', 654],
  ])('%s typed in %s is %s', (typed, hint, e164, countryId) => {
    expect(readPhone(typed, hint)).toEqual({ e164, countryId });
  });

  test.each([['030 901820'], ['+49'], ['+49 30'], ['+999 123 456 789'], ['12345'], ['+1 000 000 0000'], ['()-/.']])(
    '%s is not a number without a country',
    (typed) => expect(readPhone(typed)).toBeNull(),
  );

  test('does not fail for an unknown country', () => {
    expect(readPhone('030 901820', 'XX')).toBeNull();
    expect(readPhone('+4930901820', '__proto__')?.countryId).toBe(276);
  });
});

describe('a database of places', () => {
  let folder: string;
  const warned: unknown[] = [];
  const logger = { warn: (...said: unknown[]) => void warned.push(said.at(-1)) };
  const open = (geoipFile: string | null) => openLocations({ geoipFile, logger });
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'places-'))));
  afterAll(() => rm(folder, { recursive: true }));

  test('that is invalid prevents the start, and its variable is named', async () => {
    const file = join(folder, 'none.mmdb');
    const fault = /^GEOIP_FILE: expected a database of places in MaxMind’s format/;
    await expect(open(file)).rejects.toThrow(fault);
    await writeFile(file, 'nothing of the kind');
    await expect(open(file)).rejects.toThrow(fault);
  });

  test('that is damaged is logged once, and finds nothing where it cannot be read', async () => {
    const made = makeLocationDatabase([
      { network: '81.2.69.0/24', country: 'GB' },
      { network: '175.16.199.0/24', country: 'CN', city: 'Changchun' },
    ]);
    // The offset of the first record, a map, becomes a pointer far beyond the end.
    made.fill(0xff, made.indexOf('country') - 2, made.indexOf('country'));
    const file = join(folder, 'damaged.mmdb');
    await writeFile(file, made);
    const findLocation = await open(file);
    expect([findLocation('81.2.69.1'), findLocation('81.2.69.2')]).toEqual([null, null]);
    expect(findLocation('175.16.199.1')).toEqual({ countryShort: 'CN', countryLong: 'China', city: 'Changchun' });
    expect(warned).toEqual(['GEOIP_FILE is damaged: not every place is known']);
  });

  test('is optional', async () => {
    expect((await open(null))('81.2.69.142')).toBeNull();
  });

  test.each([
    ['::ffff:81.2.69.142', '81.2.69.142'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('is asked for %s as %s', (address, plain) => expect(plainAddress(address)).toBe(plain));
});
