import { atom } from 'nanostores';
import type { Country } from '../../lib/contract/accounts/account-entities.ts';
import { getCountries } from '../../lib/contract/accounts/account-endpoints.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { callApi } from '../api.ts';

export type CountriesState =
  | { status: 'loading' | 'failed' }
  /** Named and in the order of the language. */
  | { status: 'ready'; countries: readonly Country[] };

export const $countries = atom<CountriesState>({ status: 'loading' });

/** Another one when what is kept has another form, or other countries: every browser loads them anew then. */
const version = 1;

/**
 * Loads the countries in a language; from the browser's storage, where it has them. A failure is told and nothing else: it ends no
 * session, and another call tries again.
 */
export async function loadCountries(lang: string): Promise<void> {
  const kept = readKept(lang);
  if (kept) {
    $countries.set({ status: 'ready', countries: kept });
    return;
  }
  $countries.set({ status: 'loading' });
  const answer = await callApi(getCountries, { query: { lang } });
  if (answer.ok) keep(lang, answer.data);
  $countries.set(answer.ok ? { status: 'ready', countries: answer.data } : { status: 'failed' });
}

const keyOf = (lang: string) => `${storageKeys.countries}-${lang}`;

function readKept(lang: string): Country[] | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(lang)) ?? '') as { version: number; countries: Country[] };
    return kept.version === version && kept.countries.length > 0 ? kept.countries : null;
  } catch {
    return null;
  }
}

function keep(lang: string, countries: readonly Country[]): void {
  try {
    localStorage.setItem(keyOf(lang), JSON.stringify({ version, countries }));
  } catch {
    // A browser that keeps nothing loads them with each page.
  }
}
