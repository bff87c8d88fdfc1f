import { atom } from 'nanostores';
import {
  getPostbacks,
  renewPostbackSecret,
  resendPostback,
  savePostbacks,
  tryPostback,
} from '../../lib/contract/affiliate/postback-endpoints.ts';
import type { PostbackDelivery, PostbackEvent, PostbackSettings } from '../../lib/contract/affiliate/postback-calls.ts';
import type { ProblemCode, Result } from '../../lib/contract/problem.ts';
import { callAffiliate } from './affiliate-session.ts';

export type PostbacksState =
  | { status: 'loading' }
  | { status: 'failed'; problem: ProblemCode }
  /** Deliveries are newest first. */
  | { status: 'ready'; settings: PostbackSettings; deliveries: readonly PostbackDelivery[] };

/** The affiliate's postback settings and deliveries. */
export const $postbacks = atom<PostbacksState>({ status: 'loading' });

/** Counts changes made on this page. An answer to a request sent before a change is older than what is shown. */
let changes = 0;

export async function loadPostbacks(): Promise<void> {
  if ($postbacks.get().status === 'failed') $postbacks.set({ status: 'loading' });
  const before = changes;
  const answer = await callAffiliate(getPostbacks, {});
  if (before !== changes) return;
  // If a reload fails, the old data stays on screen.
  if (answer.ok) $postbacks.set({ status: 'ready', ...answer.data });
  else if ($postbacks.get().status !== 'ready') $postbacks.set({ status: 'failed', problem: answer.problem.code });
}

/**
 * Saves the postback settings; a null address switches postbacks off. The secret is returned only when it is new, and
 * never again.
 */
export async function changePostbacks(request: {
  url: string | null;
  events: PostbackEvent[];
}): Promise<Result<{ secret: string | null }>> {
  const answer = await callAffiliate(savePostbacks, request);
  if (!answer.ok) return answer;
  applySettings(answer.data.settings);
  return { ok: true, secret: answer.data.secret };
}

/** Makes a new secret, which is returned only once. */
export async function newPostbackSecret(): Promise<Result<{ secret: string }>> {
  const answer = await callAffiliate(renewPostbackSecret, {});
  if (!answer.ok) return answer;
  applySettings(answer.data.settings);
  return { ok: true, secret: answer.data.secret };
}

/** Sends a delivery again, or a test postback if no id is given. `followPostbacks` shows the result. */
export async function sendPostback(id?: string): Promise<Result<{ id: string }>> {
  const answer = id === undefined ? await callAffiliate(tryPostback, {}) : await callAffiliate(resendPostback, { id });
  if (!answer.ok) return answer;
  changes += 1;
  const state = $postbacks.get();
  if (state.status === 'ready') {
    const others = state.deliveries.filter((one) => one.id !== answer.data.id);
    const isNew = others.length === state.deliveries.length;
    const deliveries = isNew
      ? [answer.data, ...others]
      : state.deliveries.map((one) => (one.id === answer.data.id ? answer.data : one));
    $postbacks.set({ ...state, deliveries });
  }
  return { ok: true, id: answer.data.id };
}

/**
 * When to check the result of a delivery, in milliseconds after it was sent: the affiliate's server has ten seconds to
 * answer.
 */
const pollsMs = [700, 1_500, 3_000, 6_000, 12_000];

/**
 * Reloads the latest deliveries until each has been attempted once, or until the affiliate's server has had its time to
 * answer. Returns a stop function.
 */
export function followPostbacks(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const poll = (turn: number, before: number) => {
    const at = pollsMs[turn];
    if (isStopped || at === undefined) return;
    timer = setTimeout(() => {
      void loadPostbacks().then(() => hasUntried() && poll(turn + 1, at));
    }, at - before);
  };
  poll(0, 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function hasUntried(): boolean {
  const state = $postbacks.get();
  return state.status === 'ready' && state.deliveries.some((one) => one.state === 'waiting' && one.tries === 0);
}

function applySettings(settings: PostbackSettings): void {
  changes += 1;
  const state = $postbacks.get();
  if (state.status === 'ready') $postbacks.set({ ...state, settings });
}
