import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signDelivery, writtenSecret } from '../../../src/server/affiliates/postbacks/sign-delivery.ts';

const secret = Buffer.alloc(32, 7);
const delivery = { id: '8f2c', at: 1_790_000_000_999, body: '{"event":"test"}' };

test('a delivery carries the headers of Standard Webhooks', () => {
  // By the words of the specification: what stands behind whsec_ is the key, and id.timestamp.body is signed.
  const key = Buffer.from(writtenSecret(secret).replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update('8f2c.1790000000.{"event":"test"}').digest('base64');
  expect(signDelivery(secret, delivery)).toEqual({
    'webhook-id': '8f2c',
    'webhook-timestamp': '1790000000',
    'webhook-signature': `v1,${expected}`,
  });
});

test.each([
  ['another body', { ...delivery, body: '{}' }],
  ['another id', { ...delivery, id: '9' }],
  ['another time', { ...delivery, at: delivery.at + 1_000 }],
])('%s has another signature', (_, other) => {
  expect(signDelivery(secret, other)['webhook-signature']).not.toBe(
    signDelivery(secret, delivery)['webhook-signature'],
  );
});

test('another secret signs otherwise', () => {
  const others = signDelivery(Buffer.alloc(32, 8), delivery);
  expect(others['webhook-signature']).not.toBe(signDelivery(secret, delivery)['webhook-signature']);
});
