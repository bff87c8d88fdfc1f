import { atom } from 'nanostores';
import { $session } from '../session.ts';

/**
 * A withdrawal that was requested but not answered, kept in this page's history entry for a day: a customer who reloads
 * the page because no answer came finds the form as typed, and requests the same withdrawal rather than a second one.
 */
export interface WithdrawalAttempt {
  /** Above zero, in major units. */
  amount: number;
  comments: string;
  requestId: string;
}

/** The owner is stored too, so that nobody sees what somebody else typed. */
interface Kept extends WithdrawalAttempt {
  account: string | undefined;
  /** Unix milliseconds. */
  at: number;
}

/** The key in the state of the page's history entry. */
const key = 'withdrawal';
const longestMs = 24 * 60 * 60 * 1000;

/** The unanswered attempt of whoever is logged in; null if there is none. */
export function openAttempt(): WithdrawalAttempt | null {
  const { [key]: kept } = (history.state ?? {}) as { [key]?: Kept };
  if (!kept || kept.account !== accountNow()) return null;
  return Date.now() - kept.at < longestMs ? kept : null;
}

/**
 * The unanswered attempt as last stored or cleared here, for subscribers. Before the first change, use `openAttempt`.
 */
export const $openAttempt = atom<WithdrawalAttempt | null>(null);

type Wish = Pick<WithdrawalAttempt, 'amount' | 'comments'>;

/** Whether a request is the one that was not answered. */
export function isOpenAttempt({ amount, comments }: Wish, open = openAttempt()): boolean {
  return open?.amount === amount && open.comments === comments;
}

/** Stores the attempt and returns its id, the same for every repeat of the request. */
export function keepAttempt({ amount, comments }: Wish): string {
  const open = isOpenAttempt({ amount, comments }) ? openAttempt() : null;
  const requestId = open?.requestId ?? crypto.randomUUID();
  write({ amount, comments, requestId, account: accountNow(), at: Date.now() });
  return requestId;
}

export function forgetAttempt(): void {
  write(undefined);
}

function write(attempt: Kept | undefined): void {
  history.replaceState({ ...(history.state as object | null), [key]: attempt }, '');
  $openAttempt.set(openAttempt());
}

function accountNow(): string | undefined {
  return $session.get()?.user.uniqid;
}
