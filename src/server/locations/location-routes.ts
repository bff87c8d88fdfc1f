import type { FastifyInstance } from 'fastify';
import { defaultLocale, locales } from '../../brand.ts';
import { getClientInfo, getCountries } from '../../lib/contract/accounts/account-calls.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { countriesIn } from './countries.ts';
import type { FindLocation } from './find-location.ts';
import { plainAddress } from './find-location.ts';

export interface LocationRoutesOptions {
  sessions: Sessions;
  findLocation: FindLocation;
}

/** Registers the calls for the list of countries, and for a visitor's own location. */
export function registerLocationRoutes(app: FastifyInstance, { sessions, findLocation }: LocationRoutesOptions): void {
  registerCall(app, getCountries, { sessions }, ({ query }) => {
    const locale = locales.find((one) => one === query.lang) ?? defaultLocale;
    return Promise.resolve({ ok: true, data: [...countriesIn(locale)] });
  });

  registerCall(app, getClientInfo, { sessions }, ({ request }) => {
    const location = findLocation(request.ip);
    return Promise.resolve({
      ok: true,
      data: {
        ip: plainAddress(request.ip),
        country_short: location?.countryShort ?? null,
        country_long: location?.countryLong ?? null,
        city: location?.city ?? null,
      },
    });
  });
}
