import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { refuse } from '../../../lib/contract/problem.ts';
import { isLockTimeout } from '../../db/lock-wait.ts';
import type { Committed, CommitContext } from './commit-commands.ts';
import { commitCommands } from './commit-commands.ts';
import type { DeskCommand, DeskResult } from '../desk-command.ts';

/** Counts since the start: runs of commands that were tried, and commands by what became of them. */
export interface DeskStats {
  runs: number;
  accepted: number;
  refused: number;
  failed: number;
}

export interface CommandLineOptions extends CommitContext {
  logger: Pick<Logger, 'warn' | 'error'>;
  /**
   * Told after each commit which accounts it changed, once their commands have their answers; also the account of a command that
   * was tried again: a commit before may have changed it without an answer.
   */
  onCommitted: (accountIds: number[]) => void;
}

/** A command with its caller. */
interface Waiting {
  command: DeskCommand;
  wasTried: boolean;
  resolve: (result: DeskResult) => void;
  reject: (fault: unknown) => void;
}

const largestRun = 256;
/** An account that is held while no more transactions may wait is looked at again after this. */
const lookAgainMs = 20;

/**
 * The line of commands at the order desk. Commands that arrive while a commit is under way are committed together next.
 * Accounts that another transaction holds step aside and wait in transactions of their own, so that nobody waits for them.
 */
export class CommandLine {
  readonly stats: DeskStats = { runs: 0, accepted: 0, refused: 0, failed: 0 };
  #options: CommandLineOptions;
  #arrived: Waiting[] = [];
  #aside = new Map<number, Waiting[]>();
  /** Each waiting transaction has a connection; the rest of the pool is for those who need not wait. */
  #mostWaits: number;
  #waits = 0;
  #isRunning = false;
  #isStopped = false;
  #underWay = 0;
  #drained: (() => void)[] = [];

  constructor(options: CommandLineOptions) {
    this.#options = options;
    this.#mostWaits = Math.max(1, Math.floor(options.database.pool.options.max / 2));
  }

  submit(command: DeskCommand): Promise<DeskResult> {
    if (this.#isStopped) return Promise.resolve(refuse('UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      this.#underWay += 1;
      const line = this.#aside.get(command.accountId) ?? this.#arrived;
      line.push({ command, wasTried: false, resolve, reject });
      this.#start();
    });
  }

  /** Refuses what comes from now on; resolves when nothing is under way. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.drain();
  }

  /** Resolves when nothing is under way. */
  drain(): Promise<void> {
    return this.#underWay === 0 ? Promise.resolve() : new Promise((resolve) => this.#drained.push(resolve));
  }

  #start(): void {
    if (!this.#isRunning && this.#arrived.length > 0) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#arrived.length > 0) {
      // One turn of the event loop: callers who were answered together can come again together.
      await nextTurn();
      await this.#settle(this.#arrived.splice(0, largestRun), false);
    }
    this.#isRunning = false;
  }

  /** Commits commands together. Where that fails each is tried again alone, so that the fault of one stays with it. */
  async #settle(run: Waiting[], waitForLock: boolean): Promise<void> {
    try {
      this.#stepAside(this.#answer(run, await this.#commit(run, waitForLock)));
    } catch (fault) {
      if (isLockTimeout(fault)) {
        run.forEach((waiting) => this.#finish(waiting, refuse('UNAVAILABLE')));
        return;
      }
      this.#options.logger.warn(
        { err: fault, commands: run.length },
        'orders failed together, each is tried again alone',
      );
      await this.#settleEach(run, waitForLock);
    }
  }

  /** Of an account that is held, the commands after the skipped one are not tried: they step aside behind it, all at once. */
  async #settleEach(run: Waiting[], waitForLock: boolean): Promise<void> {
    const skipped: Waiting[] = [];
    for (const waiting of run) {
      waiting.wasTried = true;
      const isHeld = skipped.some(({ command }) => command.accountId === waiting.command.accountId);
      skipped.push(...(isHeld ? [waiting] : await this.#settleAlone(waiting, waitForLock)));
    }
    this.#stepAside(skipped);
  }

  /** Returns the command where its account is held. */
  async #settleAlone(waiting: Waiting, waitForLock: boolean): Promise<Waiting[]> {
    try {
      return this.#answer([waiting], await this.#commit([waiting], waitForLock));
    } catch (fault) {
      // Whoever sends a trigger sends it again and says so once, not for each of thousands.
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

  /** Returns the commands whose accounts are held. */
  #answer(run: Waiting[], { results, changed }: Committed): Waiting[] {
    const skipped = run.filter((waiting, index) => {
      const result = results[index];
      if (result) this.#finish(waiting, result);
      return !result;
    });
    if (changed.length > 0) this.#tell(changed);
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

  /** An account's commands keep their order: those of it that arrived meanwhile step aside behind the skipped ones. */
  #stepAside(skipped: Waiting[]): void {
    if (skipped.length === 0) return;
    const accountIds = new Set(skipped.map(({ command }) => command.accountId));
    const isOfThem = ({ command }: Waiting) => accountIds.has(command.accountId);
    const all = [...skipped, ...this.#arrived.filter(isOfThem)];
    this.#arrived = this.#arrived.filter((waiting) => !isOfThem(waiting));
    for (const accountId of accountIds) {
      this.#aside.set(
        accountId,
        all.filter(({ command }) => command.accountId === accountId),
      );
      if (this.#waits < this.#mostWaits) void this.#waitFor(accountId);
      else setTimeout(() => this.#comeBack(accountId), lookAgainMs);
    }
  }

  async #waitFor(accountId: number): Promise<void> {
    this.#waits += 1;
    await this.#settle(this.#aside.get(accountId)?.splice(0, largestRun) ?? [], true);
    this.#waits -= 1;
    this.#comeBack(accountId);
  }

  #comeBack(accountId: number): void {
    this.#arrived.push(...(this.#aside.get(accountId) ?? []));
    this.#aside.delete(accountId);
    this.#start();
  }
}
