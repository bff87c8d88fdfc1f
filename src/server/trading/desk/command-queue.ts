import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { refuse } from '../../../lib/contract/problem.ts';
import { databaseFaultKind, isSurelyUndone } from '../../db/database-faults.ts';
import type { DeskCommand, DeskResult } from '../desk-command.ts';
import { createArrivals, largestRun } from './arrivals.ts';
import type { Committed, CommitContext } from './commit-commands.ts';
import { commitCommands } from './commit-commands.ts';

/** Counters since the start: attempted runs, and commands by outcome. */
export interface DeskStats {
  runs: number;
  accepted: number;
  refused: number;
  failed: number;
}

export interface CommandQueueOptions extends CommitContext {
  logger: Pick<Logger, 'warn' | 'error'>;
  /**
   * Called after each commit, once its commands have been answered, with the accounts that it changed. Also called with
   * the account of a retried command, because the first attempt may have changed the account although no answer came.
   */
  onCommitted: (accountIds: number[]) => void;
  /** Called after each commit that told customers of something, with their accounts. */
  onNoticed: (accountIds: number[]) => void;
}

/** A command with its caller. */
interface Waiting {
  command: DeskCommand;
  wasTried: boolean;
  resolve: (result: DeskResult) => void;
  reject: (fault: unknown) => void;
}

/** The most waiting commands of a customer, over all of the customer's sockets. Further commands are refused. */
const mostWaitingOfAccount = 1_000;
const customersKinds: readonly DeskCommand['kind'][] = ['open', 'close', 'update'];
/** How soon a locked account is tried again if no further transaction may wait for a lock. */
const pollAgainMs = 20;

/**
 * The queue of commands at the order desk. Commands that arrive during a commit are committed together next,
 * round-robin by account. If another transaction has locked an account, its commands wait in a transaction of their own
 * and delay no other account.
 */
export class CommandQueue {
  readonly stats: DeskStats = { runs: 0, accepted: 0, refused: 0, failed: 0 };
  #options: CommandQueueOptions;
  #arrived = createArrivals<Waiting>();
  #aside = new Map<number, Waiting[]>();
  /**
   * The most transactions that may wait for locks. Each occupies a connection, and the rest of the pool must stay free
   * for other commands.
   */
  #mostWaits: number;
  #waits = 0;
  #isRunning = false;
  #isStopped = false;
  #underWay = 0;
  #drained: (() => void)[] = [];

  constructor(options: CommandQueueOptions) {
    this.#options = options;
    this.#mostWaits = Math.max(1, Math.floor(options.database.pool.options.max / 2));
  }

  submit(command: DeskCommand): Promise<DeskResult> {
    if (this.#isStopped) return Promise.resolve(refuse('UNAVAILABLE'));
    if (!this.#hasRoom(command)) return Promise.resolve(refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.#underWay += 1;
      const queue = this.#aside.get(command.accountId) ?? this.#arrived;
      queue.push({ command, wasTried: false, resolve, reject });
      this.#start();
    });
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  #hasRoom({ kind, accountId }: DeskCommand): boolean {
    const waiting = this.#aside.get(accountId)?.length ?? this.#arrived.countOf(accountId);
    return waiting < mostWaitingOfAccount || !customersKinds.includes(kind);
  }

  /** Refuses new commands; resolves when no command is in progress. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.drain();
  }

  /** Resolves when no command is in progress. */
  drain(): Promise<void> {
    return this.#underWay === 0 ? Promise.resolve() : new Promise((resolve) => this.#drained.push(resolve));
  }

