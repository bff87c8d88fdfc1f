import { $session } from '../session.ts';

/**
 * The deposit that is being tried, kept with this page's place in the history of its tab: whoever comes back from the
 * provider finds what was typed, and pays the same deposit and no second one. A new visit of the page is a new attempt,
 * unless the last one led nowhere: that is kept by the tab for the account, until one leads on.
 */
export interface DepositAttempt {
  provider: string;
  /** Major units. */
  amount: number;
  requestId: string;
  /** What it has begun, once that is known. */
  transactionId?: string;
}

/** In the state of the page's place. */
const key = 'deposit';
/** In the storage of the tab. */
const stuckKey = 'stuckDeposit';
/** Of a tab that is opened again later nobody remembers what was tried in it. */
const stuckMs = 24 * 60 * 60_000;

interface AttemptWish {
  method: { provider: string };
  amount: number;
}

export function lastAttempt(): DepositAttempt | null {
  const state = history.state as { [key]?: DepositAttempt } | null;
  return state?.[key] ?? stuckAttempt();
}

/** The attempt of a wish; null where there was none, or another one. */
export function keptAttempt({ method, amount }: AttemptWish): DepositAttempt | null {
  const last = lastAttempt();
  return last?.provider === method.provider && last.amount === amount ? last : null;
}

/** The id under which the wish is sent, each time it is. */
export function keepAttempt(wish: AttemptWish): string {
  const kept = keptAttempt(wish);
  const attempt = kept ?? { provider: wish.method.provider, amount: wish.amount, requestId: crypto.randomUUID() };
  write(attempt);
  return attempt.requestId;
}

/** Notes what the attempt has begun. */
export function noteBegun(transactionId: string): void {
  const last = lastAttempt();
  if (last) write({ ...last, transactionId });
}

/** What was begun by the attempt that another wish takes the place of; undefined where there is none. */
export function formerDeposit(wish: AttemptWish): string | undefined {
  return keptAttempt(wish) ? undefined : lastAttempt()?.transactionId;
}

/** Notes whether the attempt led nowhere, so that the next visit finds it. */
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
  /** Whose it is. */
  account: string;
  /** Unix milliseconds. */
  at: number;
}

/** Where a browser keeps nothing, the next visit is a new attempt. */
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

/** Nobody is shown what somebody else has typed. */
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
