import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { ownerKey } from '../session-owner.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import type { Allowance } from '../throttle/rate-counter.ts';
import { createRateCounter } from '../throttle/rate-counter.ts';
import type { AuditEntry, RequestOrigin } from './audit-log.ts';
import { writeAudit } from './audit-log.ts';

/** What was refused, and to whom. The actor is a visitor where nothing else is said. */
export interface Refusal extends Pick<AuditEntry, 'event' | 'accountId' | 'affiliateId' | 'details'> {
  actor?: AuditEntry['actor'];
  origin: RequestOrigin;
}

/** The limits that are written down when they are met; that of log-ins has an event of its own. */
export type LimitName =
  | 'registration'
  | 'password_reset'
  | 'password_reset_mail'
  | 'login_code'
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

/** Writes refusals into the audit log, which is never emptied: strangers must not be able to fill the disk by them. */
export interface RefusalNotes {
  /**
   * Writes one down, unless enough were in this hour: of an account so many of the same event from one address and in
   * all, of no account so many from an address, of one email, and in all. Nobody hides what is done to an account by
   * guesses at nobody, nor what tells of a stolen password by wrong ones before it.
   */
  refused: (refusal: Refusal) => Promise<void>;
  /** The same for a limit that was met, at most once a minute for the key; `describe` is asked only then. */
  limited: (key: string, describe: () => Promise<Refusal>) => Promise<void>;
  /**
   * The same for one that is told by its name, at most once a minute for an account or, without one, for a subscriber.
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

/** Counts in this process: what is capped is one database's log, and one server writes it. */
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
      logger.warn(
        { most: points },
        'more is refused than the audit log takes in an hour; what is about no account is not written down',
      );
    }
    return consumedPoints <= points;
  }

  async function isWorthAnEntry(refusal: Omit<Refusal, 'origin'>, address: string) {
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
    if (!(await isWorthAnEntry(refusal, address))) return;
    const entry = { ...refusal, actor, id: runtime.newId(), at: new Date(runtime.now()) };
    const writing = writeAudit(database, entry);
    // Once nothing is written of unknown emails, the answer to a known one must not wait either: its time would tell.
    if (!isFirstHere || (await isFull()))
      writing.catch((fault: unknown) => logger.warn({ err: fault }, 'a refusal was not written down'));
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
      const entry = { event: 'limit_met', actor, ...whom, origin, details: { limit } } as const;
      const who = keyOf(whom) ?? subscriberAddress(origin.address ?? '');
      return limited(`${limit}@${who}`, () => Promise.resolve(entry));
    },
  };
}

/** Under what a customer or an affiliate is counted; null for nobody known. */
function keyOf({ accountId, affiliateId }: Pick<AuditEntry, 'accountId' | 'affiliateId'>): string | null {
  if (accountId != null) return String(accountId);
  return affiliateId == null ? null : ownerKey({ affiliateId });
}

/**
 * Tells attempts at one unknown email from those at another without naming it: the log must not become a list of
 * people.
 */
export function emailMark(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 12);
}
