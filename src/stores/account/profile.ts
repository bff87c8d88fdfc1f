import { atom } from 'nanostores';
import { getCountries, updatePassword, updateProfile } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Country } from '../../lib/contract/accounts/account-entities.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { callApi } from '../api.ts';
import { expectChange } from '../authentication.ts';
import { knownDevice } from '../sign-in/enter.ts';

/** The fields of the account that its owner can change. */
export interface ProfileValues {
  first_name: string;
  last_name: string;
  phone: string;
  birth_date: string;
  country_id: number;
  state: string;
  city: string;
  street: string;
  zip_code: string;
}

/** Saves the profile and returns the updated account. `VALIDATION` names the invalid fields. */
export async function saveProfile(body: ProfileValues): Promise<Result<{ user: User }>> {
  const applyUser = expectChange();
  const result = await callApi(updateProfile, { body });
  if (!result.ok) return result;
  applyUser(result.data);
  return { ok: true, user: result.data };
}

export interface NewPassword {
  new_password: string;
  confirm_password: string;
  /** Required if the log-in is not recent. */
  current_password?: string | undefined;
}

/**
 * Changes the password, which ends the other sessions and forgets the other browsers. On `CURRENT_PASSWORD_REQUIRED` or
 * `CURRENT_PASSWORD_WRONG` nothing has changed; call again with the current password.
 */
export async function changePassword(body: NewPassword): Promise<Result> {
  const result = await callApi(updatePassword, { body: { ...body, device: knownDevice() } });
  return result.ok ? { ok: true } : result;
}

export type CountriesState =
  | { status: 'loading' | 'failed' }
  /** The names and the sort order are those of the page's language. */
  | { status: 'ready'; countries: readonly Country[] };

export const $countries = atom<CountriesState>({ status: 'loading' });

/**
 * The version of the stored list of countries. Raise it when the list or its format changes, so that every browser
 * loads it again.
 */
const storedVersion = 1;

/**
 * Loads the countries in a language, from the browser's storage if it has them. A failure only sets the state to
 * `failed`: it does not end the session, and the next call tries again.
 */
export async function loadCountries(lang: string): Promise<void> {
  const stored = readStoredCountries(lang);
  if (stored) {
    $countries.set({ status: 'ready', countries: stored });
    return;
  }
  $countries.set({ status: 'loading' });
  const answer = await callApi(getCountries, { query: { lang } });
  if (answer.ok) storeCountries(lang, answer.data);
  $countries.set(answer.ok ? { status: 'ready', countries: answer.data } : { status: 'failed' });
}

const countriesKey = (lang: string) => `${storageKeys.countries}-${lang}`;

function readStoredCountries(lang: string): Country[] | null {
  try {
    const stored = JSON.parse(localStorage.getItem(countriesKey(lang)) ?? '') as {
      version: number;
      countries: Country[];
    };
    return stored.version === storedVersion && stored.countries.length > 0 ? stored.countries : null;
  } catch {
    return null;
  }
}

function storeCountries(lang: string, countries: readonly Country[]): void {
  try {
    localStorage.setItem(countriesKey(lang), JSON.stringify({ version: storedVersion, countries }));
  } catch {
    // A browser without storage loads them on each page.
  }
}
