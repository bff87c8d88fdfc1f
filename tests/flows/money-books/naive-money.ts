/** A naive model of the money without a ledger: it notes what was reported and answered. Amounts are in minor units. */

export interface NaiveDeposit {
  id: string;
  account: number;
  amountMinor: number;
  byBank: boolean;
  /** The wave in which the provider got the order and we stored its name for it; Infinity before that. */
  sentIn: number;
  /** What genuine reports said about its money. */
  told: ToldMoney[];
  isApproved: boolean;
  /** The amount that an operator said has arrived; null: the requested one. */
  approvedMinor: number | null;
  /** Whether an operator has decided on it. */
  isDecided: boolean;
  /**
   * Whether it was credited, if the payment and a contradicting report came in one wave, where either may have been
   * first.
   */
  wasCredited?: boolean;
}

export interface ToldMoney {
  /** The wave of the report. */
  wave: number;
  /** `asked`: exactly the requested amount was paid. `other`: something else was paid. `back`: money went back. */
  what: 'asked' | 'other' | 'back';
  /**
   * How the report names the deposit. `reference`: by the provider's name only. `again`: as a second payment of the
   * same deposit. `order`: by our id only.
   */
  by: 'order' | 'reference' | 'again';
}

export interface NaiveWithdrawal {
  id: string;
  account: number;
  amountMinor: number;
  isCancelled: boolean;
  isDeclined: boolean;
  isSent: boolean;
  timesReturned: number;
}

export interface NaiveAccount {
  /** At the start of the run, without the profit and loss of trades. */
  balanceMinor: number;
  reservedMinor: number;
  /** The net amount that operators gave and took by hand. */
  givenMinor: number;
}

/** Everything known about one run. */
export interface NaiveMoney {
  accounts: NaiveAccount[];
  deposits: NaiveDeposit[];
  withdrawals: NaiveWithdrawal[];
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Withdrawals that have neither been sent nor released, plus what was reserved at the start of the run. */
export function naiveReservedMinor({ accounts, withdrawals }: NaiveMoney, account: number): number {
  const open = withdrawals.filter((one) => one.account === account && !isReleased(one) && !one.isSent);
  return (accounts[account]?.reservedMinor ?? 0) + sum(open.map(({ amountMinor }) => amountMinor));
}

/** The balance, given the total profit of all closed positions. */
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

/** The first wave in which such a report counted: the provider's name means nothing before we know it. */
function firstCounted({ told, sentIn }: NaiveDeposit, isMeant: (one: ToldMoney) => boolean): number {
  return first(told.filter(isMeant).map(({ wave, by }) => (by === 'reference' ? Math.max(wave, sentIn) : wave)));
}

/**
 * The first wave in which it was paid as requested, and the first with a report that needs an operator; Infinity:
 * never.
 */
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

/** Whether one wave has both the right payment and a contradicting report: their order is unknown. */
export function isCloseCall(deposit: NaiveDeposit): boolean {
  const { paid, odd } = waves(deposit);
  return paid === odd && paid !== Infinity;
}

/** Whether it must be held for an operator: money came, but not as requested, and no operator has decided. */
export function needsOperator(deposit: NaiveDeposit): boolean {
  const hasPaid = firstCounted(deposit, ({ what }) => what !== 'back') !== Infinity;
  return !deposit.isDecided && hasPaid && waves(deposit).odd !== Infinity;
}

/** Approved by an operator, or credited automatically because no contradicting report came first. */
function hasCome(deposit: NaiveDeposit): boolean {
  if (deposit.isApproved) return true;
  const { paid, odd } = waves(deposit);
  return paid < odd || (isCloseCall(deposit) && deposit.wasCredited === true);
}

const isReleased = ({ isCancelled, isDeclined }: NaiveWithdrawal) => isCancelled || isDeclined;