  #start(): void {
    if (!this.#isRunning && this.#arrived.size > 0) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#arrived.size > 0) {
      // Waits one turn of the event loop, so the next commands of callers who were answered together are committed
      // together.
      await nextTurn();
      await this.#settle(this.#arrived.nextRun(), false);
    }
    this.#isRunning = false;
  }

  /**
   * Commits commands together. If the database certainly changed nothing and could not commit a single command either,
   * refuses all of them with UNAVAILABLE. After any other failure, tries each command alone, so a fault affects only
   * its own command.
   */
  async #settle(run: Waiting[], waitForLock: boolean): Promise<void> {
    try {
      this.#stepAside(this.#answer(run, await this.#commit(run, waitForLock)));
    } catch (fault) {
      if (isSurelyUndone(fault)) {
        run.forEach((waiting) => this.#finish(waiting, refuse('UNAVAILABLE')));
        return;
      }
      this.#options.logger.warn(
        { err: fault, commands: run.length },
        'orders failed together; trying each again alone',
      );
      await this.#settleEach(run, waitForLock);
    }
  }

  /**
   * If a command is skipped because its account is locked, later commands of that account are not tried: they wait
   * behind it.
   */
  async #settleEach(run: Waiting[], waitForLock: boolean): Promise<void> {
    const skipped: Waiting[] = [];
    for (const waiting of run) {
      waiting.wasTried = true;
      const isHeld = skipped.some(({ command }) => command.accountId === waiting.command.accountId);
      skipped.push(...(isHeld ? [waiting] : await this.#settleAlone(waiting, waitForLock)));
    }
    this.#stepAside(skipped);
  }

  /**
   * Returns the command if its account is locked. If an attempt got no answer, it may have been committed; a repeat of
   * the command then finds the result.
   */
  async #settleAlone(waiting: Waiting, waitForLock: boolean): Promise<Waiting[]> {
    try {
      return this.#answer([waiting], await this.#commit([waiting], waitForLock));
    } catch (fault) {
      if (databaseFaultKind(fault) !== null) {
        this.#finish(waiting, refuse('UNAVAILABLE'));
        return [];
      }
      // The trigger engine retries triggers itself, and logs only the first of thousands of failures.
      if (waiting.command.kind !== 'trigger') {
        this.#options.logger.error({ err: fault, kind: waiting.command.kind }, 'an order failed');
      }
      this.stats.failed += 1;
      waiting.reject(fault);
      this.#tell([waiting.command.accountId]);
      this.#leave();
      return [];
    }
  }

  #commit(run: Waiting[], waitForLock: boolean): Promise<Committed> {
    this.stats.runs += 1;
    const commands = run.map(({ command }) => command);
    return commitCommands(this.#options, { commands, waitForLock, again: run.some(({ wasTried }) => wasTried) });
  }

  /** Answers the commands that were decided; returns those whose accounts are locked. */
  #answer(run: Waiting[], { results, changed, noticed }: Committed): Waiting[] {
    const skipped = run.filter((waiting, index) => {
      const result = results[index];
      if (result) this.#finish(waiting, result);
      return !result;
    });
    if (changed.length > 0) this.#tell(changed);
    if (noticed.length > 0) setImmediate(this.#options.onNoticed, noticed);
    return skipped;
  }

  #finish(waiting: Waiting, result: DeskResult): void {
    this.stats[result.ok ? 'accepted' : 'refused'] += 1;
    waiting.resolve(result);
    if (waiting.wasTried) this.#tell([waiting.command.accountId]);
    this.#leave();
  }

  #tell(accountIds: number[]): void {
    setImmediate(this.#options.onCommitted, accountIds);
  }

  #leave(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  /**
   * Moves skipped commands out of the queue, and behind them the later commands of the same accounts, so each account
   * keeps its order.
   */
  #stepAside(skipped: Waiting[]): void {
    if (skipped.length === 0) return;
    const accountIds = new Set(skipped.map(({ command }) => command.accountId));
    for (const accountId of accountIds) {
      const own = skipped.filter(({ command }) => command.accountId === accountId);
      this.#aside.set(accountId, [...own, ...this.#arrived.removeAll(accountId)]);
      if (this.#waits < this.#mostWaits) void this.#waitFor(accountId);
      else setTimeout(() => this.#comeBack(accountId), pollAgainMs);
    }
  }

  async #waitFor(accountId: number): Promise<void> {
    this.#waits += 1;
    await this.#settle(this.#aside.get(accountId)?.splice(0, largestRun) ?? [], true);
    this.#waits -= 1;
    this.#comeBack(accountId);
  }

  #comeBack(accountId: number): void {
    this.#aside.get(accountId)?.forEach((waiting) => this.#arrived.push(waiting));
    this.#aside.delete(accountId);
    this.#start();
  }
}
