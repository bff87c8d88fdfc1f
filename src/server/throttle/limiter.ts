import type { Redis } from 'ioredis';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Result } from '../../lib/contract/problem.ts';
import type { Allowance } from './rate-counter.ts';
import { createRateCounter, giveBack, consumeAll, consumeEach } from './rate-counter.ts';

/** Returns the key under which a claim is counted. */
type KeyOf = (claim: never) => string | number;

/** The settings of a limiter. */
export interface LimiterSettings<Counter extends string, Acts extends Record<string, Partial<Record<Counter, KeyOf>>>> {
  /** The name of each counter in the store, and its allowance. */
  counters: Record<Counter, Allowance & { name: string }>;
  /** The counters of each act, in the order in which they count, with the function that returns the key of a claim. */
  acts: Acts;
  /** If one counter refuses an act, whether the act still counts for that counter and those before it. */
  countsRefused: boolean;
}

/** Returns the settings unchanged, with their types inferred. */
export const limiterSettings = <
  Counter extends string,
  Acts extends Record<string, Partial<Record<NoInfer<Counter>, KeyOf>>>,
>(
  settings: LimiterSettings<Counter, Acts>,
) => settings;

/** The claim from which all keys of an act are computed. */
type ClaimOf<Keys> = Keys[keyof Keys] extends (claim: infer Claim) => string | number ? Claim : never;

type Settings = LimiterSettings<string, Record<string, Record<string, KeyOf>>>;
type CounterOf<Of extends Settings> = keyof Of['counters'] & string;

export interface Limiter<Of extends Settings> {
  /**
   * Counts an act before it is done. `most` lowers the allowances of counters for this call. Problem:
   * TOO_MANY_REQUESTS, with the seconds after which to retry.
   */
  consume: <Act extends keyof Of['acts']>(
    act: Act,
    claim: ClaimOf<Of['acts'][Act]>,
    most?: Partial<Record<CounterOf<Of>, number>>,
  ) => Promise<Result>;
  /** Stops counting an act that was not done or that was right. */
  giveBack: <Act extends keyof Of['acts']>(act: Act, claim: ClaimOf<Of['acts'][Act]>) => Promise<void>;
  /** Resets the counters of the act for these keys, including earlier acts. */
  forget: <Act extends keyof Of['acts']>(act: Act, claim: ClaimOf<Of['acts'][Act]>) => Promise<void>;
  readonly counters: Record<CounterOf<Of>, RateLimiterAbstract>;
}

/** Counts in Redis if `redis` is not null. `overrides` replaces allowances of the settings. */
export function createLimiter<Of extends Settings>(
  redis: Redis | null,
  settings: Of,
  overrides: Partial<Record<CounterOf<Of>, Allowance>> = {},
): Limiter<Of> {
  const { acts, countsRefused } = settings;
  const counters = Object.fromEntries(
    Object.entries(settings.counters).map(([counter, { name, ...allowance }]) => [
      counter,
      createRateCounter(redis, name, overrides[counter as CounterOf<Of>] ?? allowance),
    ]),
  ) as Limiter<Of>['counters'];

  function keysOf<Act extends keyof Of['acts']>(act: Act, claim: ClaimOf<Of['acts'][Act]>) {
    const keys = Object.entries(acts[act as string] ?? {}) as [CounterOf<Of>, (of: typeof claim) => string | number][];
    return keys.map(([name, keyOf]) => ({ name, counter: counters[name], key: String(keyOf(claim)) }));
  }

  return {
    consume(act, claim, most = {}) {
      const points = keysOf(act, claim);
      if (countsRefused)
        return consumeEach(
          points.map(
            ({ counter, key }) =>
              () =>
                counter.consume(key),
          ),
        );
      return consumeAll(points.map(({ name, ...point }) => ({ ...point, most: most[name] })));
    },
    async giveBack(act, claim) {
      await Promise.all(keysOf(act, claim).map(({ counter, key }) => giveBack(counter, key)));
    },
    async forget(act, claim) {
      await Promise.all(keysOf(act, claim).map(({ counter, key }) => counter.delete(key)));
    },
    counters,
  };
}
