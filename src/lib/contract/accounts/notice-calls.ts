import * as z from 'zod/mini';
import { noticeChannels, noticeCodes, noticeTopics } from '../../notices/notice-catalogue.ts';
import { call } from '../call.ts';
import { direction } from '../entities.ts';
import { flag, instant, ownToken, uuid } from '../fields.ts';
import * as endpoints from './notice-endpoints.ts';

/** What customers are told of on the screen, and what they want to be told of. */

/** What a notice is about. A field is null where the event has none; money in major units. */
export const noticeData = z.object({
  /** The document, as a field of the user. */
  document: z.nullable(z.string()),
  /** Why a document was rejected, or money declined or taken, as the operator wrote it. */
  reason: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  /** Always above zero. */
  amount: z.nullable(z.number()),
  position_id: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  direction: z.nullable(direction),
  profit: z.nullable(z.number()),
  /** Browser and system, such as "Firefox on Linux". */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type NoticeData = z.infer<typeof noticeData>;

export const notice = z.object({
  id: z.string(),
  code: z.enum(noticeCodes),
  created_at: instant,
  read: flag,
  data: noticeData,
  /** The path of the page that it is about, without a language. */
  link: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** How many notices the customer has not read, at most 100. */
export const unreadNotices = z.object({ unread: z.number() });
export type UnreadNotices = z.infer<typeof unreadNotices>;

/** One event in the settings. `fixed`: the channels that cannot be switched off. */
export const noticeChoice = z.object({
  code: z.enum(noticeCodes),
  topic: z.enum(noticeTopics),
  screen: flag,
  mail: flag,
  fixed: z.array(z.enum(noticeChannels)),
});
export type NoticeChoice = z.infer<typeof noticeChoice>;

/** The most notices in one answer. */
export const mostNotices = 50;

export const getNotices = call({
  name: 'getNotices',
  summary:
    'List the customer’s notifications, newest first. `before`: the ID of the last one on the previous page. `more` is 1 if there are older ones. Notifications are kept for 90 days.',
  ...endpoints.getNotices,
  audience: 'customer',
  isBackground: true,
  body: z.object({
    token: ownToken,
    before: z.optional(uuid),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(mostNotices)), 20),
  }),
  data: z.object({ notices: z.array(notice), more: flag, unread: z.number() }),
  problems: [],
});

export const countNotices = call({
  name: 'countNotices',
  summary: 'Get the number of unread notifications, up to 100.',
  ...endpoints.countNotices,
  audience: 'customer',
  isBackground: true,
  body: z.object({ token: ownToken }),
  data: unreadNotices,
  problems: [],
});

export const readNotices = call({
  name: 'readNotices',
  summary:
    'Mark one notification as read (`id`), all of them, or all up to and including one (`until`: its ID). Idempotent.',
  ...endpoints.readNotices,
  audience: 'customer',
  body: z.object({ token: ownToken, id: z.optional(uuid), until: z.optional(uuid) }),
  data: unreadNotices,
  problems: ['NOT_FOUND'],
});

export const getNoticeChoices = call({
  name: 'getNoticeChoices',
  summary: 'Get the customer’s notification settings.',
  ...endpoints.getNoticeChoices,
  audience: 'customer',
  body: z.object({ token: ownToken }),
  data: z.array(noticeChoice),
  problems: [],
});

export const setNoticeChoice = call({
  name: 'setNoticeChoice',
  summary: 'Switch a channel of an event on (1) or off (0). Channels listed in `fixed` fail with `FORBIDDEN`.',
  ...endpoints.setNoticeChoice,
  audience: 'customer',
  body: z.object({
    token: ownToken,
    code: z.enum(noticeCodes, { error: 'Code must be a known event' }),
    channel: z.enum(noticeChannels, { error: `Channel must be ${noticeChannels.join(' or ')}` }),
    on: flag,
  }),
  data: z.array(noticeChoice),
  problems: ['FORBIDDEN', 'UNAVAILABLE'],
});

export const noticeCalls = [getNotices, countNotices, readNotices, getNoticeChoices, setNoticeChoice] as const;
