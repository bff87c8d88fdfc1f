/** When parts of the content are public. Instants are in UTC. */

interface PublicTimes {
  publishAt?: string | undefined;
  unpublishAt?: string | undefined;
}

const timesOf = (value: unknown): PublicTimes => (typeof value === 'object' && value !== null ? value : {});

/**
 * Whether a part is public at `now`, in unix milliseconds: on the second of `publishAt` it is, on that of `unpublishAt`
 * it is over. Null: its times do not count.
 */
export function stateAt(value: unknown, now: number | null): 'waiting' | 'public' | 'over' {
  const { publishAt, unpublishAt } = timesOf(value);
  if (now === null) return 'public';
  if (unpublishAt !== undefined && now >= Date.parse(unpublishAt)) return 'over';
  return publishAt !== undefined && now < Date.parse(publishAt) ? 'waiting' : 'public';
}

/** The next instant at which one of these parts begins or ends to be public, in unix milliseconds; null: never. */
export function nextChange(values: Iterable<unknown>, now: number | null): number | null {
  let next: number | null = null;
  for (const value of values) {
    const { publishAt, unpublishAt } = timesOf(value);
    for (const instant of [publishAt, unpublishAt]) {
      if (instant === undefined || now === null) continue;
      const at = Date.parse(instant);
      if (at > now && (next === null || at < next)) next = at;
    }
  }
  return next;
}

/** Whether a part would end before it begins, so that nobody would ever see it. */
export function endsFirst(value: unknown): boolean {
  const { publishAt, unpublishAt } = timesOf(value);
  return publishAt !== undefined && unpublishAt !== undefined && Date.parse(unpublishAt) <= Date.parse(publishAt);
}
