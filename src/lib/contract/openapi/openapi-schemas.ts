import * as z from 'zod/mini';
import { affiliateAccount, affiliateUser } from '../affiliate/affiliate-entities.ts';
import { postbackDelivery, postbackSettings } from '../affiliate/postback-calls.ts';
import { closingReasons } from '../closing-reasons.ts';
import {
  asset,
  balance,
  candle,
  closingReason,
  popup,
  position,
  positionLists,
  price,
  priceMap,
  user,
} from '../entities.ts';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

interface Entity {
  schema: z.ZodMiniType;
  description: string;
}

const reasons = closingReasons.map((reason, index) => `${index} ${reason}`).join(', ');

/** The entities that the document defines once and references everywhere else. */
const entities: Readonly<Record<string, Entity>> = {
  User: { schema: user, description: 'The customer. `custom_leverage` and the `doc_*` fields are JSON strings.' },
  Asset: {
    schema: asset,
    description: 'An asset and its category. The leverages of the category are comma-separated.',
  },
  Candle: {
    schema: candle,
    description:
      'The open, high, low and close of the sell price over one interval. `time` is the start of the interval in Unix seconds.',
  },
  Position: {
    schema: position,
    description:
      'A position. For an open position, `profit` is calculated at the latest quote; for a closed one, it is the realised profit.',
  },
  PositionLists: {
    schema: positionLists,
    description: 'Open positions, and closed positions with the most recently closed first.',
  },
  ClosingReason: { schema: closingReason, description: `Why the position was closed: ${reasons}.` },
  Popup: {
    schema: popup,
    description: 'A message to a customer. `content` is sanitised HTML without scripts.',
  },
  Balance: {
    schema: balance,
    description: 'equity = balance + profit of open positions; freeMargin = balance − amounts of open positions.',
  },
  AffiliateUser: { schema: affiliateUser, description: 'The affiliate. `uniqid` is the value of `ref` in its links.' },
  AffiliateAccount: {
    schema: affiliateAccount,
    description: 'A referred account. `fault`: why the account is excluded from totals; null if it counts.',
  },
  PostbackSettings: {
    schema: postbackSettings,
    description: 'The postback settings of an affiliate. Postbacks are off if `url` is null.',
  },
  PostbackDelivery: { schema: postbackDelivery, description: 'A postback and its delivery status.' },
  Price: {
    schema: price,
    description: 'The prices at which a customer buys and sells. Zero if no price is available.',
  },
  PriceMap: { schema: priceMap, description: 'Prices by symbol.' },
};

export interface SchemaBook {
  /** The entities, by name. */
  components: Readonly<Record<string, JsonSchema>>;
  /** How the document writes a schema: as a reference to an entity, or in full. */
  of: (schema: z.ZodMiniType) => JsonSchema;
}

/** Translates the entities and `inline` (the schemas of calls and emits) in one pass, so that they share references. */
export function describeSchemas(inline: readonly z.ZodMiniType[]): SchemaBook {
  const registry = z.registry<{ id: string; description?: string }>();
  for (const [id, { schema, description }] of Object.entries(entities)) registry.add(schema, { id, description });
  inline.forEach((schema, index) => {
    if (!registry.has(schema)) registry.add(schema, { id: `inline-${index}` });
  });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: refTo, override: tidy });
  const made = new Map(Object.entries(schemas as Record<string, JsonSchema>).map(([id, made]) => [id, strip(made)]));
  return {
    components: Object.fromEntries([...made].filter(([id]) => Object.hasOwn(entities, id))),
    of: (schema) => {
      const id = registry.get(schema)?.id ?? '';
      const found = made.get(id);
      if (!found) throw new Error('a schema was not passed to describeSchemas');
      return Object.hasOwn(entities, id) ? { $ref: refTo(id) } : found;
    },
  };
}

export function refTo(component: string): string {
  return `#/components/schemas/${component}`;
}

/** Drops the pattern of a field that has a format: the format says enough, and the pattern would fill a screen. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern'];
}

/** Removes the ids, which only the registry needs: in the document they would act as base URIs. */
function strip({ $id: _id, $schema: _schema, id: _name, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
