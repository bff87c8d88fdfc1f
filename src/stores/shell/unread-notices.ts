import { atom, computed } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { UnreadNotices } from '../../lib/contract/accounts/notice-calls.ts';
import { countNotices } from '../../lib/contract/accounts/notice-endpoints.ts';
import { callApi } from '../api.ts';
import { createAnswerOrder } from '../realtime/answer-order.ts';
import { pollWithoutPushes } from '../realtime/poll-without-pushes.ts';
import { $session } from '../session.ts';

/** How many notices the customer has not read; null until the server has said so, and for visitors. */
export const $unreadNotices = atom<number | null>(null);

const $accessToken = computed($session, (session) => session?.access_token ?? null);
/** Whether a connection of this page pushes the number. */
const $isPushed = atom(false);
const order = createAnswerOrder();
const pollEveryMs = 60_000;

/**
 * Call this with each request that returns the number; the returned function applies the answer. An answer older than
 * what was applied already, or for another session, is dropped.
 */
export function expectUnread(): (unread: number) => void {
  const accessToken = $accessToken.get();
  const isNewer = order.ask();
  return (unread) => {
    if (accessToken === $accessToken.get() && isNewer()) $unreadNotices.set(unread);
  };
}

async function countUnread(): Promise<boolean> {
  const apply = expectUnread();
  const result = await callApi(countNotices, { body: {} });
  if (result.ok) apply(result.data.unread);
  return result.ok;
}

/** Polls the number while a customer is logged in and no connection pushes it. Returns a stop function. */
export function followUnread(): () => void {
  let stop: (() => void) | undefined;
  const stopSession = $accessToken.subscribe((accessToken) => {
    stop?.();
    $unreadNotices.set(null);
    stop = accessToken === null ? undefined : follow();
  });
  return () => {
    stopSession();
    stop?.();
  };
}

function follow(): () => void {
  const polling = pollWithoutPushes(countUnread, { firstWaitMs: pollEveryMs });
  const stopPushes = $isPushed.listen((pushed) => polling.setPushed(pushed));
  polling.poll();
  return () => {
    stopPushes();
    polling.stop();
  };
}

/** What a page's connection says about notices. */
export interface NoticePushes {
  onNotices: (listener: (pushed: UnreadNotices) => void) => () => void;
}

/** Takes the number from a connection in this state. Returns a stop function. */
export function takePushes({ onNotices }: NoticePushes, $state: ReadableAtom<string>): () => void {
  const stops = [
    onNotices(({ unread }) => {
      order.push();
      $unreadNotices.set(unread);
    }),
    $state.subscribe((state) => $isPushed.set(state === 'live')),
  ];
  return () => {
    for (const each of stops) each();
    $isPushed.set(false);
  };
}
