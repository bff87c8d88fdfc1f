import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import type { Position } from '../../../src/lib/contract/entities.ts';
import {
  cancelTransaction,
  createTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-calls.ts';
import type { TransactionOrder } from '../../../src/server/payments/by-hand/lead-transaction.ts';
import { carryOutTransactionOrder } from '../../../src/server/payments/by-hand/lead-transaction.ts';
import type { Report } from '../../support/payments/hooked-provider.ts';
import { sendReport, signReport } from '../../support/payments/hooked-provider.ts';
import { typingConfig } from '../../support/payments/operator-types.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import type { TestApp } from '../../support/test-app.ts';
import { emitTo } from '../../support/test-app.ts';
import type { MoneyAct } from './money-acts.ts';
import type { NaiveDeposit, NaiveMoney, NaiveWithdrawal } from './naive-money.ts';

export interface Player {
  email: string;
  accessToken: string;
  socket: Socket;
}

/** One run of acts against a server, with notes of its answers. */
export interface MoneyPlay {
  shop: TestApp;
  /** The deposits for which the card provider has named a page. */
  begun: ReadonlySet<string>;
  players: readonly Player[];
  money: NaiveMoney;
  /** In the order in which they were opened. */
  positions: { id: string; account: number }[];
  /** Each account's balance at the start of the wave, in minor units. */
  balances: readonly number[];
  bid: number;
  /** The number of waves before this one. */
  wave: number;
}

type ActOf<Name extends MoneyAct['act']> = Extract<MoneyAct, { act: Name }>;

/** Does one act as its actor would, and notes the answer. */
export function playAct(play: MoneyPlay, act: MoneyAct): Promise<void> {
  switch (act.act) {
    case 'deposit':
      return deposit(play, act);
    case 'send':
      return send(play, nth(play.money.deposits, act.deposit));
    case 'report':
      return report(play, act);
    case 'withdraw':
      return withdraw(play, act);
    case 'cancel':
      return cancel(play, act);
    case 'operator':
      return operate(play, act);
    case 'give':
      return give(play, act);
    case 'open':
      return open(play, act);
    case 'close':
      return close(play, act);
    case 'quote':
      play.bid = act.bid;
      play.shop.feed.confirm('BTCUSD', act.bid, act.bid + 10);
      return Promise.resolve();
  }
}

const nth = <Thing>(things: readonly Thing[], which: number): Thing | undefined =>
  things[things.length - 1 - (which % things.length)];

async function create({ shop, players }: MoneyPlay, account: number, body: object): Promise<string | null> {
  const { accessToken } = players[account]!;
  const answer = await shop.call(createTransaction, { accessToken, body });
  return answer.body.status === 'success' ? answer.body.data.transaction_id : null;
}

async function deposit(play: MoneyPlay, { account, amountMinor, byBank }: ActOf<'deposit'>): Promise<void> {
  const way = byBank ? { method: 2, provider: 'our-bank' } : { method: 1, provider: 'hooked' };
  const id = await create(play, account, { ...way, amount: amountMinor / 100 });
  const notes = { sentIn: Infinity, told: [], isApproved: false, approvedMinor: null, isDecided: false };
  if (id !== null) play.money.deposits.push({ id, account, amountMinor, byBank, ...notes });
}

async function send({ shop, begun, players, wave }: MoneyPlay, deposit: NaiveDeposit | undefined): Promise<void> {
  if (!deposit) return;
  const provider = deposit.byBank ? 'our-bank' : 'hooked';
  const call = { ...sendTransaction, path: `/api/transaction/send/${provider}` as const };
  const { accessToken } = players[deposit.account]!;
  const { status } = await shop.call(call, { accessToken, body: { transaction_id: deposit.id } });
  // If the customer cancelled the deposit while the provider was asked, it has no page, but the server has stored the
  // provider's name for it.
  const isKnown = status === 200 || (status === 409 && begun.has(deposit.id));
  if (isKnown && !deposit.byBank) deposit.sentIn = Math.min(deposit.sentIn, wave);
}

async function report({ shop, money, wave }: MoneyPlay, act: ActOf<'report'>): Promise<void> {
  const deposit = nth(money.deposits, act.deposit);
  if (!deposit) return;
  const { about, byReference, isForged, times } = act;
  const order = about === 'unknown' ? randomUUID() : deposit.id;
  // A second payment is reported only once the server knows the provider's name for the first; otherwise it would store
  // the name that is reported first.
  const isTwice = about === 'twice' && deposit.sentIn < wave;
  const status = isTwice ? 'paid' : act.status;
  for (const by of isTwice ? (['reference', 'again'] as const) : ([byReference ? 'reference' : 'order'] as const)) {
    const said: Report = {
      ...{ event: act.isOfOneId ? `of ${order}` : randomUUID(), status, currency: about === 'foreign' ? 'USD' : 'EUR' },
      ...(by !== 'reference' && { order }),
      ...(by !== 'order' && { reference: by === 'again' ? `again-${order}` : `ref-${order}` }),
      amount: about === 'partly' ? deposit.amountMinor - 1 : deposit.amountMinor,
    };
    const signed = signReport(said, { forged: isForged });
    const statuses = await Promise.all(Array.from({ length: times }, () => sendReport(shop.url, signed)));
    const expected = isForged ? 401 : 200;
    if (statuses.some((one) => one !== expected)) throw new Error(`A report was answered with ${statuses.join()}`);
    // The bank sends no reports, so no report of a provider concerns a transfer.
    if (isForged || about === 'unknown' || deposit.byBank) continue;
    const isAsked = about === 'all' || about === 'twice';
    if (status === 'refunded') deposit.told.push({ wave, by, what: 'back' });
    if (status === 'paid') deposit.told.push({ wave, by, what: isAsked ? 'asked' : 'other' });
  }
}

async function withdraw(play: MoneyPlay, { account, percent, times }: ActOf<'withdraw'>): Promise<void> {
  const amountMinor = Math.max(1, Math.floor(((play.balances[account] ?? 0) * percent) / 100));
  const request = { method: 'withdraw', amount: -amountMinor / 100, comments: 'To my bank', request_id: randomUUID() };
  const ids = await Promise.all(Array.from({ length: times }, () => create(play, account, request)));
  const notes = { isCancelled: false, isDeclined: false, isSent: false, timesReturned: 0 };
  for (const id of new Set(ids)) if (id !== null) play.money.withdrawals.push({ id, account, amountMinor, ...notes });
}

async function cancel({ shop, players, money }: MoneyPlay, { isDeposit, which }: ActOf<'cancel'>): Promise<void> {
  const one = nth<NaiveDeposit | NaiveWithdrawal>(isDeposit ? money.deposits : money.withdrawals, which);
  if (!one) return;
  const { accessToken } = players[one.account]!;
  const { status } = await shop.call(cancelTransaction, { accessToken, body: { transaction_id: one.id } });
  if (status === 200 && 'isCancelled' in one) one.isCancelled = true;
}

const config = typingConfig();

function asOperator({ shop: { app, runtime } }: MoneyPlay, request: TransactionOrder) {
  const parts = { config, database: app.database, ...settlingParts(runtime), actor: 'operator:ada' } as const;
  return carryOutTransactionOrder(parts, request);
}

async function operate(play: MoneyPlay, { isDeposit, which, word, isLess }: ActOf<'operator'>): Promise<void> {
  const { deposits, withdrawals } = play.money;
  const one = nth<NaiveDeposit | NaiveWithdrawal>(isDeposit ? deposits : withdrawals, which);
  if (!one) return;
  const amountMinor = isDeposit && isLess ? one.amountMinor - 1 : null;
  const more = { id: one.id, reason: 'Looked at', by: 'bank', amountMinor };
  const { ok } = await asOperator(play, { ...more, kind: word });
  if (!ok) return;
  if (!('isCancelled' in one)) {
    one.isDecided = true;
    if (word === 'approve') one.isApproved = true;
    if (word === 'approve') one.approvedMinor ??= amountMinor;
  } else if (word === 'decline') one.isDeclined = true;
  else if (word === 'send') one.isSent = true;
  else if (word === 'return') one.timesReturned += 1;
}

async function give(play: MoneyPlay, { account, kind, amountMinor }: ActOf<'give'>): Promise<void> {
  const { email } = play.players[account]!;
  const { ok } = await asOperator(play, {
    ...{ kind: 'move', move: { kind, amountMinor }, email, reason: 'Asked for', by: 'manual' },
  });
  if (ok) play.money.accounts[account]!.givenMinor += kind === 'fee' ? -amountMinor : amountMinor;
}

async function open(play: MoneyPlay, { account, amountMinor, leverage, isBuy }: ActOf<'open'>): Promise<void> {
  const { socket } = play.players[account]!;
  const answer = await emitTo<Position>(socket, 'openPosition', {
    ...{ symbol: 'BTCUSD', direction: isBuy ? 'buy' : 'sell', amount: amountMinor / 100, leverage },
    price: isBuy ? play.bid + 10 : play.bid,
  });
  if (!answer.error) play.positions.push({ id: answer.data.id, account });
}

async function close(play: MoneyPlay, { position }: ActOf<'close'>): Promise<void> {
  const one = nth(play.positions, position);
  if (one) await emitTo(play.players[one.account]!.socket, 'closePosition', { id: one.id, price: play.bid });
}
