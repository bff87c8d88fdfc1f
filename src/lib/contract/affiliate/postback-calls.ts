import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, ownToken, uuid } from '../fields.ts';
import * as endpoints from './postback-endpoints.ts';

/** How an affiliate's own server is notified about accounts that came by its links. */

export const postbackEvents = ['registration', 'first_deposit'] as const;
export type PostbackEvent = (typeof postbackEvents)[number];

/** `test` is a delivery that the affiliate asks for. */
export const deliveryEvents = [...postbackEvents, 'test'] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/**
 * Why the last attempt failed: the address is not public, nobody answered in time, the connection failed, the status
 * was not 2xx, or the secret can no longer be read, so nothing was sent.
 */
export const deliveryFaults = ['address', 'timeout', 'connection', 'status', 'secret'] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const;

export const postbackDelivery = z.object({
  id: z.string(),
  event: z.enum(deliveryEvents),
  /** The id of the account in question; null for a test. */
  account: z.nullable(z.string()),
  state: z.enum(deliveryStates),
  tries: z.number(),
  /** The HTTP status of the last answer. */
  last_status: z.nullable(z.number()),
  last_fault: z.nullable(z.enum(deliveryFaults)),
  created_at: instant,
  /** When the next attempt is due; null if there will be none. */
  due_at: z.nullable(instant),
  /** When the last answer came, or the last attempt failed. */
  answered_at: z.nullable(instant),
});
export type PostbackDelivery = z.infer<typeof postbackDelivery>;

export const postbackSettings = z.object({
  /** Null: no postbacks are sent. */
  url: z.nullable(z.string()),
  events: z.array(z.enum(postbackEvents)),
  /** When the secret that signs the deliveries was made; null: there is none yet. */
  secret_made_at: z.nullable(instant),
});
export type PostbackSettings = z.infer<typeof postbackSettings>;

const tokenBody = z.object({ token: ownToken });

export const getPostbacks = call({
  name: 'getPostbacks',
  summary: 'Get the postback settings and the last 100 deliveries, newest first.',
  ...endpoints.getPostbacks,
  audience: 'affiliate',
  body: tokenBody,
  data: z.object({ settings: postbackSettings, deliveries: z.array(postbackDelivery) }),
  problems: [],
});

export const savePostbacks = call({
  name: 'savePostbacks',
  summary:
    'Set the endpoint URL of the postbacks and the events to send. A null `url` turns postbacks off. The first call returns the new signing secret, which cannot be retrieved again; later calls return null.',
  ...endpoints.savePostbacks,
  audience: 'affiliate',
  body: z.object({
    token: ownToken,
    url: z.nullable(
      z
        .string({ error: 'URL is required' })
        .check(
          z.trim(),
          z.maxLength(500, { error: 'URL has maximum 500 characters' }),
          z.regex(/^https?:\/\/[^\s#\p{Cc}\p{Cs}]+$/iu, { error: 'Not a valid URL' }),
        ),
    ),
    events: z.array(z.enum(postbackEvents)).check(z.maxLength(postbackEvents.length)),
  }),
  data: z.object({ settings: postbackSettings, secret: z.nullable(z.string()) }),
  problems: ['TOO_MANY_REQUESTS'],
});

export const renewPostbackSecret = call({
  name: 'renewPostbackSecret',
  summary: 'Create a new signing secret. It is returned only once. The old secret stops working immediately.',
  ...endpoints.renewPostbackSecret,
  audience: 'affiliate',
  body: tokenBody,
  data: z.object({ settings: postbackSettings, secret: z.string() }),
  problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

export const resendPostback = call({
  name: 'resendPostback',
  summary: 'Resend a postback, whether or not it was delivered.',
  ...endpoints.resendPostback,
  audience: 'affiliate',
  body: z.object({ token: ownToken, id: uuid }),
  data: postbackDelivery,
  problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

export const tryPostback = call({
  name: 'tryPostback',
  summary: 'Send a test postback. Its event is `test`, and it concerns no account.',
  ...endpoints.tryPostback,
  audience: 'affiliate',
  body: tokenBody,
  data: postbackDelivery,
  problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

export const postbackCalls = [getPostbacks, savePostbacks, renewPostbackSecret, resendPostback, tryPostback] as const;
