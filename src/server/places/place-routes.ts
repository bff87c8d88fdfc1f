import type { FastifyInstance } from 'fastify';
import { defaultLocale, locales } from '../../brand.ts';
import { getClientInfo, getCountries } from '../../lib/contract/accounts/account-calls.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { countriesIn } from './countries.ts';
import type { FindPlace } from './find-place.ts';
import { plainAddress } from './find-place.ts';

export interface PlaceRoutesOptions {
  sessions: Sessions;
  findPlace: FindPlace;
}

/** The calls for the countries that a profile may name, and for a visitor's own location. */
export function registerPlaceRoutes(app: FastifyInstance, { sessions, findPlace }: PlaceRoutesOptions): void {
  registerCall(app, getCountries, { sessions }, ({ query }) => {
    const locale = locales.find((one) => one === query.lang) ?? defaultLocale;
    return Promise.resolve({ ok: true, data: [...countriesIn(locale)] });
  });

  registerCall(app, getClientInfo, { sessions }, ({ request }) => {
    const place = findPlace(request.ip);
    return Promise.resolve({
      ok: true,
      data: {
        ip: plainAddress(request.ip),
        country_short: place?.countryShort ?? null,
        country_long: place?.countryLong ?? null,
        city: place?.city ?? null,
      },
    });
  });
}
