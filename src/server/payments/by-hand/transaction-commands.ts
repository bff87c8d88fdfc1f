import { providerName } from '../../../lib/contract/payments/payment-calls.ts';
import type { Area, DeclaredArgument, OperatorParts } from '../../operator/command.ts';
import { command } from '../../operator/command.ts';
import type { SiteSettings } from '../../operator/known-site.ts';
import { siteWarning } from '../../operator/known-site.ts';
import type { CommandOutcome } from '../../operator/outcome.ts';
import {
  emailArgument,
  flag,
  idArgument,
  optional,
  optionalEmail,
  reason,
  reasonForCustomer,
  reasonForCustomerIfAny,
  reasonIfAny,
} from '../../operator/read-values.ts';
import type { SettleParts } from '../inbox/settle-payment.ts';
import { createMoneyMail } from '../money-mail.ts';
import type { PaymentsConfig } from '../providers/payments-config.ts';
import { isDebit } from '../rules/decide-by-hand.ts';
import type { TransactionOrder } from './lead-transaction.ts';
import { carryOutTransactionOrder } from './lead-transaction.ts';
import { isKnownParty } from './transfers.ts';

const more = `Amounts are like 250 or 250.50; below zero they take back, at most what is there and no position needs.
Who did it and why stands in the audit log. The reason of approve, decline and return is shown to the customer, with
the transaction (not of a deposit that was credited before), and so is that of what is taken: a fee, or an amount
below zero of deposit, bonus and credit, which a mail tells of. That of what is given is for the audit log alone, and
its customer sees the amount. Of an id the first eight digits are enough, as screens and lists show it.

A withdrawal is checked, approved and sent, one after the other, or declined at any of these, and its money is the
customer's again; one that was sent and came back is returned. Where its customer is blocked, list and show say so,
and approve and send want a reason, for the audit log alone. A deposit is approved once its money has come: with an
amount where that is another, and always where something else was reported than was asked for; with an amount and a
reason where its provider never reported that it was paid, or where it was declined or called off. An amount wants a
reason wherever it is not what was asked for, and wherever nobody reported it, as with a bank. show says what was
asked for and all that was reported. What was credited wrongly is taken back by deposit, with an amount below zero,
--by its provider and a reason. A customer of a running server sees it at once.`;

/** The decisions after which the customer gets a mail. */
const mailed: ReadonlySet<string> = new Set(['approve', 'decline', 'send', 'return']);

const noName = (by: string) => `${by} is no name of a provider: small letters, digits and dashes.`;

const amount = /^([+-]?)(\d{1,10})(?:\.(\d{1,2}))?$/;

/**
 * Accepts digits with at most two decimals after a point: other notations, such as thousands separators, are ambiguous.
 */
function minorOf(typed: string): number | null {
  const [, sign, whole, cents = ''] = amount.exec(typed) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '-' && minor > 0 ? -minor : minor;
}

/** Suggests a correction only if the input can mean nothing else. */
function amountFault(typed: string): string {
  const [, sign = '', whole, cents = ''] = /^([+-]?)(\d{1,10}),(\d{1,2})$/.exec(typed) ?? [];
  if (whole === undefined) return `${typed || 'Nothing'} is no amount: write it as 250 or 250.50.`;
  return `${typed} is no amount: write ${sign}${whole}.${cents.padEnd(2, '0')}`;
}

type PayingParts = OperatorParts<unknown, SiteSettings & PaymentsConfig> & Pick<SettleParts, 'onCredited'>;

const money: DeclaredArgument<number> = {
  title: 'amount',
  missing: 'The amount is missing: write it as 250 or 250.50.',
  read(typed) {
    const value = minorOf(typed);
    return value === null ? { ok: false, why: amountFault(typed) } : { ok: true, value };
  },
};

const creditedAmount = optional(
  'what came',
  'where that is another than was asked for, or nobody reported it',
  (typed) => {
    const read = money.read(typed);
    return read.ok && read.value <= 0 ? { ok: false, why: 'What is credited has to be above zero.' } : read;
  },
);

const provider = (about: string) =>
  optional('provider', about, (typed) =>
    providerName.safeParse(typed).success ? { ok: true, value: typed } : { ok: false, why: noName(typed) },
  );

const id = { ...idArgument('transaction'), missing: 'The id of a transaction is missing.' };
const about = { arguments: { id } };

