import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { ownerKey } from '../session-owner.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import type { Allowance } from '../throttle/rate-counter.ts';
import { createRateCounter } from '../throttle/rate-counter.ts';
import type { AuditRecord, RequestOrigin } from './audit-log.ts';
import { writeAudit } from './audit-log.ts';

/** What was refused, and to whom. The actor is a visitor by default. */
export interface Refusal extends Pick<AuditRecord, 'event' | 'accountId' | 'affiliateId' | 'details'> {
  actor?: AuditRecord['actor'];
  origin: RequestOrigin;
}

/** The limits that are recorded when they are reached; the limit of log-ins has an event of its own. */
export type LimitName =
  | 'registration'
  | 'password_reset'
  | 'password_reset_mail'
  | 'login_code'
  | 'demo_log_in'
  | 'second_factor'
  | 'current_password'
  | 'password_change'
  | 'profile_change'
  | 'auto_trading'
  | 'deposit'
  | 'withdrawal'
  | 'payment'
  | 'opened_sessions'
  | 'statement'
  | 'upload'
  | 'affiliate_export'
  | 'affiliate_comparison'
  | 'postbacks';

/**
 * Writes refusals into the audit log. The log is never emptied, so strangers must not be able to fill the disk with
 * them.
 */
export interface RefusalNotes {
  /**
   * Records a refusal, unless this hour's allowance is used up. Refusals of an account are limited per event and
   * address, and per event; others per address, per email, and in total. So a flood of guesses at unknown accounts
   * cannot hide an attack on an account, and wrong passwords cannot hide the sign of a stolen one.
   */
  refused: (refusal: Refusal) => Promise<void>;
  /**
   * Records that a limit was reached, at most once a minute for the key. `describe` is called only if it is recorded.
   */
  limited: (key: string, describe: () => Promise<Refusal>) => Promise<void>;
  /**
   * Records that a named limit was reached, at most once a minute for an account or affiliate or, without one, for the
   * subscriber's address.
   */
  limitMet: (
    limit: LimitName,
    who: { accountId?: number; affiliateId?: number; origin: RequestOrigin },
  ) => Promise<void>;
}

export interface RefusalNotesParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  logger: Pick<Logger, 'warn'>;
}

export const refusalAllowances = {
  address: { points: 30, duration: 3600 },
  accountAtAddress: { points: 30, duration: 3600 },
  account: { points: 200, duration: 3600 },
  email: { points: 200, duration: 3600 },
  nobody: { points: 5000, duration: 3600 },
  sameLimit: { points: 1, duration: 60 },
} as const satisfies Record<string, Allowance>;

type Allowances = Record<keyof typeof refusalAllowances, Allowance>;

/** The counters are in this process: the log belongs to one database, and only one server writes to it. */
export function createRefusalNotes(parts: RefusalNotesParts, others: Partial<Allowances> = {}): RefusalNotes {
  const { database, runtime, logger } = parts;
  const allowances: Allowances = { ...refusalAllowances, ...others };
  const counters = {
    address: createRateCounter(null, 'audit-address', allowances.address),
    accountAtAddress: createRateCounter(null, 'audit-account-address', allowances.accountAtAddress),
    account: createRateCounter(null, 'audit-account', allowances.account),
    email: createRateCounter(null, 'audit-email', allowances.email),
    nobody: createRateCounter(null, 'audit-nobody', allowances.nobody),
    sameLimit: createRateCounter(null, 'audit-limit', allowances.sameLimit),
  };

  async function isFirstOf(name: keyof Allowances, key: string): Promise<boolean> {
    const { consumedPoints } = await counters[name].penalty(key);
    const { points } = allowances[name];
    if (name === 'nobody' && consumedPoints === points + 1) {
      logger.warn({ most: points }, 'too many refusals this hour: those without an account are not recorded any more');
    }
    return consumedPoints <= points;
  }

  async function isWorthARecord(refusal: Omit<Refusal, 'origin'>, address: string) {
    const { event, details } = refusal;
    const whom = keyOf(refusal);
    if (whom !== null) {
      const isFirstHere = await isFirstOf('accountAtAddress', `${event}:${whom}@${address}`);
      return isFirstHere && (await isFirstOf('account', `${event}:${whom}`));
    }
    const email = details?.['email_mark'];
    if (email !== undefined && !(await isFirstOf('email', String(email)))) return false;
    return isFirstOf('nobody', 'nobody');
  }

  async function refused({ actor = 'visitor', ...refusal }: Refusal): Promise<void> {
    const address = subscriberAddress(refusal.origin.address ?? '');
    const isFirstHere = await isFirstOf('address', address);
    if (!isFirstHere && keyOf(refusal) === null) return;
    if (!(await isWorthARecord(refusal, address))) return;
    const record = { ...refusal, actor, id: runtime.newId(), at: new Date(runtime.now()) };
    const writing = writeAudit(database, record);
    // Once refusals of unknown emails are no longer written, the answer for a known email must not wait for its write:
    // the timing would reveal that it is known.
    if (!isFirstHere || (await isFull()))
      writing.catch((fault: unknown) => logger.warn({ err: fault }, 'a refusal could not be recorded'));
    else await writing;
  }

  async function isFull(): Promise<boolean> {
    return ((await counters.nobody.get('nobody'))?.consumedPoints ?? 0) >= allowances.nobody.points;
  }

  async function limited(key: string, describe: () => Promise<Refusal>): Promise<void> {
    if (await isFirstOf('sameLimit', key)) await refused(await describe());
  }

  return {
    ...{ refused, limited },
    limitMet(limit, { accountId, affiliateId, origin }) {
      const whom = { accountId: accountId ?? null, affiliateId: affiliateId ?? null };
      const known = affiliateId === undefined ? 'customer' : 'affiliate';
      const actor = keyOf(whom) === null ? 'visitor' : known;
      const record = { event: 'limit_met', actor, ...whom, origin, details: { limit } } as const;
      const who = keyOf(whom) ?? subscriberAddress(origin.address ?? '');
      return limited(`${limit}@${who}`, () => Promise.resolve(record));
    },
  };
}

/** The key under which a customer or affiliate is counted; null if neither is known. */
function keyOf({ accountId, affiliateId }: Pick<AuditRecord, 'accountId' | 'affiliateId'>): string | null {
  if (accountId != null) return String(accountId);
  return affiliateId == null ? null : ownerKey({ affiliateId });
}

/**
 * Distinguishes attempts at different unknown emails without storing the email: the log must not become a list of
 * people.
 */
export function emailMark(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 12);
}
