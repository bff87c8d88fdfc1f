import { expect } from 'vitest';
import { getAutoTrading } from '../../../src/lib/contract/accounts/auto-trading-calls.ts';
import { getBalance, setAutoTrading } from '../../../src/lib/contract/calls.ts';
import type { Position } from '../../../src/lib/contract/entities.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { askServer } from '../../../src/server/operator/ask-server.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

export interface Customer {
  accessToken: string;
}

/**
 * The real app on a clock that the test advances by minutes. Auto trading acts on crossovers of the averages of 2 and 3
 * closes.
 */
export type AutoFloor = Awaited<ReturnType<typeof openAutoFloor>>;

const strategy = { AUTO_TRADING_RESOLUTION: '1m', AUTO_TRADING_FAST: '2', AUTO_TRADING_SLOW: '3' };

/**
 * `env` overrides what auto trading is configured by. Each test uses its own symbol and calls `leave` at its end: auto
 * trading is then off for everybody and no position is open.
 */
export async function openAutoFloor(env: Record<string, string> = {}) {
  const database = await openTestDatabase({ template: 'seeded' });
  const runtime = createTestRuntime();
  const start = (changed = {}) => createTestApp({ database, runtime, env: { ...strategy, ...env, ...changed } });
  const running: { shop: TestApp } = { shop: await start() };
  const bids = new Map<string, number>();
  const entered = new Map<string, Customer>();

  function quote(symbol: string, bid: number): void {
    bids.set(symbol, bid);
    running.shop.feed.quote(symbol, bid, bid + bid / 1000);
  }

  /**
   * Advances the clock by a minute and quotes this price. That closes the previous candle, which auto trading then
   * checks.
   */
  async function minute(symbol: string, bid: number): Promise<void> {
    runtime.advance(60_000);
    quote(symbol, bid);
    await running.shop.app.autoTrading.poll();
  }

  async function detailsOf({ accessToken }: Customer) {
    const { body } = await running.shop.call(getAutoTrading, { accessToken, body: {} });
    if (body.status === 'error') throw new Error(body.error.code);
    return body.data;
  }

  /** Turns auto trading on, with consent to its rule, or off. */
  async function switchTo(customer: Customer, auto_trading: 0 | 1): Promise<void> {
    const consent = auto_trading === 1 && { consent: (await detailsOf(customer)).rule.version };
    const { status } = await ask(customer, { auto_trading, ...consent });
    expect(status).toBe(200);
  }

  /** Asks to switch auto trading; returns the status and the problem. */
  async function ask({ accessToken }: Customer, body: object): Promise<{ status: number; code: string | null }> {
    const answer = await running.shop.call(setAutoTrading, { accessToken, body });
    return { status: answer.status, code: answer.body.status === 'error' ? answer.body.error.code : null };
  }

  /** Logs in and turns auto trading on. */
  async function enter(email = 'demo@example.com'): Promise<Customer> {
    const customer = await running.shop.logIn(email);
    entered.set(email, customer);
    await switchTo(customer, 1);
    return customer;
  }

  async function accountOf({ accessToken }: Customer) {
    const { body } = await running.shop.call(getBalance, { accessToken, body: {} });
    if (body.status === 'error') throw new Error(body.error.code);
    return body.data;
  }

  const openOf = async (customer: Customer) => (await accountOf(customer)).positions.open;

  async function emit(customer: Customer, event: string, payload: unknown): Promise<Position> {
    const socket = await running.shop.customerSocket(customer.accessToken);
    const answer = await emitTo<Position>(socket, event, payload);
    if (answer.error) throw new Error(answer.code);
    return answer.data;
  }

  async function close(customer: Customer, { id, symbol }: Position): Promise<Position> {
    const bid = bids.get(symbol) ?? 0;
    quote(symbol, bid);
    return emit(customer, 'closePosition', { id, price: bid });
  }

  return {
    ...{ database, runtime, quote, minute, switchTo, ask, detailsOf, enter, accountOf, openOf, emit, close },
    /** Logs in. */
    logIn: async (email?: string): Promise<Customer> => running.shop.logIn(email),
    call: <Data>(...request: Parameters<typeof running.shop.call<Data>>) => running.shop.call<Data>(...request),
    poll: () => running.shop.app.autoTrading.poll(),
    retire: () => running.shop.app.autoTrading.retire(),
    /** Runs an operator's command in the running server. */
    operate: (...args: string[]) =>
      askServer(running.shop.dataDir, { args, actor: 'operator:ada', cwd: running.shop.dataDir }),
    /** The log lines with this message. */
    logged: (message: string) => running.shop.log.filter(({ msg }) => msg === message),
    lastClosedOf: async (customer: Customer) => (await accountOf(customer)).positions.history[0],
    /** 2 % of the current free margin, in whole cents. */
    shareOf: async (customer: Customer) => Math.floor((await accountOf(customer)).balance.freeMargin * 2) / 100,
    /**
     * Lets prices fall until the fast average is below the slow one, for as many minutes as the strategy looks back.
     */
    async fall(symbol: string): Promise<void> {
      for (let step = 0; step < 7; step++) await minute(symbol, 90_000 - 90 * step);
    },
    /** Lets prices rise for two minutes; auto trading has then followed the crossover upwards, at 91,200. */
    async rise(symbol: string): Promise<void> {
      await minute(symbol, 91_000);
      await minute(symbol, 91_200);
    },
    /** Lets prices fall for two minutes; auto trading has then followed the crossover downwards, at 88,000. */
    async drop(symbol: string): Promise<void> {
      await minute(symbol, 88_000);
      await minute(symbol, 88_000);
    },
    /** Starts the server again, with settings changed if wanted. */
    async restart(changed: Record<string, string> = {}): Promise<void> {
      await running.shop.close();
      running.shop = await start(changed);
    },
    async leave(): Promise<void> {
      for (const customer of entered.values()) {
        await switchTo(customer, 0);
        for (const position of await openOf(customer)) await close(customer, position);
      }
      entered.clear();
    },
    async end(): Promise<void> {
      await running.shop.close();
      await database.close();
    },
  };
}
