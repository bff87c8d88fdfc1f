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
  /** The address that the attempt comes from. */
  address: string;
  /** In lower case. */
  email: string;
  /** The hash of a device that the account knows, in hexadecimal; null if the device is unknown. */
  knownDevice: string | null;
}

/** The session that is about to be opened. */
export type SessionClaim = Pick<Attempt, 'knownDevice'> & SessionOwner;

export interface AttemptLimiter {
  /** Counts an attempt, before it is made, if its sender may be a bot. Problem: TOO_MANY_REQUESTS. */
  consumeUnchecked: (address: string) => Promise<Result>;
  /** Stops counting an attempt that was right. Earlier wrong attempts still count. */
  forgiveUnchecked: (address: string) => Promise<void>;
  /** Counts an attempt before it is made, so simultaneous attempts are counted too. Problem: TOO_MANY_REQUESTS. */
  consume: (attempt: Attempt) => Promise<Result>;
  /**
   * Stops counting an attempt that was refused before its password was checked. This is limited per network
   * (`sentAway`): past the limit, such attempts still count for their address and networks. Otherwise one network could
   * try endless emails and make us keep a counter for each.
   */
  giveBack: (attempt: Attempt) => Promise<void>;
  /**
   * Stops counting an attempt that was right, and earlier wrong attempts with this email from the same address. The
   * wrong attempts still count for the address and its networks, so nobody can earn guesses at other accounts by
   * logging in to their own.
   */
  forgive: (attempt: Attempt) => Promise<void>;
  /**
   * Counts a session before it is opened: for the device if it is known, otherwise for the account. Problem:
   * TOO_MANY_REQUESTS.
   */
  consumeSession: (claim: SessionClaim) => Promise<Result>;
  /** Stops counting a session that was not opened after all. */
  giveSessionBack: (claim: SessionClaim) => Promise<void>;
}

/**
 * Points per duration in seconds. A known device has its own limit, which no stranger can use up. `known` counts all
 * attempts from known devices of an account, even right ones, because only somebody with the password can use it up.
 * The limit for an `email` alone refuses nobody, because strangers could use it to lock the owner out: once it is used
 * up, the tight limits for that email apply to each address and each network.
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

type From = Pick<Attempt, 'address'>;
type Stranger = Pick<Attempt, 'address' | 'email'>;
interface Known {
  knownDevice: string;
}

const subscriber = ({ address }: From): string => subscriberAddress(address);
const home = ({ address }: From): string => networksOf(address).home;
const network = ({ address }: From): string => networksOf(address).network;
/** Hashed, so the counters are not a list of customers. */
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
     * The order matters: a key for an email is created only if the address may try at all. Otherwise one address could
     * fill the memory with keys.
     */
    stranger: { address: subscriber, home, network, emailAtAddress, emailAtNetwork },
    origin: { address: subscriber, home, network },
    guess: { emailAtAddress, emailAtNetwork, email: hashedEmail },
    sentAway: { sentAway: network },
    unchecked: { unchecked: subscriber },
    session: { session: ({ knownDevice, ...owner }: SessionClaim) => knownDevice ?? ownerKey(owner) },
  },
  countsRefused: false,
});

/**
 * Limits log-in attempts: by device if it is known, otherwise by address and network, both alone and together with the
 * email. Counts in Redis if it is configured.
 */
export function createAttemptLimiter(redis: Redis | null, overrides: Partial<Allowances> = {}): AttemptLimiter {
  const allowances: Allowances = { ...attemptAllowances, ...overrides };
  const limiter = createLimiter(redis, attemptLimits, overrides);
  const { counters } = limiter;

  async function consumeAsStranger(attempt: Attempt): Promise<Result> {
    const email = hashedEmail(attempt);
    const tried = await counters.email.get(email);
    const isTight = tried !== null && tried.consumedPoints >= allowances.email.points;
    const tight = {
      emailAtAddress: allowances.emailAtAddressTight.points,
      emailAtNetwork: allowances.emailAtNetworkTight.points,
    };
    const consumed = await limiter.consume('stranger', attempt, isTight ? tight : {});
    // A refused attempt guessed nothing, so it does not count for the email: otherwise a single address could tighten
    // the limits for everybody, or create a counter for each email that it tries.
    if (consumed.ok) await counters.email.penalty(email);
    return consumed;
  }

  async function forgiveStranger(attempt: Attempt): Promise<void> {
    const own = await forget(counters.emailAtAddress, emailAtAddress(attempt));
    await Promise.all([
      limiter.giveBack('origin', attempt),
      giveBack(counters.emailAtNetwork, emailAtNetwork(attempt), own),
      giveBack(counters.email, hashedEmail(attempt), own),
    ]);
  }

  return {
    consumeUnchecked: (address) => limiter.consume('unchecked', { address }),
    forgiveUnchecked: (address) => limiter.giveBack('unchecked', { address }),
    consume: (attempt) => (isKnown(attempt) ? limiter.consume('known', attempt) : consumeAsStranger(attempt)),
    async giveBack(attempt) {
      if (isKnown(attempt)) return limiter.giveBack('known', attempt);
      const { ok: isWhole } = await limiter.consume('sentAway', attempt);
      await Promise.all([limiter.giveBack('guess', attempt), isWhole && limiter.giveBack('origin', attempt)]);
    },
    forgive: (attempt) => (isKnown(attempt) ? limiter.forget('device', attempt) : forgiveStranger(attempt)),
    consumeSession: (claim) => limiter.consume('session', claim),
    giveSessionBack: (claim) => limiter.giveBack('session', claim),
  };
}

const isKnown = (attempt: Attempt): attempt is Attempt & Known => attempt.knownDevice !== null;
