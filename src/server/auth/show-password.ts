import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AuditRecord, RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { emailMark } from '../audit/refusal-notes.ts';
import type { Attempt, AttemptLimiter } from '../throttle/attempt-limiter.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import type { HumanCheck } from './human-check.ts';
import type { VerifyPassword } from '../passwords/password.ts';
import { verifyPassword } from '../passwords/password.ts';
import { isQueueFull, slotOfKnownDevice, strangerSlot, refuseForQueue } from '../passwords/hash-queue.ts';

export interface ShowPasswordParts {
  attempts: AttemptLimiter;
  isHuman: HumanCheck;
  refusals: RefusalNotes;
  /** Replaced only by tests. */
  verifyPassword?: VerifyPassword;
}

export interface Credentials {
  id: number;
  passwordHash: string;
}

/**
 * The kind of account that logs in: customers and affiliates log in separately, and their attempts are counted
 * separately.
 */
export interface LogInRealm {
  /** `email` in lower case; undefined if no account of this kind has it. */
  findCredentials: (email: string) => Promise<Credentials | undefined>;
  /** The account or affiliate that an audit record is about. */
  aboutWhom: (id: number) => Pick<AuditRecord, 'accountId' | 'affiliateId'>;
}

export interface PasswordShown {
  /** In lower case. */
  email: string;
  password: string;
  origin: RequestOrigin;
  /** The token of the check of humanity; empty if the check could not load in the browser. */
  humanToken: string | undefined;
}

/**
 * Checks an email and a password, unless there were too many attempts. An unknown email and a wrong password take the
 * same time and get the same answer. If the broker has set up the check of humanity, it comes first. If the browser
 * could not load it, a few wrong guesses an hour are allowed; while its verifier is down, everybody is let through, so
 * that somebody else's outage locks nobody out.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, INVALID_CREDENTIALS.
 */
export async function showPassword(
  parts: ShowPasswordParts,
  realm: LogInRealm,
  shown: PasswordShown,
  attempt: Attempt,
): Promise<Result<{ credentials: Credentials }>> {
  const { attempts } = parts;
  const allowed = await attempts.consume(attempt);
  if (!allowed.ok) {
    await noteLimited(parts, realm, shown, attempt);
    return allowed;
  }
  const human = await askHumanity(parts, shown, attempt);
  if (!human.ok) {
    if (human.problem.code === 'TOO_MANY_REQUESTS') await noteLimited(parts, realm, shown, attempt);
    return human;
  }
  const checked = await checkPassword(parts, realm, shown, attempt);
  // Only a wrong password counts towards the limit of attempts without the check of humanity.
  const isWrong = !checked.ok && checked.problem.code === 'INVALID_CREDENTIALS';
  if (human.isUnchecked && !isWrong) await attempts.forgiveUnchecked(attempt.address);
  if (checked.ok) await attempts.forgive(attempt);
  return checked;
}

/**
 * Problems: INVALID_CREDENTIALS; TOO_MANY_REQUESTS if too many strangers, or too many attempts of this account, are
 * queued for hashing.
 */
async function checkPassword(
  parts: ShowPasswordParts,
  realm: LogInRealm,
  shown: PasswordShown,
  attempt: Attempt,
): Promise<Result<{ credentials: Credentials }>> {
  const { email, address, knownDevice } = attempt;
  const credentials = await realm.findCredentials(shown.email).catch(async (fault: unknown) => {
    // The password was not checked: an outage of the database must not use up attempts.
    await parts.attempts.giveBack(attempt);
    throw fault;
  });
  const verify = parts.verifyPassword ?? verifyPassword;
  const slot = knownDevice === null ? strangerSlot(address) : slotOfKnownDevice(email);
  try {
    const matches = await verify(credentials?.passwordHash, shown.password, slot);
    if (credentials && matches) return { ok: true, credentials };
  } catch (fault) {
    if (!isQueueFull(fault)) throw fault;
    await Promise.all([parts.attempts.giveBack(attempt), noteLimited(parts, realm, shown, attempt)]);
    return refuseForQueue();
  }
  const about = describe(realm, shown, credentials);
  await parts.refusals.refused({ event: 'log_in_refused', origin: shown.origin, ...about });
  return refuse('INVALID_CREDENTIALS');
}

/** A known device is not counted with the others at its address, because it already has a limit of its own. */
async function askHumanity(
  { isHuman, attempts, refusals }: ShowPasswordParts,
  { humanToken, origin }: PasswordShown,
  { address, knownDevice }: Attempt,
): Promise<Result<{ isUnchecked: boolean }>> {
  const human = await isHuman({ token: humanToken, action: 'login', isWithoutScripts: humanToken === '' });
  if (!human.ok) {
    await refusals.refused({ event: 'not_human', origin, details: { action: 'login' } });
    return human;
  }
  const isUnchecked = human.mark === 'missing' && knownDevice === null;
  const allowed: Result = isUnchecked ? await attempts.consumeUnchecked(address) : { ok: true };
  return allowed.ok ? { ok: true, isUnchecked } : allowed;
}

function noteLimited(
  { refusals }: ShowPasswordParts,
  realm: LogInRealm,
  shown: PasswordShown,
  { address, knownDevice }: Attempt,
): Promise<void> {
  // Keyed by subscriber, not by email: otherwise each of a thousand emails would stay in memory for a minute and cost a
  // database query.
  return refusals.limited(knownDevice ?? subscriberAddress(address), async () => {
    const { details, ...whom } = describe(realm, shown, await realm.findCredentials(shown.email));
    const { origin } = shown;
    return { event: 'log_in_limited', ...whom, origin, details: { known_device: knownDevice !== null, ...details } };
  });
}

/** A known person is recorded by id, an unknown email by its mark, so no email is stored. */
function describe(realm: LogInRealm, { email }: PasswordShown, known: Credentials | undefined) {
  if (!known) return { accountId: null, details: { email_mark: emailMark(email) } as Record<string, string> };
  return { ...realm.aboutWhom(known.id), details: {} };
}
