import { createHash } from 'node:crypto';
import { networksOf, subscriberAddress } from './client-address.ts';
import type { Limiter } from './limiter.ts';
import { limiterSettings } from './limiter.ts';

/** Who asks for something from where; the email is in lower case. */
interface FromAddress {
  address: string;
}
interface ForEmail {
  email: string;
}
/** Whose account it is. */
interface OfOwner {
  owner: number | string;
}

const subscriber = ({ address }: FromAddress): string => subscriberAddress(address);
const network = ({ address }: FromAddress): string => networksOf(address).network;
/** Hashed: what counts mails must not become a list of customers. */
const hashedEmail = ({ email }: ForEmail): string => createHash('sha256').update(email).digest('base64url');
const hashedEmailAt = (claim: ForEmail & FromAddress): string => `${hashedEmail(claim)}@${subscriber(claim)}`;
const owner = ({ owner: key }: OfOwner): string | number => key;
const ownerAt = (claim: OfOwner & FromAddress): string => `${claim.owner}@${subscriber(claim)}`;
const account = (accountId: number): number => accountId;

/**
 * The ways in besides the log-in. Many may share an address, so that one of them must not use it up: what is asked for
 * one email is counted at the address first, which also keeps it from filling the memory with a key for each email that
 * it names. Mails to a new password are counted for as long as their links work: whoever is sent none has one already,
 * whoever asked for it; and forgotten where one of them is used. Codes of links cannot be guessed; what is limited of
 * them is work.
 */
export const entryLimits = limiterSettings({
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
  },
  acts: {
    registration: { registration: subscriber, registrationAtNetwork: network },
    /** A wish for a new password. */
    request: { request: subscriber, requestAtNetwork: network, requestOfEmail: hashedEmailAt },
    /** A registration or a wish that could not be told from a machine's. */
    unchecked: { unchecked: subscriber },
    /** A link to a new password, to somebody who is not known to have asked for it. */
    resetMail: { resetMailAtAddress: hashedEmailAt, resetMail: hashedEmail },
    /** A mail about a registration, to somebody who is not known to have made it. */
    registrationMail: { registrationMail: hashedEmail },
    /** Counted before it is looked up. */
    code: { code: subscriber },
  },
  countsRefused: false,
});

/** What one subscriber sends by all forms together. */
export const formLimits = limiterSettings({
  counters: {
    burst: { name: 'form-burst', points: 10, duration: 600 },
    day: { name: 'form-day', points: 60, duration: 86_400 },
    unchecked: { name: 'form-unchecked', points: 4, duration: 3_600 },
    refused: { name: 'form-refused', points: 20, duration: 600 },
  },
  acts: {
    form: { burst: subscriber, day: subscriber },
    /** One that could not be told from a machine's. */
    unchecked: { unchecked: subscriber },
    /** One that was refused and is answered with a page that is rendered for it. */
    refused: { refused: subscriber },
  },
  countsRefused: true,
});

interface PasswordChange extends OfOwner {
  session: { openedBy: string; tokenHash: string };
}

/**
 * Who guesses the current password within somebody's session, and who changes it without an end. The owner of an
 * account is not locked out by whoever has their session: a link of a mail leads to a new password still, and what is
 * changed by its session is counted apart.
 */
export const passwordLimits = limiterSettings({
  counters: {
    atAddress: { name: 'password-address', points: 5, duration: 900 },
    account: { name: 'password-account', points: 10, duration: 3_600 },
    /** Right or wrong: each is a hash. */
    lookedAt: { name: 'password-looked-at', points: 60, duration: 3_600 },
    /** Each is a mail and an entry that stays. */
    change: { name: 'password-change', points: 10, duration: 3_600 },
  },
  acts: {
    guess: { atAddress: ownerAt, account: owner, lookedAt: owner },
    /** What a right guess has forgotten: that it was looked at still counts. */
    wrongGuess: { atAddress: ownerAt, account: owner },
    /** Counted before its hash is computed. */
    change: {
      change: ({ owner: key, session: { openedBy, tokenHash } }: PasswordChange) =>
        openedBy === 'reset-link' ? `${key}@${tokenHash}` : key,
    },
  },
  countsRefused: true,
});

/**
 * What customers change of their own account, and the money that they ask to move: each is an entry of the audit log,
 * which nobody can delete.
 */
export const changeLimits = limiterSettings({
  counters: {
    profile: { name: 'change-profile', points: 30, duration: 3_600 },
    /** Only switching it on is counted: whoever wants it off must never be refused. */
    autoTrading: { name: 'change-auto-trading', points: 60, duration: 3_600 },
    deposit: { name: 'begin-deposit', points: 300, duration: 3_600 },
    withdrawal: { name: 'begin-withdrawal', points: 300, duration: 3_600 },
    /** Each asks a payment provider. */
    payment: { name: 'start-payment', points: 300, duration: 3_600 },
    /** Each is written by a thread of its own. */
    statement: { name: 'get-statement', points: 60, duration: 3_600 },
  },
  acts: {
    profile: { profile: account },
    autoTrading: { autoTrading: account },
    deposit: { deposit: account },
    withdrawal: { withdrawal: account },
    payment: { payment: account },
    statement: { statement: account },
  },
  countsRefused: true,
});

/** What one account uploads. */
export const uploadLimits = limiterSettings({
  counters: { upload: { name: 'uploads', points: 20, duration: 3_600 } },
  acts: { upload: { upload: account } },
  countsRefused: true,
});

export type EntryLimiter = Limiter<typeof entryLimits>;
export type FormLimiter = Limiter<typeof formLimits>;
export type PasswordLimiter = Limiter<typeof passwordLimits>;
export type ChangeLimiter = Limiter<typeof changeLimits>;
