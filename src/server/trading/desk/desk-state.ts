import type { TradingAccount } from '../../../lib/trading/decisions.ts';
import type { TradingLimits } from '../../../lib/trading/limits.ts';
import type { Quote } from '../../../lib/trading/quote.ts';
import type { AuditRecord } from '../../audit/audit-log.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import type { NoticeChoices } from '../../../lib/notices/notice-catalogue.ts';
import type { LedgerEntry } from '../../ledger/ledger-writer.ts';
import type { NewNotice } from '../../notices/notices-rows.ts';
import type { DeskCommand } from '../desk-command.ts';
import type { AutoBook, AutoDay } from '../auto-book.ts';
import type { PositionRow } from '../position-rows.ts';
import type { TradingMarket } from '../trading-market.ts';

/** A run of commands. If `waitForLock` is true, all commands are of one account, and the run waits for its lock. */
export interface CommandRun {
  commands: readonly DeskCommand[];
  waitForLock: boolean;
  /** Whether some of the commands were tried before, so the positions that they open may exist already. */
  again: boolean;
}

/** An account whose row is locked. Decisions update its sums and its number of open positions. */
export interface LockedAccount extends TradingAccount, CustomerFunds {
  id: number;
  /** Whether an operator has blocked the account: nothing is opened for it, not even by a strategy. */
  isBlocked: boolean;
  /** Whether auto trading is on, with consent to the rule by which it trades now. */
  autoTrading: boolean;
  noticeChoices: NoticeChoices | null;
}

/** The state on which a run of commands is decided. Each decision updates it for the next command. */
export interface DeskState {
  accounts: Map<number, LockedAccount>;
  /** The positions that the commands may need, by id. */
  positions: Map<string, PositionRow>;
  /** The positions that requests opened, by `requestKey`. */
  requests: Map<string, PositionRow>;
  /** The books of auto trading that the strategies' orders may need, by account. */
  autoBooks: Map<number, AutoBook>;
}

/** A position with the quote of its fill. */
export interface FilledPosition {
  position: PositionRow;
  quote: Quote;
}

export interface ChangedPosition {
  /** The position as the last command of the run leaves it: closed, or with new levels. */
  position: PositionRow;
  /** The position as it is in the database before the run. */
  stored: PositionRow;
  /** The quote at which the position was closed; null while it is open. */
  quote: Quote | null;
}

/** The changes that a run has to write together, and what its decisions found out about triggers and positions. */
export interface DeskChanges {
  opened: FilledPosition[];
  /** Keyed by position id, because an SQL statement must write a row only once. */
  changed: Map<string, ChangedPosition>;
  entries: LedgerEntry[];
  /** What customers are told of positions that a trigger closed. */
  notices: NewNotice[];
  /** Audit records of operators' commands. */
  audits: AuditRecord[];
  accounts: Set<LockedAccount>;
  /** Days that auto trading began, by account. */
  autoDays: Map<number, AutoDay>;
  /** Due triggers that were decided, by position id. */
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
  /** The same instant by the elapsed clock, which measures the age of quotes. */
  elapsedMs: number;
  newId: () => string;
}

/** The input of a decision, and the changes to which it adds. */
export interface Deciding {
  account: LockedAccount;
  state: DeskState;
  facts: DecisionFacts;
  changes: DeskChanges;
}

export function requestKey(accountId: number, requestId: string): string {
  return `${accountId}:${requestId}`;
}

export function noChanges(): DeskChanges {
  return {
    opened: [],
    changed: new Map(),
    entries: [],
    notices: [],
    audits: [],
    accounts: new Set(),
    autoDays: new Map(),
    settled: new Map(),
    verified: [],
    gone: [],
  };
}

/**
 * Quotes that reached a level of a position and are not decided yet. The next command about the position decides them
 * first: the quotes came while the level was set, so a later command must not cancel them.
 */
export interface DueTriggers {
  /** Adds a quote; adding it again has no effect. */
  add: (id: string, quote: Quote) => void;
  /** The due quotes of a position, the earliest first. */
  of: (id: string) => readonly Quote[];
  /** Removes quotes that were decided. Call it only once the decision is committed. */
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
