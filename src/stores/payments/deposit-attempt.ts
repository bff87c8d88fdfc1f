import { $session } from '../session.ts';

/**
 * The current attempt to deposit, kept in this page's history entry: a customer who comes back from the provider finds
 * the form as typed, and pays the same deposit rather than a second one. A new visit of the page is a new attempt,
 * unless the last one led nowhere: the tab keeps that one for the account until an attempt succeeds.
 */
export interface DepositAttempt {
  provider: string;
  /** In major units. */
  amount: number;
  requestId: string;
  /** The deposit that it began, once known. */
  transactionId?: string;
}

/** The key in the state of the page's history entry. */
const key = 'deposit';
/** The key in the tab's session storage. */
const stuckKey = 'stuckDeposit';
/** When a tab is restored later than this, nobody remembers what was attempted in it. */
const stuckMs = 24 * 60 * 60_000;

interface AttemptWish {
  method: { provider: string };
  amount: number;
}

export function lastAttempt(): DepositAttempt | null {
  const state = history.state as { [key]?: DepositAttempt } | null;
  return state?.[key] ?? stuckAttempt();
}

/** The stored attempt, if it is for this request; null if there is none or it is for another. */
export function keptAttempt({ method, amount }: AttemptWish): DepositAttempt | null {
  const last = lastAttempt();
  return last?.provider === method.provider && last.amount === amount ? last : null;
}

/** Stores the attempt and returns its id, the same for every repeat of the request. */
export function keepAttempt(wish: AttemptWish): string {
  const kept = keptAttempt(wish);
  const attempt = kept ?? { provider: wish.method.provider, amount: wish.amount, requestId: crypto.randomUUID() };
  write(attempt);
  return attempt.requestId;
}

/** Notes the deposit that the attempt began. */
export function noteBegun(transactionId: string): void {
  const last = lastAttempt();
  if (last) write({ ...last, transactionId });
}

/** The deposit of the attempt that this request replaces; undefined if there is none. */
export function formerDeposit(wish: AttemptWish): string | undefined {
  return keptAttempt(wish) ? undefined : lastAttempt()?.transactionId;
}

/** Stores or clears an attempt that led nowhere, for the next visit. */
export function noteStuck(isStuck: boolean): void {
  const account = accountNow();
  const last = lastAttempt();
  store(isStuck && last && account ? { ...last, account, at: Date.now() } : null);
}

export function forgetAttempt(): void {
  store(null);
  write(undefined);
}

interface StuckAttempt extends DepositAttempt {
  /** The owner's id. */
  account: string;
  /** Unix milliseconds. */
  at: number;
}

/** Without storage, the next visit is a new attempt. */
function store(stuck: StuckAttempt | null): void {
  try {
    if (stuck) sessionStorage.setItem(stuckKey, JSON.stringify(stuck));
    else sessionStorage.removeItem(stuckKey);
  } catch {
    return;
  }
}

function write(attempt: DepositAttempt | undefined): void {
  history.replaceState({ ...(history.state as object | null), [key]: attempt }, '');
}

/** Ignores another account's attempt, so that nobody sees what somebody else typed. */
function stuckAttempt(): DepositAttempt | null {
  try {
    const { account, at, ...attempt } = JSON.parse(sessionStorage.getItem(stuckKey) ?? '') as StuckAttempt;
    return account === accountNow() && Date.now() - at < stuckMs ? attempt : null;
  } catch {
    return null;
  }
}

function accountNow(): string | undefined {
  return $session.get()?.user.uniqid;
}
