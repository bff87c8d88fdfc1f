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
  about: 'The newest customers, or those in whose email, name, phone or referral code the words stand; 50, or --all.',
  options: { search: optionalText('words', 'those that the words stand in'), all: flag('all of them') },
  carryOut: (parts, { search, all }) => listOfCustomers(parts, { search: search?.trim() ?? null, all }),
});

const show = command({
  name: 'show',
  about: 'All that is known of one, with what operators did last. Of the PIN whether there is one; --pin shows it.',
  arguments: { email: emailArgument },
  options: { pin: flag('the PIN, too') },
  carryOut: (parts, { email, pin }) => showCustomer(parts, { email, showsPin: pin }),
});

const logOut = endCommand(
  'log-out',
  'Ends every session, with its sockets, and forgets the browsers; a mail tells of it. Who knows the password logs in again.',
);

const blocking = (name: 'block' | 'unblock', about: string): Command =>
  command({
    ...{ name, about, arguments: { email: emailArgument }, options: { reason } },
    carryOut: (parts, { email, reason }) => blockCustomer(parts, { email, reason, isBlocked: name === 'block' }),
  });

const block = blocking(
  'block',
  'Keeps the customer out, at once: every session ends, no password or link opens another. Nothing is opened for them, and nothing withdrawn: what they asked for before is approved and sent only with a reason. Open positions close as ever.',
);

const unblock = blocking(
  'unblock',
  'Lets the customer in again; links that were made before the block stay worthless.',
);

const mostHours = 720;
const usualHours = 24;

const hoursOption = optional(`1 to ${mostHours}`, `how long it is good: ${usualHours}, if nothing is said`, (typed) => {
  const hours = Number(typed);
  if (hours >= 1 && hours <= mostHours) return { ok: true, value: hours };
  return { ok: false, why: `--hours is a number from 1 to ${mostHours}.` };
});

const loginLink = command({
  name: 'login-link',
  about:
    'Prints a link that logs the customer in, once, within so many hours: 24. Who holds it is that customer: hand it to nobody else.',
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
  blocked: 'The customer is blocked: no link would open the account.',
  unknown: 'There is no customer with this email.',
};

/** Commands about customers. */
export const customersArea: Area<AccountParts> = {
  name: 'customers',
  about: 'Who has an account: what they may, and how they get in.',
  commands: [list, show, ...settingCommands, block, unblock, logOut, loginLink],
  more: 'Who changed what, and why, stands in the audit log; screens that are open show it at once.',
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
