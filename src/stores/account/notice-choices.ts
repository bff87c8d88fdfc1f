import { atom } from 'nanostores';
import type { NoticeChoice } from '../../lib/contract/accounts/notice-calls.ts';
import { getNoticeChoices, setNoticeChoice } from '../../lib/contract/accounts/notice-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { NoticeChannel } from '../../lib/notices/notice-catalogue.ts';
import { callApi } from '../api.ts';

export type NoticeChoicesState =
  { status: 'loading' | 'failed' } | { status: 'ready'; choices: readonly NoticeChoice[] };

/** What the customer is told of, and how. */
export const $noticeChoices = atom<NoticeChoicesState>({ status: 'loading' });

export async function loadNoticeChoices(): Promise<void> {
  $noticeChoices.set({ status: 'loading' });
  const result = await callApi(getNoticeChoices, { body: {} });
  $noticeChoices.set(result.ok ? { status: 'ready', choices: result.data } : { status: 'failed' });
}

/** Switches a channel of an event. The switch moves at once, and back if the server does not keep it. */
export async function chooseNotice(code: NoticeChoice['code'], channel: NoticeChannel, isOn: boolean): Promise<Result> {
  const show = (on: boolean) => {
    const state = $noticeChoices.get();
    if (state.status !== 'ready') return;
    const choices = state.choices.map((one) => (one.code === code ? { ...one, [channel]: on ? 1 : 0 } : one));
    $noticeChoices.set({ status: 'ready', choices });
  };
  show(isOn);
  const result = await callApi(setNoticeChoice, { body: { code, channel, on: isOn ? 1 : 0 } });
  if (!result.ok) show(!isOn);
  return result.ok ? { ok: true } : result;
}
