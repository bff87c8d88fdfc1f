import { defaultLocale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountParts } from '../accounts/account-commands.ts';
import { holdBlocked, loadCredentials } from '../accounts/accounts-rows.ts';
import { endCommand } from '../auth/session-commands.ts';
import type { Database } from '../db/database.ts';
import type { LoginLinkParts } from '../sign-in/make-login-link.ts';
import { makeLoginLink } from '../sign-in/make-login-link.ts';
import type { Area, Command } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { emailArgument, flag, optional, optionalText, reason } from '../operator/read-values.ts';
import { blockCustomer } from './block-customer.ts';
import { settingCommands } from './setting-commands.ts';
import { listOfCustomers, showCustomer } from './show-customer.ts';

const list = command({
  name: 'list',
  about:
    'Lists the newest customers, or those whose email, name, phone or referral code contains the search words. Shows 50, or all with --all.',
  options: { search: optionalText('words', 'search words'), all: flag('list all') },
  carryOut: (parts, { search, all }) => listOfCustomers(parts, { search: search?.trim() ?? null, all }),
});

const show = command({
  name: 'show',
  about: 'Shows everything about a customer, including recent operator actions. Hides the PIN unless you add --pin.',
  arguments: { email: emailArgument },
  options: { pin: flag('also show the PIN') },
  carryOut: (parts, { email, pin }) => showCustomer(parts, { email, showsPin: pin }),
});

const logOut = endCommand(
  'log-out',
  'Ends all sessions and forgets known browsers. The customer gets an email. Anyone who knows the password can log in again.',
);

const blocking = (name: 'block' | 'unblock', about: string): Command =>
  command({
    ...{ name, about, arguments: { email: emailArgument }, options: { reason } },
    carryOut: (parts, { email, reason }) => blockCustomer(parts, { email, reason, isBlocked: name === 'block' }),
  });

const block = blocking(
  'block',
  'Blocks the customer immediately: all sessions end, and no password or link works. They cannot open positions or withdraw; earlier withdrawal requests need a reason to be approved and sent. Open positions still close as usual.',
);

const unblock = blocking('unblock', 'Unblocks the customer. Links created before the block stay invalid.');

const mostHours = 720;
const usualHours = 24;

const hoursOption = optional(
  `1 to ${mostHours}`,
  `how many hours the link is valid (default ${usualHours})`,
  (typed) => {
    const hours = Number(typed);
    if (hours >= 1 && hours <= mostHours) return { ok: true, value: hours };
    return { ok: false, why: `--hours takes a number from 1 to ${mostHours}.` };
  },
);

const loginLink = command({
  name: 'login-link',
  about:
    'Prints a link that logs the customer in once. Anyone with the link can use it, so give it only to the customer.',
  arguments: { email: emailArgument },
  options: { hours: hoursOption },
  async carryOut({ config: { siteUrl }, database, runtime, actor }, { email, hours }) {
    const operator = actor.slice('operator:'.length);
    const ordered = await orderLoginLink(
      { database, runtime, siteUrl },
      { email, hours: hours ?? usualHours, operator },
    );
    if (!ordered.ok)
      return { ok: false, text: noLink[ordered.problem.code === 'ACCOUNT_BLOCKED' ? 'blocked' : 'unknown'] };
    return { ok: true, text: ordered.link, data: { link: ordered.link } };
  },
});

const noLink = {
  blocked: 'The customer is blocked, so a link would not work.',
  unknown: 'There is no customer with this email.',
};

/** Commands about customers. */
export const customersArea: Area<AccountParts> = {
  name: 'customers',
  about: 'Customer accounts: verification, permissions and access.',
  commands: [list, show, ...settingCommands, block, unblock, logOut, loginLink],
  more: 'The audit log records who changed what, and why. Open screens show changes immediately.',
};

export interface LoginLinkOrder {
  /** In lower case. */
  email: string;
  hours: number;
  /** The operator's name on this system. */
  operator: string;
}

const hourMs = 3_600_000;

/**
 * Makes a link that logs a customer in once, for an operator to pass on, and records who made it. Earlier links stay
 * valid. Not idempotent: each call makes another. Problems: EMAIL_UNKNOWN, ACCOUNT_BLOCKED.
 */
export async function orderLoginLink(
  { database, ...parts }: LoginLinkParts & { database: Database },
  { email, hours, operator }: LoginLinkOrder,
): Promise<Result<{ link: string }>> {
  const account = await loadCredentials(database, email);
  if (!account) return refuse('EMAIL_UNKNOWN');
  const order = { accountId: account.id, purpose: 'login', validMs: hours * hourMs, locale: defaultLocale } as const;
  const by = { actor: `operator:${operator}`, event: 'login_code_made' } as const;
  return database.transaction(async (connection) => {
    if (await holdBlocked(connection, account.id)) return refuse('ACCOUNT_BLOCKED');
    return { ok: true, link: await makeLoginLink(connection, parts, { ...order, ...by }) };
  });
}
