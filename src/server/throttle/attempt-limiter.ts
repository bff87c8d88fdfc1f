import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { networksOf, subscriberAddress } from './client-address.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerKey } from '../session-owner.ts';
import type { AttemptAllowance, Take } from './rate-counter.ts';
import { createRateCounter, forget, giveBack, takeAll } from './rate-counter.ts';

export interface Attempt {
  /** Where it comes from. */
  address: string;
  /** In lower case. */
  email: string;
  /** The hash of the device that the account knows, hexadecimal; null for one that it does not know. */
  knownDevice: string | null;
}

/** Who is about to be let in. */
export type SessionClaim = Pick<Attempt, 'knownDevice'> & SessionOwner;

export interface AttemptLimiter {
  /** Counts one that could not be told from a machine's before it is made. Problem: TOO_MANY_REQUESTS. */
  takeUnchecked: (address: string) => Promise<Result>;
  /** It was right after all, and no longer counts; wrong ones before it do. */
  forgiveUnchecked: (address: string) => Promise<void>;
  /** Counts an attempt before it is made, so that many at once are counted too. Problem: TOO_MANY_REQUESTS. */
  take: (attempt: Attempt) => Promise<Result>;
  /**
   * The attempt was sent away before its password was looked at, and no longer counts. Of those of a network so many; the rest count for their
   * place: else it could name emails without an end, and have counts kept for each.
   */
  giveBack: (attempt: Attempt) => Promise<void>;
  /**
   * The attempt was right after all: it no longer counts, nor do the wrong ones before it with this email from the same place. For the
   * place they count still: with an account of one's own nobody buys guesses at those of others.
   */
  forgive: (attempt: Attempt) => Promise<void>;
  /** Counts a session before it is opened, for its device where that is known, else for the account. Problem: TOO_MANY_REQUESTS. */
  takeSession: (claim: SessionClaim) => Promise<Result>;
  /** It was not opened after all. */
  giveSessionBack: (claim: SessionClaim) => Promise<void>;
}

/**
 * A known device has its own, which no stranger can use up; all those of an account together, right ones too, have `known`: only who has
 * its password comes as far. The one for an email alone refuses nobody, because strangers could lock
 * its owner out by it: once it is used up, each address and each network has the tight one for that email.
 */
