import type { User } from '../../lib/contract/entities.ts';
import { register as registerCall } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { markRegistered } from './registration-marker.ts';
import { callApi } from '../api.ts';
import { clientInfoText } from '../shell/client-info.ts';
import { enter, read } from './enter.ts';

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  phone: string;
  /** ISO 3166-1 alpha-2, as chosen beside the phone number. */
  country: string | undefined;
  agree: true | 1;
  /** The language of the mails. */
  lang: string;
  recaptcha: string | undefined;
}

/**
 * Opens an account and its session; sends the referral code, source tag and source page along. `user` is null if the
 * broker does not reveal who has an account: then no session begins, and a mail explains how to continue.
 *
 * Problems: those of the call; `EMAIL_TAKEN` if the email is in use.
 */
export async function register(registration: Registration): Promise<Result<{ user: User | null }>> {
  const result = await callApi(registerCall, {
    body: {
      ...registration,
      ...referral(),
      source_page: read(storageKeys.sourcePage, /^\/.{0,499}$/),
      info: await clientInfoText(),
    },
  });
  if (!result.ok) return result;
  if (!result.data) return { ok: true, user: null };
  markRegistered(result.data.user);
  enter(result.data);
  return { ok: true, user: result.data.user };
}

/** The stored referral code (up to the first dot) and source tag (after it), each only if valid. */
function referral(): { ref?: string; source_tag?: string } {
  const [code = '', tag] = (read(storageKeys.referral, /^[\w-]{1,40}(\.|$)/) ?? '').split(/\.(.*)/s);
  return {
    ...(code !== '' && { ref: code }),
    ...(tag !== undefined && /^[\w.-]{1,50}$/.test(tag) && { source_tag: tag }),
  };
}
