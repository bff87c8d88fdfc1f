import { orderLoginLink } from '../accounts/order-login-link.ts';
import { endCommand } from '../accounts/sessions-command.ts';
import type { Command } from '../command/declared-area.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';
import { readWho, readWhoAndWhy } from '../command/read-who.ts';
import { blockCustomer } from './block-customer.ts';
import { settingCommands } from './setting-commands.ts';
import { listOfCustomers, showCustomer } from './show-customer.ts';

const list = command({
  name: 'list',
  takes: '[--search <words>] [--all]',
  about: 'The newest customers, or those in whose email, name, phone or referral code the words stand; 50, or --all.',
  read: ({ text, has }) => ({ ok: true, wish: { search: text('search')?.trim() ?? null, all: has('all') } }),
  carryOut: listOfCustomers,
});

const show = command({
  name: 'show',
  takes: '<email> [--pin]',
  about: 'All that is known of one, with what operators did last. Of the PIN whether there is one; --pin shows it.',
  read(said) {
    const email = readWho(said);
    return email.ok ? { ok: true, wish: { email: email.wish, showsPin: said.has('pin') } } : email;
  },
  carryOut: showCustomer,
});

const logOut = endCommand(
  'log-out',
  'Ends every session, with its sockets, and forgets the browsers; a mail tells of it. Who knows the password logs in again.',
);

const blocking = (name: 'block' | 'unblock', about: string): Command =>
  command({
    ...{ name, about, takes: '<email> --reason <why>', read: readWhoAndWhy },
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

const loginLink = command({
  name: 'login-link',
  takes: '<email> [--hours <1 to 720>]',
  about:
    'Prints a link that logs the customer in, once, within so many hours: 24. Who holds it is that customer: hand it to nobody else.',
  read(said) {
    const email = readWho(said);
    if (!email.ok) return email;
    const hours = Number(said.text('hours') ?? 24);
    if (!(hours >= 1 && hours <= mostHours)) return { ok: false, why: `--hours is a number from 1 to ${mostHours}.` };
    return { ok: true, wish: { email: email.wish, hours } };
  },
  async carryOut({ config: { siteUrl }, database, runtime, actor }, wish) {
    const operator = actor.slice('operator:'.length);
    const ordered = await orderLoginLink({ database, runtime, siteUrl }, { ...wish, operator });
    if (!ordered.ok)
      return { ok: false, text: noLink[ordered.problem.code === 'ACCOUNT_BLOCKED' ? 'blocked' : 'unknown'] };
    return { ok: true, text: ordered.link, data: { link: ordered.link } };
  },
});

const noLink = {
  blocked: 'The customer is blocked: no link would open the account.',
  unknown: 'There is no customer with this email.',
};

/** Who has an account. */
export const customersArea = areaOfCommands({
  name: 'customers',
  about: 'Who has an account: what they may, and how they get in.',
  commands: [list, show, ...settingCommands, block, unblock, logOut, loginLink],
  more: 'Who changed what, and why, stands in the audit log; screens that are open show it at once.',
});
