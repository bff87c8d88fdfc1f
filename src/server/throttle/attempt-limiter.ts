import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerKey } from '../session-owner.ts';
import { networksOf, subscriberAddress } from './client-address.ts';
import { createLimiter, limiterSettings } from './limiter.ts';
import type { Allowance } from './rate-counter.ts';
import { forget, giveBack } from './rate-counter.ts';

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
   * The attempt was sent away before its password was looked at, and no longer counts. Of those of a network so many;
   * the rest count for their place: else it could name emails without an end, and have counts kept for each.
   */
  giveBack: (attempt: Attempt) => Promise<void>;
  /**
   * The attempt was right after all: it no longer counts, nor do the wrong ones before it with this email from the same
   * place. For the place they count still: with an account of one's own nobody buys guesses at those of others.
   */
  forgive: (attempt: Attempt) => Promise<void>;
  /**
   * Counts a session before it is opened, for its device where that is known, else for the account. Problem:
   * TOO_MANY_REQUESTS.
   */
  takeSession: (claim: SessionClaim) => Promise<Result>;
  /** It was not opened after all. */
  giveSessionBack: (claim: SessionClaim) => Promise<void>;
}

/**
 * A known device has its own, which no stranger can use up; all those of an account together, right ones too, have
 * `known`: only who has its password comes as far. The one for an email alone refuses nobody, because strangers could
 * lock its owner out by it: once it is used up, each address and each network has the tight one for that email.
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
} as const satisfies Record<string, Allowance>;

type Allowances = Record<keyof typeof attemptAllowances, Allowance>;

type Place = Pick<Attempt, 'address'>;
type Stranger = Pick<Attempt, 'address' | 'email'>;
interface Known {
  knownDevice: string;
}

const subscriber = ({ address }: Place): string => subscriberAddress(address);
const home = ({ address }: Place): string => networksOf(address).home;
const network = ({ address }: Place): string => networksOf(address).network;
/** Hashed: what counts attempts must not become a list of customers. */
const hashedEmail = ({ email }: Pick<Attempt, 'email'>): string =>
  createHash('sha256').update(email).digest('base64url');
const emailAtAddress = (of: Stranger): string => `${hashedEmail(of)}@${subscriber(of)}`;
const emailAtNetwork = (of: Stranger): string => `${hashedEmail(of)}@${network(of)}`;
const device = ({ knownDevice }: Known): string => knownDevice;

const attemptLimits = limiterSettings({
  counters: {
    device: { name: 'login-device', ...attemptAllowances.device },
    known: { name: 'login-known', ...attemptAllowances.known },
    address: { name: 'login-address', ...attemptAllowances.address },
    home: { name: 'login-home', ...attemptAllowances.home },
    network: { name: 'login-network', ...attemptAllowances.network },
    emailAtAddress: { name: 'login-email-address', ...attemptAllowances.emailAtAddress },
    emailAtNetwork: { name: 'login-email-network', ...attemptAllowances.emailAtNetwork },
    email: { name: 'login-email', ...attemptAllowances.email },
    sentAway: { name: 'login-sent-away', ...attemptAllowances.sentAway },
    unchecked: { name: 'login-unchecked', ...attemptAllowances.unchecked },
    session: { name: 'login-session', ...attemptAllowances.session },
  },
  acts: {
    known: { device, known: hashedEmail },
    device: { device },
    /**
     * In this order: a key for an email is made only where the place may try at all, or one place could fill the memory
     * with them.
     */
    stranger: { address: subscriber, home, network, emailAtAddress, emailAtNetwork },
    place: { address: subscriber, home, network },
    guess: { emailAtAddress, emailAtNetwork, email: hashedEmail },
    sentAway: { sentAway: network },
    unchecked: { unchecked: subscriber },
    session: { session: ({ knownDevice, ...owner }: SessionClaim) => knownDevice ?? ownerKey(owner) },
  },
  countsRefused: false,
});

/**
 * Limits log-in attempts by device where it is known, else by where they come from, with and without the email. Counts
 * in Redis where there is one.
 */
export function createAttemptLimiter(redis: Redis | null, others: Partial<Allowances> = {}): AttemptLimiter {
  const allowances: Allowances = { ...attemptAllowances, ...others };
  const limiter = createLimiter(redis, attemptLimits, others);
  const { counters } = limiter;

  async function takeAsStranger(attempt: Attempt): Promise<Result> {
    const email = hashedEmail(attempt);
    const tried = await counters.email.get(email);
    const isTight = tried !== null && tried.consumedPoints >= allowances.email.points;
    const tight = {
      emailAtAddress: allowances.emailAtAddressTight.points,
      emailAtNetwork: allowances.emailAtNetworkTight.points,
    };
    const taken = await limiter.take('stranger', attempt, isTight ? tight : {});
    // What was refused guessed nothing: one address alone must not make it tight for all others, nor have a count kept
    // for each email it names.
    if (taken.ok) await counters.email.penalty(email);
    return taken;
  }

  async function forgiveStranger(attempt: Attempt): Promise<void> {
    const own = await forget(counters.emailAtAddress, emailAtAddress(attempt));
    await Promise.all([
      limiter.giveBack('place', attempt),
      giveBack(counters.emailAtNetwork, emailAtNetwork(attempt), own),
      giveBack(counters.email, hashedEmail(attempt), own),
    ]);
  }

  return {
    takeUnchecked: (address) => limiter.take('unchecked', { address }),
    forgiveUnchecked: (address) => limiter.giveBack('unchecked', { address }),
    take: (attempt) => (isKnown(attempt) ? limiter.take('known', attempt) : takeAsStranger(attempt)),
    async giveBack(attempt) {
      if (isKnown(attempt)) return limiter.giveBack('known', attempt);
      const { ok: isWhole } = await limiter.take('sentAway', attempt);
      await Promise.all([limiter.giveBack('guess', attempt), isWhole && limiter.giveBack('place', attempt)]);
    },
    forgive: (attempt) => (isKnown(attempt) ? limiter.forget('device', attempt) : forgiveStranger(attempt)),
    takeSession: (claim) => limiter.take('session', claim),
    giveSessionBack: (claim) => limiter.giveBack('session', claim),
  };
}

const isKnown = (attempt: Attempt): attempt is Attempt & Known => attempt.knownDevice !== null;
