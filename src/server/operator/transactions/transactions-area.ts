import { takesMoney } from '../../payments/rules/decide-by-hand.ts';
import { createTellByMail } from '../../payments/money-mail.ts';
import { areaOf } from '../command/command-area.ts';
import { siteDoubt } from '../desk/known-site.ts';
import { isKnownParty } from './known-parties.ts';
import type { TransactionsWish } from './read-transactions-wish.ts';
import { readTransactionsWish } from './read-transactions-wish.ts';
import { carryOutTransactionsWish } from './transactions-command.ts';

const more = `Amounts are like 250 or 250.50; below zero they take back, at most what is there and no position needs. Who did it and why stands in the audit log. The reason of
approve, decline and return is shown to the customer, with the transaction (not of a deposit that was credited before), and so is that of what is taken: a fee, or an amount below
zero of deposit, bonus and credit, which a mail tells of. That of what is given is for the audit log alone, and its customer sees the amount. Of an id the first eight digits are enough, as screens and lists show it.

A withdrawal is checked, approved and sent, one after the other, or declined at any of these, and its money is the customer's again; one that was sent and came back is
returned. Where its customer is blocked, list and show say so, and approve and send want a reason, for the audit log alone. A deposit is approved once its money has come: with an amount where that is another, and always where something else was reported than was asked for; with an
amount and a reason where its provider never reported that it was paid, or where it was declined or called off. An amount wants a reason wherever it is not what was asked for, and wherever nobody reported it, as with a bank. show says what was asked for and all that was reported.
What was credited wrongly is taken back by deposit, with an amount below zero, --by its provider and a reason.
A customer of a running server sees it at once.`;

/** What their customers are told of by mail. */
const mailed: ReadonlySet<string> = new Set(['approve', 'decline', 'send', 'return']);

const given = { takes: '<email> <amount> --reason <why>' };
const told = '--reason <what the customer reads>';

/** Money that comes and goes. */
export const transactionsArea = areaOf<TransactionsWish>({
  name: 'transactions',
  about: 'Money that comes and goes.',
  commands: [
    {
      name: 'list',
      takes: '[--all] [--email <email>]',
      about:
        'Lists what waits, the oldest first: withdrawals, deposits, and reports of providers that could not be used; --all lists the newest of all first.',
    },
    {
      name: 'show',
      takes: '<id>',
      about: 'All that is known of one, with its steps, reports and entries in the books.',
    },
    { name: 'retry', takes: '<report>', about: 'Has a report of a provider tried again that could not be used.' },
    { name: 'check', takes: '<id>', about: 'Notes that a withdrawal was looked at: then it can be approved.' },
    {
      name: 'approve',
      takes: '<id> [--amount <what came>] [--reason <what the customer reads>]',
      about: 'Approves a withdrawal that was checked, or a deposit whose money has come.',
    },
    { name: 'decline', takes: `<id> ${told}`, about: 'Declines either.' },
    {
      name: 'send',
      takes: '<id> [--by <provider>] [--reason <why>]',
      about:
        'Notes that a withdrawal that was approved was sent: by the bank, unless a provider is named. The reason is for a customer who is blocked.',
    },
    { name: 'return', takes: `<id> ${told}`, about: 'Takes back a withdrawal that was sent and came back.' },
    { name: 'deposit', takes: `${given.takes} [--by <provider>]`, about: 'Credits money that came otherwise.' },
    { name: 'bonus', ...given, about: 'Gives a bonus, or corrects one.' },
    { name: 'credit', ...given, about: 'Gives credit, or takes it back.' },
    { name: 'fee', ...given, about: 'Takes a fee of a withdrawal; its customer reads why.' },
  ],
  more,
  read: readTransactionsWish,
  async carryOut(parts, wish) {
    // What the books hold cannot be taken out again: a name that was misspelt would be a party of its own for ever.
    if ('by' in wish && !(await isKnownParty(parts.database, parts.config, wish.by))) {
      const text = `Nobody is called ${wish.by}: neither a provider of the configuration nor one of the books.`;
      return { ok: false, text };
    }
    const { config, runtime } = parts;
    const tellByMail = createTellByMail({ runtime, siteUrl: config.siteUrl });
    const outcome = await carryOutTransactionsWish({ ...parts, tellByMail }, wish);
    const isTold = wish.kind === 'move' ? takesMoney(wish.move) : mailed.has(wish.kind);
    return isTold && outcome.ok ? { ...outcome, text: [outcome.text, ...siteDoubt(parts)].join('\n') } : outcome;
  },
});
