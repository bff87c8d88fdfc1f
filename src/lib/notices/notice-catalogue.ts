/** The events that customers are told about: one catalogue for the server, the screens and the settings. */

/** Where a customer can be told: the bell on the screen, and by mail. */
export const noticeChannels = ['screen', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** The headings of the settings. */
export const noticeTopics = ['account', 'money', 'trading', 'security'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** What a notice carries: its fields are in `noticeData` of the contract. */
export type NoticeDataKind = 'nothing' | 'document' | 'money' | 'position' | 'result' | 'device';

export interface NoticeEvent {
  topic: NoticeTopic;
  data: NoticeDataKind;
  /** The channels that are on by default. */
  on: readonly NoticeChannel[];
  /**
   * The channels that the customer cannot switch off: whoever steals a session must not be able to hide what happens to
   * the money.
   */
  always: readonly NoticeChannel[];
  /** Whether the settings list it. An event that comes once, before anybody can open the settings, is not listed. */
  isListed: boolean;
}

const both = noticeChannels;
const usual = { on: both, always: [], isListed: true } as const;
const safety = { on: both, always: both, isListed: true } as const;

/**
 * Every event. The texts are `notices.events.<code>` (screen) and `mails.events.<code>` (mail) in public/locales.
 */
export const noticeCatalogue = {
  welcome: { topic: 'account', data: 'nothing', ...safety, isListed: false },
  document_approved: { topic: 'account', data: 'document', ...usual },
  document_rejected: { topic: 'account', data: 'document', ...usual },
  deposit_received: { topic: 'money', data: 'money', ...usual },
  withdrawal_requested: { topic: 'money', data: 'money', ...safety },
  withdrawal_approved: { topic: 'money', data: 'money', on: ['screen'], always: [], isListed: true },
  withdrawal_sent: { topic: 'money', data: 'money', ...usual },
  withdrawal_declined: { topic: 'money', data: 'money', ...usual },
  withdrawal_cancelled: { topic: 'money', data: 'money', ...safety },
  withdrawal_returned: { topic: 'money', data: 'money', ...usual },
  money_taken: { topic: 'money', data: 'money', ...safety },
  stop_loss: { topic: 'trading', data: 'position', ...usual },
  take_profit: { topic: 'trading', data: 'position', ...usual },
  low_margin: { topic: 'trading', data: 'position', ...usual },
  auto_stopped: { topic: 'trading', data: 'result', ...usual },
  auto_rule_changed: { topic: 'trading', data: 'nothing', ...usual },
  new_device: { topic: 'security', data: 'device', ...safety },
} as const satisfies Record<string, NoticeEvent>;

export type NoticeCode = keyof typeof noticeCatalogue;
export const noticeCodes = Object.keys(noticeCatalogue) as [NoticeCode, ...NoticeCode[]];

/** What a customer switched, by event and channel; what is missing is as the catalogue has it. */
export type NoticeChoices = Partial<Record<NoticeCode, Partial<Record<NoticeChannel, boolean>>>>;

/** Whether a customer is told of an event by a channel. */
export function isTold(choices: NoticeChoices | null, code: NoticeCode, channel: NoticeChannel): boolean {
  const { on, always }: NoticeEvent = noticeCatalogue[code];
  return always.includes(channel) || (choices?.[code]?.[channel] ?? on.includes(channel));
}

/** Whether a customer may switch a channel of an event. */
export function isSwitchable(code: NoticeCode, channel: NoticeChannel): boolean {
  const { always, isListed }: NoticeEvent = noticeCatalogue[code];
  return isListed && !always.includes(channel);
}
