import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { networksOf, subscriberAddress } from '../throttle/client-address.ts';
import type { AttemptAllowance } from '../throttle/rate-counter.ts';
import { createRateCounter, giveBack, takeAll } from '../throttle/rate-counter.ts';

/** Who wants something for an email, which is in lower case, and from where. */
export interface EntryClaim {
  email: string;
  address: string;
}

/** What is limited of the ways in besides the log-in. Problem of each: TOO_MANY_REQUESTS. */
export interface EntryLimiter {
  /** Counts a registration before it is made. */
  takeRegistration: (address: string) => Promise<Result>;
  /** Counts a wish for a new password. */
  takeRequest: (claim: EntryClaim) => Promise<Result>;
  /** Counts a registration or a wish that could not be told from a machine's. */
  takeUnchecked: (address: string) => Promise<Result>;
  /** Counts a mail with a link to a new password, to somebody who is not known to have asked for it. */
  takeResetMail: (claim: EntryClaim) => Promise<Result>;
  /** A link was used, and the others with it: who is sent none has none, and may be sent mails anew. */
  forgetResetMails: (claim: EntryClaim) => Promise<void>;
  /** Counts a mail about a registration, to somebody who is not known to have made it. */
  takeRegistrationMail: (email: string) => Promise<Result>;
  /** Counts a code before it is looked up. */
  takeCode: (address: string) => Promise<Result>;
  /** The code was right after all, and no longer counts. */
  forgiveCode: (address: string) => Promise<void>;
}

/**
 * Many may share an address, so that one of them must not use it up: what is asked for one email is counted at the address first. Mails to
 * a new password are counted for as long as their links work: whoever is sent none has one already, whoever asked for it; and forgotten
 * where one of them is used. Codes of
 * links cannot be guessed; what is limited of them is work.
 */
export const entryAllowances = {
  registration: { points: 30, duration: 3_600 },
  registrationAtNetwork: { points: 200, duration: 3_600 },
  request: { points: 60, duration: 900 },
  requestAtNetwork: { points: 400, duration: 900 },
  requestOfEmail: { points: 5, duration: 900 },
  unchecked: { points: 4, duration: 3_600 },
  resetMail: { points: 10, duration: 1_800 },
  resetMailAtAddress: { points: 3, duration: 1_800 },
  registrationMail: { points: 3, duration: 3_600 },
  code: { points: 200, duration: 900 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof entryAllowances, AttemptAllowance>;

/** Limits the ways in by where they are asked for, and mails by who gets them. Counts in Redis where there is one. */
export function createEntryLimiter(redis: Redis | null, others: Partial<Allowances> = {}): EntryLimiter {
  const allowances: Allowances = { ...entryAllowances, ...others };
  const counterOf = (name: keyof Allowances, key: string) => createRateCounter(redis, key, allowances[name]);
  const registration = counterOf('registration', 'entry-registration');
  const registrationAtNetwork = counterOf('registrationAtNetwork', 'entry-registration-network');
  const request = counterOf('request', 'entry-request');
  const requestAtNetwork = counterOf('requestAtNetwork', 'entry-request-network');
  const requestOfEmail = counterOf('requestOfEmail', 'entry-request-email');
  const unchecked = counterOf('unchecked', 'entry-unchecked');
  const resetMail = counterOf('resetMail', 'entry-reset-mail');
  const resetMailAtAddress = counterOf('resetMailAtAddress', 'entry-reset-mail-address');
  const registrationMail = counterOf('registrationMail', 'entry-registration-mail');
  const code = counterOf('code', 'entry-code');
  return {
    takeRegistration: (address) =>
      takeAll([
        { counter: registration, key: subscriberAddress(address) },
        { counter: registrationAtNetwork, key: networksOf(address).network },
      ]),
    // The place first: it must not fill the memory with a key for each email that it names. What the email refuses is given back to it.
    takeRequest: ({ email, address }) =>
      takeAll([
        { counter: request, key: subscriberAddress(address) },
        { counter: requestAtNetwork, key: networksOf(address).network },
        { counter: requestOfEmail, key: keyAt(email, address) },
      ]),
    takeUnchecked: (address) => takeAll([{ counter: unchecked, key: subscriberAddress(address) }]),
    takeResetMail: ({ email, address }) =>
      takeAll([
        { counter: resetMailAtAddress, key: keyAt(email, address) },
        { counter: resetMail, key: keyOf(email) },
      ]),
    forgetResetMails: async ({ email, address }) => {
      await Promise.all([resetMailAtAddress.delete(keyAt(email, address)), resetMail.delete(keyOf(email))]);
    },
    takeRegistrationMail: (email) => takeAll([{ counter: registrationMail, key: keyOf(email) }]),
    takeCode: (address) => takeAll([{ counter: code, key: subscriberAddress(address) }]),
    forgiveCode: (address) => giveBack(code, subscriberAddress(address)),
  };
}

/** Hashed: what counts mails must not become a list of customers. */
const keyOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

const keyAt = (email: string, address: string): string => `${keyOf(email)}@${subscriberAddress(address)}`;