export const attemptAllowances = {
  device: { points: 10, duration: 900 },
  known: { points: 600, duration: 3600 },
  address: { points: 100, duration: 900 },
  home: { points: 300, duration: 900 },
  network: { points: 1000, duration: 900 },
  emailAtAddress: { points: 10, duration: 900 },
  emailAtAddressTight: { points: 2, duration: 900 },
  emailAtNetwork: { points: 30, duration: 900 },
  emailAtNetworkTight: { points: 6, duration: 900 },
  email: { points: 60, duration: 3600 },
  sentAway: { points: 1000, duration: 900 },
  unchecked: { points: 10, duration: 3600 },
  session: { points: 600, duration: 3600 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof attemptAllowances, AttemptAllowance>;

function createCounters(redis: Redis | null, allowances: Allowances) {
  return {
    device: createRateCounter(redis, 'login-device', allowances.device),
    known: createRateCounter(redis, 'login-known', allowances.known),
    address: createRateCounter(redis, 'login-address', allowances.address),
    home: createRateCounter(redis, 'login-home', allowances.home),
    network: createRateCounter(redis, 'login-network', allowances.network),
    emailAtAddress: createRateCounter(redis, 'login-email-address', allowances.emailAtAddress),
    emailAtNetwork: createRateCounter(redis, 'login-email-network', allowances.emailAtNetwork),
    email: createRateCounter(redis, 'login-email', allowances.email),
    sentAway: createRateCounter(redis, 'login-sent-away', allowances.sentAway),
    unchecked: createRateCounter(redis, 'login-unchecked', allowances.unchecked),
    session: createRateCounter(redis, 'login-session', allowances.session),
  };
}

/** Limits log-in attempts by device where it is known, else by where they come from, with and without the email. Counts in Redis where there is one. */
export function createAttemptLimiter(redis: Redis | null, others: Partial<Allowances> = {}): AttemptLimiter {
  const allowances: Allowances = { ...attemptAllowances, ...others };
  const counters = createCounters(redis, allowances);

  /** In this order: a key for an email is made only where the place may try at all, or one place could fill the memory with them. */
  function takesOf(keys: StrangerKeys, isTight: boolean): Take[] {
    const { emailAtAddressTight, emailAtAddress, emailAtNetworkTight, emailAtNetwork } = allowances;
    const atAddress = isTight ? emailAtAddressTight : emailAtAddress;
    const atNetwork = isTight ? emailAtNetworkTight : emailAtNetwork;
    return [
      ...(['address', 'home', 'network'] as const).map((name) => ({ counter: counters[name], key: keys[name] })),
      { counter: counters.emailAtAddress, key: keys.emailAtAddress, most: atAddress.points },
      { counter: counters.emailAtNetwork, key: keys.emailAtNetwork, most: atNetwork.points },
    ];
  }

  async function takeAsStranger(keys: StrangerKeys): Promise<Result> {
    const tried = await counters.email.get(keys.email);
    const taken = await takeAll(takesOf(keys, tried !== null && tried.consumedPoints >= allowances.email.points));
    // What was refused guessed nothing: one address alone must not make it tight for all others, nor have a count kept for each email it names.
    if (taken.ok) await counters.email.penalty(keys.email);
    return taken;
  }

  async function forgiveStranger(keys: StrangerKeys): Promise<void> {
    const own = await forget(counters.emailAtAddress, keys.emailAtAddress);
    await Promise.all([
      ...(['address', 'home', 'network'] as const).map((name) => giveBack(counters[name], keys[name])),
      ...(['emailAtNetwork', 'email'] as const).map((name) => giveBack(counters[name], keys[name], own)),
    ]);
  }

  return {
    takeUnchecked: (address) => takeAll([{ counter: counters.unchecked, key: subscriberAddress(address) }]),
    forgiveUnchecked: (address) => giveBack(counters.unchecked, subscriberAddress(address)),
    take(attempt) {
      const { knownDevice } = attempt;
      const keys = keysOf(attempt);
      if (knownDevice === null) return takeAsStranger(keys);
      return takeAll([
        { counter: counters.device, key: knownDevice },
        { counter: counters.known, key: keys.email },
      ]);
    },
    async giveBack(attempt) {
      const { knownDevice } = attempt;
      const keys = keysOf(attempt);
      if (knownDevice !== null) {
        await Promise.all([giveBack(counters.device, knownDevice), giveBack(counters.known, keys.email)]);
        return;
      }
      const { ok: isWhole } = await takeAll([{ counter: counters.sentAway, key: keys.network }]);
      const names = isWhole ? strangerKeys : emailKeys;
      await Promise.all(names.map((name) => giveBack(counters[name], keys[name])));
    },
    async forgive(attempt) {
      if (attempt.knownDevice === null) await forgiveStranger(keysOf(attempt));
      else await counters.device.delete(attempt.knownDevice);
    },
    takeSession: (claim) => takeAll([{ counter: counters.session, key: sessionKey(claim) }]),
    giveSessionBack: (claim) => giveBack(counters.session, sessionKey(claim)),
  };
}

const sessionKey = ({ knownDevice, ...owner }: SessionClaim): string => knownDevice ?? ownerKey(owner);

const emailKeys = ['emailAtAddress', 'emailAtNetwork', 'email'] as const;
const strangerKeys = ['address', 'home', 'network', ...emailKeys] as const;
type StrangerKeys = Record<(typeof strangerKeys)[number], string>;

/** Emails are hashed: what counts attempts must not become a list of customers. */
function keysOf({ address, email }: Omit<Attempt, 'knownDevice'>): StrangerKeys {
  const subscriber = subscriberAddress(address);
  const { home, network } = networksOf(address);
  const person = createHash('sha256').update(email).digest('base64url');
  const emailAt = { emailAtAddress: `${person}@${subscriber}`, emailAtNetwork: `${person}@${network}` };
  return { address: subscriber, home, network, ...emailAt, email: person };
}
