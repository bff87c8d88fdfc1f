import { isIP } from 'node:net';
import type { CityResponse } from 'maxmind';
import { open } from 'maxmind';
import type { Logger } from 'pino';
import { UnusableValue } from '../environment.ts';

/** The location of an IP address; what the database does not know is null. */
export interface Location {
  /** ISO 3166-1 alpha-2. */
  countryShort: string | null;
  /** In English. */
  countryLong: string | null;
  /** In English. */
  city: string | null;
}

/** Looks up an IP address in memory; null if nothing is known about it. */
export type FindLocation = (address: string) => Location | null;

/** The fields of a country or city record that are read. Their types are not guaranteed by the file. */
interface LocationRecord {
  country?: { iso_code?: unknown };
  city?: { names?: { en?: unknown } };
}

export interface OpenLocationsOptions {
  geoipFile: string | null;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Opens a location database in MaxMind's format, of countries or of cities. If `geoipFile` is null, no location is
 * known. Throws `UnusableValue` if the file is not such a database.
 */
export async function openLocations({ geoipFile, logger }: OpenLocationsOptions): Promise<FindLocation> {
  if (geoipFile === null) return () => null;
  const reader = await open<CityResponse>(geoipFile).catch((fault: unknown) => {
    const expected = 'a database of places in MaxMind’s format, such as GeoLite2-City.mmdb';
    const found = fault instanceof Error ? `${geoipFile}: ${fault.message}` : geoipFile;
    throw new UnusableValue({ variable: 'GEOIP_FILE', expected, found }, fault);
  });
  let isDamaged = false;
  // A damaged file must not prevent log-ins. The damage is logged once, and addresses whose record cannot be read have
  // no location.
  const read = (address: string): LocationRecord | null => {
    try {
      return reader.get(address);
    } catch (fault) {
      if (!isDamaged) logger.warn({ err: fault }, 'GEOIP_FILE is damaged: not every place is known');
      isDamaged = true;
      return null;
    }
  };
  const countryNames = new Intl.DisplayNames('en', { type: 'region' });
  return (address) => {
    const plain = plainAddress(address);
    const found = isIP(plain) === 0 ? null : read(plain);
    const code = found?.country?.iso_code;
    const city = found?.city?.names?.en;
    const countryShort = typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null;
    if (countryShort === null && typeof city !== 'string') return null;
    const countryLong = countryShort === null ? null : (countryNames.of(countryShort) ?? null);
    return { countryShort, countryLong, city: typeof city === 'string' ? city : null };
  };
}

/** Removes the IPv6 prefix of an IPv4 address that came through an IPv6 socket, and the zone of an IPv6 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
}