const list = command({
  name: 'list',
  about:
    'Lists what waits, the oldest first: withdrawals, deposits, and reports of providers that could not be used; --all lists the newest of all first.',
  options: { all: flag('not only what waits'), email: optionalEmail('of this customer') },
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'list', ...input }),
});

const show = command({
  ...{ name: 'show', ...about },
  about: 'All that is known of one, with its steps, reports and entries in the books.',
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'show', ...input }),
});

const retry = command({
  name: 'retry',
  about: 'Has a report of a provider tried again that could not be used.',
  arguments: { id: { ...idArgument('report', 'report'), missing: 'The id of a report is missing.' } },
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'retry', ...input }),
});

const check = command({
  ...{ name: 'check', ...about },
  about: 'Notes that a withdrawal was looked at: then it can be approved.',
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'check', ...input }),
});

const approve = command({
  ...{ name: 'approve', ...about },
  about: 'Approves a withdrawal that was checked, or a deposit whose money has come.',
  options: { amount: creditedAmount, reason: reasonForCustomerIfAny('why, where the amount or the state wants it') },
  carryOut: (parts: PayingParts, { amount, ...input }) =>
    carryOut(parts, { kind: 'approve', amountMinor: amount, ...input }),
});

const decline = command({
  ...{ name: 'decline', about: 'Declines either.', arguments: { id }, options: { reason: reasonForCustomer } },
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'decline', ...input }),
});

const send = command({
  ...{ name: 'send', ...about },
  about:
    'Notes that a withdrawal that was approved was sent: by the bank, unless a provider is named. The reason is for a customer who is blocked.',
  options: {
    by: provider('by whom it was sent: bank, if nothing is said'),
    reason: reasonIfAny('why it is sent to a customer who is blocked'),
  },
  carryOut: (parts: PayingParts, { by, ...input }) => carryOut(parts, { kind: 'send', by: by ?? 'bank', ...input }),
});

const returned = command({
  ...{ name: 'return', ...about, options: { reason: reasonForCustomer } },
  about: 'Takes back a withdrawal that was sent and came back.',
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'return', ...input }),
});

const customer: DeclaredArgument<string> = { ...emailArgument, missing: 'The email of a customer is missing.' };
const byHand = 'manual';

const deposit = command({
  name: 'deposit',
  about: 'Credits money that came otherwise.',
  arguments: { email: customer, amount: money },
  options: { reason, by: provider('by whom it came') },
  carryOut: (parts: PayingParts, { amount, by, ...input }) =>
    carryOut(parts, { kind: 'move', move: { kind: 'deposit', amountMinor: amount }, ...input, by: by ?? byHand }),
});

/** A command that moves money without naming a party. */
function moving(kind: 'bonus' | 'credit' | 'fee', what: string) {
  return command({
    ...{ name: kind, about: what, arguments: { email: customer, amount: money }, options: { reason } },
    carryOut: (parts: PayingParts, { amount, ...input }) =>
      carryOut(parts, { kind: 'move', move: { kind, amountMinor: amount }, ...input, by: byHand }),
  });
}

const bonus = moving('bonus', 'Gives a bonus, or corrects one.');
const credit = moving('credit', 'Gives credit, or takes it back.');
const fee = moving('fee', 'Takes a fee of a withdrawal; its customer reads why.');

const commands = [list, show, retry, check, approve, decline, send, returned, deposit, bonus, credit, fee];

/** Commands about money in and out. */
export const transactionsArea = {
  name: 'transactions',
  about: 'Money that comes and goes.',
  commands,
  more,
} satisfies Area<PayingParts>;

async function carryOut(parts: PayingParts, order: TransactionOrder): Promise<CommandOutcome> {
  // Postings cannot be removed from the books, so a misspelt name would stay a separate party for ever.
  if ('by' in order && !(await isKnownParty(parts.database, parts.config, order.by))) {
    const text = `Nobody is called ${order.by}: neither a provider of the configuration nor one of the books.`;
    return { ok: false, text };
  }
  const { config, runtime } = parts;
  const sendMoneyMail = createMoneyMail({ runtime, siteUrl: config.siteUrl });
  const outcome = await carryOutTransactionOrder({ ...parts, sendMoneyMail }, order);
  const isTold = order.kind === 'move' ? isDebit(order.move) : mailed.has(order.kind);
  return isTold && outcome.ok ? { ...outcome, text: [outcome.text, ...siteWarning(parts)].join('\n') } : outcome;
}
