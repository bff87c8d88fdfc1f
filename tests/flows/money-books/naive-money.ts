/** Money as somebody keeps it who knows nothing of ledgers: notes of what was said and answered. Minor units. */

export interface NaiveDeposit {
  id: string;
  account: number;
  amountMinor: number;
  byBank: boolean;
  /** The wave in which the provider was told of it and its name for it was kept; none so far: Infinity. */
  sentIn: number;
  /** What genuine reports said of money. */
  told: ToldMoney[];
  isApproved: boolean;
  /** What an operator said that has come; null: what was asked for. */
  approvedMinor: number | null;
  /** An operator has decided on it. */
  isDecided: boolean;
  /** Of what met in one wave either came first: whether it was credited. */
  wasCredited?: boolean;
}

export interface ToldMoney {
  /** The wave in which it was said. */
  wave: number;
  /** `asked`: exactly what was asked for was paid. `other`: something else was. `back`: something went back. */
  what: 'asked' | 'other' | 'back';
  /**
   * `reference`: it goes by the provider's name alone. `again`: a second payment of the same deposit. `order`: by ours
   * alone.
   */
  by: 'order' | 'reference' | 'again';
}

export interface NaiveWithdrawal {
  id: string;
  account: number;
  amountMinor: number;
  isCalledOff: boolean;
  isDeclined: boolean;
  isSent: boolean;
  timesReturned: number;
}

export interface NaiveAccount {
  /** At the start of the run, without what trades have won and lost. */
  balanceMinor: number;
  reservedMinor: number;
  /** What operators gave and took by hand. */
  givenMinor: number;
}

/** All that is known of one run. */
export interface NaiveMoney {
  accounts: NaiveAccount[];
  deposits: NaiveDeposit[];
  withdrawals: NaiveWithdrawal[];
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What waits to be paid out and has neither left nor come back. */
export function naiveReservedMinor({ accounts, withdrawals }: NaiveMoney, account: number): number {
  const open = withdrawals.filter((one) => one.account === account && !isReleased(one) && !one.isSent);
  return (accounts[account]?.reservedMinor ?? 0) + sum(open.map(({ amountMinor }) => amountMinor));
}

/** The balance, given the profit of all positions that have closed. */
export function naiveBalanceMinor(money: NaiveMoney, account: number, profitMinor: number): number {
  const { balanceMinor, givenMinor } = money.accounts[account] ?? { balanceMinor: NaN, givenMinor: NaN };
  const came = money.deposits.filter((one) => one.account === account && hasCome(one));
  const left = money.withdrawals.filter((one) => one.account === account && !isReleased(one));
  return (
    balanceMinor +
    givenMinor +
    profitMinor +
    sum(came.map(({ amountMinor, approvedMinor }) => approvedMinor ?? amountMinor)) -
    sum(left.map(({ amountMinor, timesReturned }) => amountMinor * (1 - timesReturned)))
  );
}

const first = (waves: readonly number[]) => Math.min(Infinity, ...waves);

/** When what was said counted for the first time: the provider's name says nothing before we know it. */
function firstCounted({ told, sentIn }: NaiveDeposit, isMeant: (one: ToldMoney) => boolean): number {
  return first(told.filter(isMeant).map(({ wave, by }) => (by === 'reference' ? Math.max(wave, sentIn) : wave)));
}

/** When it was paid as asked for, and when something was said that an operator has to look at; Infinity: never. */
function waves(deposit: NaiveDeposit): { paid: number; odd: number } {
  const asked = (by: ToldMoney['by']) => firstCounted(deposit, (one) => one.what === 'asked' && one.by === by);
  const twice = Math.max(asked('reference'), asked('again'));
  return {
    paid: firstCounted(deposit, ({ what }) => what === 'asked'),
    odd: Math.min(
      twice,
      firstCounted(deposit, ({ what }) => what !== 'asked'),
    ),
  };
}

/** Whether it was paid, and told to be otherwise than asked for, in one wave: nobody knows which came first. */
export function isCloseCall(deposit: NaiveDeposit): boolean {
  const { paid, odd } = waves(deposit);
  return paid === odd && paid !== Infinity;
}

/** Whether an operator has to see it: money came, not as it was asked for, and nobody has decided. */
export function isToBeSeen(deposit: NaiveDeposit): boolean {
  const hasPaid = firstCounted(deposit, ({ what }) => what !== 'back') !== Infinity;
  return !deposit.isDecided && hasPaid && waves(deposit).odd !== Infinity;
}

/** By an operator's word, or by itself where nothing else was said before. */
function hasCome(deposit: NaiveDeposit): boolean {
  if (deposit.isApproved) return true;
  const { paid, odd } = waves(deposit);
  return paid < odd || (isCloseCall(deposit) && deposit.wasCredited === true);
}

const isReleased = ({ isCalledOff, isDeclined }: NaiveWithdrawal) => isCalledOff || isDeclined;
