import type { TradingAccount } from '../../../lib/trading/decisions.ts';
import type { TradingLimits } from '../../../lib/trading/limits.ts';
import type { Quote } from '../../../lib/trading/quote.ts';
import type { AuditRecord } from '../../audit/audit-log.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import type { LedgerEntry } from '../../ledger/ledger-writer.ts';
import type { DeskCommand } from '../desk-command.ts';
import type { PositionRow } from '../position-rows.ts';
import type { TradingMarket } from '../trading-market.ts';

/** A run of commands. If it is to wait for an account's lock, all of them are of that account. */
export interface CommandRun {
  commands: readonly DeskCommand[];
  waitForLock: boolean;
  /** These commands were tried before: what they opened may exist already. */
  again: boolean;
}

/** An account whose row is locked. Its sums and its number of open positions follow the decisions. */
export interface LockedAccount extends TradingAccount, CustomerFunds {
  id: number;
  /** An operator has blocked its owner: nothing is opened for it, not even by a strategy. */
  isBlocked: boolean;
  autoTrading: boolean;
}

/** The state on which a run of commands is decided; each decision updates it for the next. */
export interface DeskState {
  accounts: Map<number, LockedAccount>;
  /** The positions that the commands may need, by id. */
  positions: Map<string, PositionRow>;
  /** The positions that requests opened, by `requestKey`. */
  requests: Map<string, PositionRow>;
  /** The open positions of auto trading that the strategies' orders may need, by `autoKey`. */
  auto: Map<string, PositionRow>;
}

/** A position with the quote of its fill. */
export interface FilledPosition {
  position: PositionRow;
  quote: Quote;
}

export interface ChangedPosition {
  /** As the last command of the run leaves it: closed, or with new levels. */
  position: PositionRow;
  /** As the database has it. */
  stored: PositionRow;
  /** The quote of its close; null while it is open. */
  quote: Quote | null;
}

/** What has to be written, all together, and what was learned on the way. */
export interface DeskChanges {
  opened: FilledPosition[];
  /** By id, because a statement must write a row only once. */
  changed: Map<string, ChangedPosition>;
  entries: LedgerEntry[];
  /** Audit records of what operators did. */
  audits: AuditRecord[];
  accounts: Set<LockedAccount>;
  /** Due triggers that were decided on, by position. */
  settled: Map<string, readonly Quote[]>;
  /** Positions that a trigger found open and did not close. */
  verified: PositionRow[];
  /** Positions that a trigger did not find open. */
  gone: string[];
}

export interface DecisionFacts {
  market: TradingMarket;
  limits: TradingLimits;
  due: Pick<DueTriggers, 'of'>;
  /** The instant of every fill of the run. */
  now: Date;
  /** The same instant by the elapsed clock, by which quotes are aged. */
  elapsedMs: number;
  newId: () => string;
}

/** Everything that a decision works with. */
export interface Deciding {
  account: LockedAccount;
  state: DeskState;
  facts: DecisionFacts;
  changes: DeskChanges;
}

export function requestKey(accountId: number, requestId: string): string {
  return `${accountId}:${requestId}`;
}

export function autoKey({ accountId, symbol }: { accountId: number; symbol: string }): string {
  return `${accountId}:${symbol}`;
}

export function noChanges(): DeskChanges {
  return {
    opened: [],
    changed: new Map(),
    entries: [],
    audits: [],
    accounts: new Set(),
    settled: new Map(),
    verified: [],
    gone: [],
  };
}

/**
 * Quotes that reached a level of a position and are not decided on yet. The next command about the position decides
 * them first: they came while the level was set, so a later close or change of levels must not undo them.
 */
export interface DueTriggers {
  /** Adds a quote; adding it again has no effect. */
  add: (id: string, quote: Quote) => void;
  /** The due quotes of a position, the earliest first. */
  of: (id: string) => readonly Quote[];
  /** Removes quotes that were decided on, once that is committed. */
  settle: (id: string, decided: readonly Quote[]) => void;
}

const nothing: readonly Quote[] = [];

export function createDueTriggers(): DueTriggers {
  const due = new Map<string, readonly Quote[]>();
  const of = (id: string) => due.get(id) ?? nothing;
  return {
    of,
    add(id, quote) {
      if (!of(id).includes(quote)) due.set(id, [...of(id), quote]);
    },
    settle(id, decided) {
      const left = of(id).filter((quote) => !decided.includes(quote));
      if (left.length > 0) due.set(id, left);
      else due.delete(id);
    },
  };
}
