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
import { createTellOfMoney } from '../tell-of-money.ts';
import type { PaymentsConfig } from '../providers/payments-config.ts';
import { isDebit } from '../rules/decide-by-hand.ts';
import type { TransactionOrder } from './lead-transaction.ts';
import { carryOutTransactionOrder } from './lead-transaction.ts';
import { isKnownParty } from './transfers.ts';

const more = `Write amounts as 250 or 250.50. A negative amount takes money back, at most what is there and not tied up in
positions. The audit log records who did what, and why. Customers read the reason of approve, decline and return with
the transaction (except for a deposit that was credited before), and the reason of a fee or a negative deposit, bonus
or credit, which they also get an email about. The reason of a positive amount is only for the audit log; the customer
sees the amount. The first eight digits of an id are enough, as screens and lists show it.

A withdrawal is checked, then approved, then sent. It can be declined at each step, which returns the money to the
customer. If a sent withdrawal comes back, use return. If the customer is blocked, list and show say so, and approve
and send require a reason for the audit log. Approve a deposit once its money has arrived. Add an amount if it differs
from the request or if something else was reported; add an amount and a reason if the provider never reported the
payment, or if the deposit was declined or cancelled. An amount needs a reason if it is not what was requested, or if
nobody reported it, as with a bank. show lists the request and all reports. To take back a wrong credit, use deposit
with a negative amount, --by its provider and a reason. Customers see changes immediately.`;

/** The decisions after which the customer gets a mail. */
const mailed: ReadonlySet<string> = new Set(['approve', 'decline', 'send', 'return']);

const noName = (by: string) => `${by} is not a valid provider name. Use lower-case letters, digits and hyphens.`;

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
  if (whole === undefined) return `${typed || 'Nothing'} is not an amount. Write it as 250 or 250.50.`;
  return `${typed} is not an amount. Write ${sign}${whole}.${cents.padEnd(2, '0')}`;
}

type PayingParts = OperatorParts<unknown, SiteSettings & PaymentsConfig> & Pick<SettleParts, 'onCredited'>;

const money: DeclaredArgument<number> = {
  title: 'amount',
  missing: 'The amount is missing. Write it as 250 or 250.50.',
  read(typed) {
    const value = minorOf(typed);
    return value === null ? { ok: false, why: amountFault(typed) } : { ok: true, value };
  },
};

const creditedAmount = optional(
  'what came',
  'the received amount, if it differs from the request or nobody reported it',
  (typed) => {
    const read = money.read(typed);
    return read.ok && read.value <= 0 ? { ok: false, why: 'The credited amount must be above zero.' } : read;
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
    'Lists what is waiting, oldest first: withdrawals, deposits, and provider reports that could not be used. --all lists all transactions, newest first.',
  options: { all: flag('all transactions, not only waiting ones'), email: optionalEmail('only of this customer') },
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'list', ...input }),
});

const show = command({
  ...{ name: 'show', ...about },
  about: 'Shows a transaction with its steps, reports and ledger entries.',
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'show', ...input }),
});

const retry = command({
  name: 'retry',
  about: 'Retries a provider report that could not be used.',
  arguments: { id: { ...idArgument('report', 'report'), missing: 'The id of a report is missing.' } },
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'retry', ...input }),
});

const check = command({
  ...{ name: 'check', ...about },
  about: 'Marks a withdrawal as checked, so that it can be approved.',
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'check', ...input }),
});

const approve = command({
  ...{ name: 'approve', ...about },
  about: 'Approves a checked withdrawal, or a deposit whose money has arrived.',
  options: { amount: creditedAmount, reason: reasonForCustomerIfAny('why, if the amount or the state requires it') },
  carryOut: (parts: PayingParts, { amount, ...input }) =>
    carryOut(parts, { kind: 'approve', amountMinor: amount, ...input }),
});

const decline = command({
  ...{
    name: 'decline',
    about: 'Declines a withdrawal or deposit.',
    arguments: { id },
    options: { reason: reasonForCustomer },
  },
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'decline', ...input }),
});

const send = command({
  ...{ name: 'send', ...about },
  about:
    'Marks an approved withdrawal as sent, by bank unless you name a provider. A blocked customer requires a reason.',
  options: {
    by: provider('who sent it (default: bank)'),
    reason: reasonIfAny('why it is sent although the customer is blocked'),
  },
  carryOut: (parts: PayingParts, { by, ...input }) => carryOut(parts, { kind: 'send', by: by ?? 'bank', ...input }),
});

const returned = command({
  ...{ name: 'return', ...about, options: { reason: reasonForCustomer } },
  about: 'Credits a sent withdrawal that came back.',
  carryOut: (parts: PayingParts, input) => carryOut(parts, { kind: 'return', ...input }),
});

const customer: DeclaredArgument<string> = { ...emailArgument, missing: 'The email of a customer is missing.' };
const byHand = 'manual';

const deposit = command({
  name: 'deposit',
  about: 'Credits money received another way.',
  arguments: { email: customer, amount: money },
  options: { reason, by: provider('who it came through') },
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

const bonus = moving('bonus', 'Grants a bonus, or corrects one.');
const credit = moving('credit', 'Grants credit, or takes it back.');
const fee = moving('fee', 'Charges a withdrawal fee. The customer reads the reason.');

const commands = [list, show, retry, check, approve, decline, send, returned, deposit, bonus, credit, fee];

/** Commands about money in and out. */
export const transactionsArea = {
  name: 'transactions',
  about: 'Deposits, withdrawals, bonuses, credits and fees.',
  commands,
  more,
} satisfies Area<PayingParts>;

async function carryOut(parts: PayingParts, order: TransactionOrder): Promise<CommandOutcome> {
  // Postings cannot be removed from the books, so a misspelt name would stay a separate party for ever.
  if ('by' in order && !(await isKnownParty(parts.database, parts.config, order.by))) {
    const text = `Unknown provider ${order.by}: it is in neither the configuration nor the books.`;
    return { ok: false, text };
  }
  const { config, runtime } = parts;
  const tellOfMoney = createTellOfMoney({ runtime, siteUrl: config.siteUrl });
  const outcome = await carryOutTransactionOrder({ ...parts, tellOfMoney }, order);
  const isTold = order.kind === 'move' ? isDebit(order.move) : mailed.has(order.kind);
  return isTold && outcome.ok ? { ...outcome, text: [outcome.text, ...siteWarning(parts)].join('\n') } : outcome;
}
