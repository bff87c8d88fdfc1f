import { createHash } from 'node:crypto';
import { networksOf, subscriberAddress } from './client-address.ts';
import type { Limiter } from './limiter.ts';
import { limiterSettings } from './limiter.ts';

/** The address that a request comes from. */
interface FromAddress {
  address: string;
}
interface ForEmail {
  /** In lower case. */
  email: string;
}
/** The owner of the account. */
interface OfOwner {
  owner: number | string;
}

const subscriber = ({ address }: FromAddress): string => subscriberAddress(address);
const network = ({ address }: FromAddress): string => networksOf(address).network;
/** Hashed, so the counters are not a list of customers. */
const hashedEmail = ({ email }: ForEmail): string => createHash('sha256').update(email).digest('base64url');
const hashedEmailAt = (claim: ForEmail & FromAddress): string => `${hashedEmail(claim)}@${subscriber(claim)}`;
const owner = ({ owner: key }: OfOwner): string | number => key;
const ownerAt = (claim: OfOwner & FromAddress): string => `${claim.owner}@${subscriber(claim)}`;
const account = (accountId: number): number => accountId;

/**
 * Limits for registration, forgotten passwords and links. The log-in has its own limits. Many people may share an
 * address, so one of them must not be able to use up its limit: requests for one email have their own, lower limit at
 * the address. They are counted for the address first, so one address cannot fill the memory with a key for each email
 * that it tries. Mails for a new password are counted for as long as their links work: a customer who gets no further
 * mail has a working link already, whoever requested it. The count is reset when such a link is used. The codes of
 * links cannot be guessed, so their limit only saves work.
 */
export const signInLimits = limiterSettings({
  counters: {
    registration: { name: 'entry-registration', points: 30, duration: 3_600 },
    registrationAtNetwork: { name: 'entry-registration-network', points: 200, duration: 3_600 },
    request: { name: 'entry-request', points: 60, duration: 900 },
    requestAtNetwork: { name: 'entry-request-network', points: 400, duration: 900 },
    requestOfEmail: { name: 'entry-request-email', points: 5, duration: 900 },
    unchecked: { name: 'entry-unchecked', points: 4, duration: 3_600 },
    resetMail: { name: 'entry-reset-mail', points: 10, duration: 1_800 },
    resetMailAtAddress: { name: 'entry-reset-mail-address', points: 3, duration: 1_800 },
    registrationMail: { name: 'entry-registration-mail', points: 3, duration: 3_600 },
    code: { name: 'entry-code', points: 200, duration: 900 },
    demo: { name: 'entry-demo', points: 30, duration: 900 },
    demoAtNetwork: { name: 'entry-demo-network', points: 200, duration: 900 },
  },
  acts: {
    registration: { registration: subscriber, registrationAtNetwork: network },
    /** A request for a new password. */
    request: { request: subscriber, requestAtNetwork: network, requestOfEmail: hashedEmailAt },
    /** A registration, or a request for a new password, whose sender may be a bot. */
    unchecked: { unchecked: subscriber },
    /** A mail with a link for a new password, to a customer who may not have requested it. */
    resetMail: { resetMailAtAddress: hashedEmailAt, resetMail: hashedEmail },
    /** A mail about a registration, to an address whose owner may not have registered. */
    registrationMail: { registrationMail: hashedEmail },
    /** Counted before the code is looked up. */
    code: { code: subscriber },
    /** A log-in to the demo, which needs no password: each leaves a session and a permanent audit record. */
    demo: { demo: subscriber, demoAtNetwork: network },
  },
  countsRefused: false,
});

/** Limits on the submissions of one subscriber, for all forms together. */
export const formLimits = limiterSettings({
  counters: {
    burst: { name: 'form-burst', points: 10, duration: 600 },
    day: { name: 'form-day', points: 60, duration: 86_400 },
    unchecked: { name: 'form-unchecked', points: 4, duration: 3_600 },
    refused: { name: 'form-refused', points: 20, duration: 600 },
  },
  acts: {
    form: { burst: subscriber, day: subscriber },
    /** A submission whose sender may be a bot. */
    unchecked: { unchecked: subscriber },
    /** A refused submission for which a page has to be rendered. */
    refused: { refused: subscriber },
  },
  countsRefused: true,
});

interface PasswordChange extends OfOwner {
  session: { openedBy: string; tokenHash: string };
}

/**
 * Limits guesses of the current password within a session, and changes of the password. Somebody who has taken over a
 * session cannot lock out the account's owner: the owner can still ask for a link for a new password, and the link's
 * session has its own count of changes.
 */
export const passwordLimits = limiterSettings({
  counters: {
    atAddress: { name: 'password-address', points: 5, duration: 900 },
    account: { name: 'password-account', points: 10, duration: 3_600 },
    /** Counts right and wrong guesses, because checking each one costs a hash. */
    lookedAt: { name: 'password-looked-at', points: 60, duration: 3_600 },
    /** Limited because each change sends a mail and leaves a permanent audit record. */
    change: { name: 'password-change', points: 10, duration: 3_600 },
  },
  acts: {
    guess: { atAddress: ownerAt, account: owner, lookedAt: owner },
    /** The counters that a right guess resets. `lookedAt` is not reset, because checking still cost a hash. */
    wrongGuess: { atAddress: ownerAt, account: owner },
    /** Counted before the new password's hash is computed. */
    change: {
      change: ({ owner: key, session: { openedBy, tokenHash } }: PasswordChange) =>
        openedBy === 'reset-link' ? `${key}@${tokenHash}` : key,
    },
  },
  countsRefused: true,
});

/**
 * Limits changes that customers make to their own account, and their deposits and withdrawals: each leaves an audit
 * record that nobody can delete.
 */
export const changeLimits = limiterSettings({
  counters: {
    profile: { name: 'change-profile', points: 30, duration: 3_600 },
    /** Only switching auto trading on is counted: switching it off must never be refused. */
    autoTrading: { name: 'change-auto-trading', points: 60, duration: 3_600 },
    deposit: { name: 'begin-deposit', points: 300, duration: 3_600 },
    withdrawal: { name: 'begin-withdrawal', points: 300, duration: 3_600 },
    /** Each payment calls a payment provider. */
    payment: { name: 'start-payment', points: 300, duration: 3_600 },
    /** Each statement is rendered in a thread of its own. */
    statement: { name: 'get-statement', points: 60, duration: 3_600 },
    /** Browsers save a layout at most once a second while it changes. */
    chart: { name: 'save-chart', points: 1_000, duration: 900 },
  },
  acts: {
    profile: { profile: account },
    autoTrading: { autoTrading: account },
    deposit: { deposit: account },
    withdrawal: { withdrawal: account },
    payment: { payment: account },
    statement: { statement: account },
    chart: { chart: account },
  },
  countsRefused: true,
});

/** Limits the uploads of an account. */
export const uploadLimits = limiterSettings({
  counters: { upload: { name: 'uploads', points: 20, duration: 3_600 } },
  acts: { upload: { upload: account } },
  countsRefused: true,
});

export type SignInLimiter = Limiter<typeof signInLimits>;
export type FormLimiter = Limiter<typeof formLimits>;
export type PasswordLimiter = Limiter<typeof passwordLimits>;
export type ChangeLimiter = Limiter<typeof changeLimits>;
