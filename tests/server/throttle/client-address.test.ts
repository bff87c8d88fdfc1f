import { expect, test } from 'vitest';
import { forwardedAddress, networksOf, subscriberAddress } from '../../../src/server/throttle/client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, subscriber) => {
  expect(subscriberAddress(address)).toBe(subscriber);
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:abcd:3:4:5:6', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
  ['2001:db8:1:cd::1', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['not an address', 'not an address', 'not an address'],
])('%s is in %s, and that in %s', (address, home, network) => {
  expect(networksOf(address)).toEqual({ home, network });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['a visitor’s word,203.0.113.7:50312', '203.0.113.7'],
  ['2001:DB8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::FFFF:203.0.113.7]:1', '203.0.113.7'],
])('if a proxy sends %s the visitor is at %s', (header, address) => {
  expect(forwardedAddress(header)).toBe(address);
});

test.each([
  ...[
    '',
    'unknown',
    '203.0.113.7,',
    '203.0.113.7, <script>',
    '203.0.113',
    '203.0.113.256',
    '[203.0.113.7',
    '1.2.3.4:x',
  ],
  ...['_hidden', '203.0.113.7 203.0.113.8', '1'.repeat(5_000)],
])('a proxy that sends %j is not believed', (header) => {
  expect(forwardedAddress(header)).toBeNull();
});
