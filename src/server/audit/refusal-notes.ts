import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { subscriberAddress } from '../auth/client-address.ts';
import type { AttemptAllowance } from '../auth/rate-counter.ts';
import { createRateCounter } from '../auth/rate-counter.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { AuditEntry, RequestOrigin } from './audit-log.ts';
import { writeAudit } from './audit-log.ts';

/** What was refused, and to whom. The actor is a visitor where nothing else is said. */
export interface Refusal extends Pick<AuditEntry, 'event' | 'accountId' | 'details'> {
  actor?: AuditEntry['actor'];
  origin: RequestOrigin;
}

/** Writes refusals into the audit log, which is never emptied: strangers must not be able to fill the disk by them. */
export interface RefusalNotes {
  /** Writes one down, unless enough of this address, or of all, were written in this hour. */
  refused: (refusal: Refusal) => Promise<void>;
  /** The same for a limit that was met, at most once a minute for the key; `describe` is asked only then. */
  limited: (key: string, describe: () => Promise<Refusal>) => Promise<void>;
}

export interface RefusalNotesParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  logger: Pick<Logger, 'warn'>;
}

export const refusalAllowances = {
  address: { points: 30, duration: 3600 },
  everybody: { points: 5000, duration: 3600 },
  sameLimit: { points: 1, duration: 60 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof refusalAllowances, AttemptAllowance>;

/** Counts in this process: what is capped is one database's log, and one server writes it. */
export function createRefusalNotes(parts: RefusalNotesParts, others: Partial<Allowances> = {}): RefusalNotes {
  const { database, runtime, logger } = parts;
  const allowances: Allowances = { ...refusalAllowances, ...others };
  const counters = {
    address: createRateCounter(null, 'audit-address', allowances.address),
    everybody: createRateCounter(null, 'audit-everybody', allowances.everybody),
    sameLimit: createRateCounter(null, 'audit-limit', allowances.sameLimit),
  };

  async function isFirstOf(name: keyof Allowances, key: string): Promise<boolean> {
    const { consumedPoints } = await counters[name].penalty(key);
    const { points } = allowances[name];
    if (name === 'everybody' && consumedPoints === points + 1) {
      logger.warn(
        { most: points },
        'more is refused than the audit log takes in an hour; the rest is not written down',
      );
    }
    return consumedPoints <= points;
  }

  async function refused({ actor = 'visitor', ...refusal }: Refusal): Promise<void> {
    if (!(await isFirstOf('address', subscriberAddress(refusal.origin.address ?? '')))) return;
    if (!(await isFirstOf('everybody', 'everybody'))) return;
    await writeAudit(database, { ...refusal, actor, id: runtime.newId(), at: new Date(runtime.now()) });
  }

  return {
    refused,
    async limited(key, describe) {
      if (await isFirstOf('sameLimit', key)) await refused(await describe());
    },
  };
}

/** Tells attempts at one unknown email from those at another without naming it: the log must not become a list of people. */
export function emailMark(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 12);
}
