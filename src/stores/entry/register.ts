import type { User } from '../../lib/contract/entities.ts';
import { register as registerCall } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { markRegistered } from './registration-marker.ts';
import { callApi } from '../api.ts';
import { clientInfoText } from '../frame/client-info.ts';
import { enter, read } from './enter.ts';

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  phone: string;
  /** ISO 3166-1 alpha-2, as it was chosen beside the number. */
  country: string | undefined;
  agree: true | 1;
  /** The language of mails. */
  lang: string;
  recaptcha: string | undefined;
}

/**
 * Opens an account, with who sent the visitor, by which of their links, and the first page that one saw, and begins its
 * session. `user` is null where the broker does not tell who has an account: the rest stands in a mail then, and no
 * session begins.
 *
 * Problems: those of the call; `EMAIL_TAKEN` where somebody has the email.
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

/** The code that stands before the first point, and the tag of its link behind it, where it is one. */
function referral(): { ref?: string; source_tag?: string } {
  const [code = '', tag] = (read(storageKeys.referral, /^[\w-]{1,40}(\.|$)/) ?? '').split(/\.(.*)/s);
  return {
    ...(code !== '' && { ref: code }),
    ...(tag !== undefined && /^[\w.-]{1,50}$/.test(tag) && { source_tag: tag }),
  };
}
