import type { Fields } from './cockpit-values.ts';
import { textOr } from './cockpit-values.ts';

/** The times of a page, popup or event. What is no instant is passed on, to be refused. */
export function timesIn({ publish_at: publishAt, unpublish_at: unpublishAt }: Fields): Fields {
  const [from, until] = [instantIn(publishAt), instantIn(unpublishAt)];
  return { ...(from !== undefined && { publishAt: from }), ...(until !== undefined && { unpublishAt: until }) };
}

/** Editors may write `2026-12-01 09:00`, which is in UTC, and leave out the time of day for midnight. */
function instantIn(value: unknown): unknown {
  const text = textOr(value);
  if (typeof text !== 'string') return text;
  const [, day, time = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}${seconds}Z`;
}
