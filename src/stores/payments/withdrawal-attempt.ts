import { atom } from 'nanostores';
import { $session } from '../session.ts';

/**
 * The withdrawal that was asked for and not answered, kept with this page's place in the history of its tab for a day:
 * whoever loads the page again because no answer came finds what was typed, and asks for the same withdrawal and no
 * second one.
 */
export interface WithdrawalAttempt {
  /** Above zero, in major units. */
  amount: number;
  comments: string;
  requestId: string;
}

/** Nobody is shown what somebody else has typed. */
interface Kept extends WithdrawalAttempt {
  account: string | undefined;
  /** Unix milliseconds. */
  at: number;
}

/** In the state of the page's place. */
const key = 'withdrawal';
const longestMs = 24 * 60 * 60 * 1000;

/** The one of whom is logged in; null where all were answered. */
export function openAttempt(): WithdrawalAttempt | null {
  const { [key]: kept } = (history.state ?? {}) as { [key]?: Kept };
  if (!kept || kept.account !== accountNow()) return null;
  return Date.now() - kept.at < longestMs ? kept : null;
}

/** The open one as it was last kept or forgotten here: for who wants to be told; until then, ask for it. */
export const $openAttempt = atom<WithdrawalAttempt | null>(null);

type Wish = Pick<WithdrawalAttempt, 'amount' | 'comments'>;

/** Whether a wish is the one that was not answered. */
export function isOpenAttempt({ amount, comments }: Wish, open = openAttempt()): boolean {
  return open?.amount === amount && open.comments === comments;
}

/** The id under which a wish is sent, each time it is. */
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
