import * as z from 'zod/mini';
import { call } from './call.ts';

/** The calls that read content the way clients of Cockpit v1 do. They are public and read-only. */

/** How deep a filter may nest lists and objects, and how many values it may hold. */
export const filterLimits = { levels: 6, values: 100 } as const;

/** Truthiness as in PHP: the text "false" counts as yes. */
const yesOrNo = z.nullish(z.union([z.boolean(), z.number(), z.string()]));
const count = z.nullish(z.union([z.number(), z.string()]));
const filter = z.record(z.string(), z.unknown()).check(
  z.refine((rules) => valuesIn(rules, 1) <= filterLimits.values, {
    error: `Filter can have up to ${filterLimits.values} values and ${filterLimits.levels} levels`,
  }),
);

/** A client's query of a collection. Other options of Cockpit (`populate`, `sort`, `token`) have no effect. */
export const collectionQuery = z.object({
  filter: z.nullish(filter),
  simple: yesOrNo,
  lang: z.nullish(z.string()),
  limit: count,
  skip: count,
});
export type CollectionQuestion = z.infer<typeof collectionQuery>;
export const singletonQuestion = z.object({ lang: z.optional(z.string()) });

const entry = () => z.record(z.string(), z.unknown());

export const getCollection = call({
  name: 'getCollection',
  summary:
    'List the published entries of `pages` or `calendar`. With `simple`, returns only the entries; otherwise also their fields and the total. `filter` supports equality, `published` and `$or`. Without `lang`, each entry contains all its languages.',
  method: 'POST',
  path: '/api/collections/get/{collection}',
  audience: 'anyone',
  isBare: true,
  params: z.object({ collection: z.string().check(z.maxLength(60)) }),
  body: collectionQuery,
  data: z.union([z.array(entry()), z.object({ fields: entry(), entries: z.array(entry()), total: z.number() })]),
  problems: ['TOO_MANY_REQUESTS'],
});

export const getSingleton = call({
  name: 'getSingleton',
  summary:
    'Get the singleton `Settings` in one language or, without `lang`, in all languages. Any other name returns an empty 404.',
  method: 'GET',
  path: '/api/singletons/get/{name}',
  audience: 'anyone',
  isBare: true,
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
  query: singletonQuestion,
  data: entry(),
  problems: ['TOO_MANY_REQUESTS'],
});

export const cockpitCalls = [getCollection, getSingleton] as const;

/** The number of values in a filter; Infinity if they are nested too deep. */
function valuesIn(part: unknown, level: number): number {
  if (typeof part !== 'object' || part === null) return 1;
  if (level > filterLimits.levels) return Infinity;
  return Object.values(part).reduce<number>((sum, inner) => sum + valuesIn(inner, level + 1), 1);
}
