import { expect, test } from 'vitest';
import { packetsOf, readPacket } from '../../../src/stores/realtime/packets.ts';
import { retryDelayMs } from '../../../src/stores/realtime/realtime-socket.ts';

// As a Socket.IO 4 server writes them; tests/stores/connection.test.ts talks to a real one.
test.each([
  ['0{"sid":"x","upgrades":[],"pingInterval":5000,"pingTimeout":4000}', { kind: 'opened', silenceMs: 9000 }],
  ['2', { kind: 'ping' }],
  ['40{"sid":"x"}', { kind: 'joined' }],
  ['40/prices,{"sid":"x"}', { kind: 'joined' }],
  ['41', { kind: 'ended' }],
  ['42["balance",{"balance":1}]', { kind: 'event', name: 'balance', data: { balance: 1 } }],
  ['42/prices,["prices",{"A,B":{}}]', { kind: 'event', name: 'prices', data: { 'A,B': {} } }],
  ['4317[{"error":false}]', { kind: 'answer', id: 17, data: { error: false } }],
  ['43/prices,2[1]', { kind: 'answer', id: 2, data: 1 }],
  ['44{"message":"m","data":{"error":true,"code":"INTERNAL"}}', { kind: 'refused', code: 'INTERNAL' }],
  ['44{"message":"m"}', { kind: 'refused', code: undefined }],
  ['6', { kind: 'other' }],
  ['', { kind: 'other' }],
])('%s is read', (message, packet) => {
  expect(readPacket(message)).toEqual(packet);
});

test('a question names its namespace, its number and its event', () => {
  expect(packetsOf('/').question(3, 'positions', null)).toBe('423["positions",null]');
  expect(packetsOf('/prices').question(3, 'x', {})).toBe('42/prices,3["x",{}]');
  expect([packetsOf('/').join, packetsOf('/prices').join]).toEqual(['40', '40/prices,']);
});

test('a retry waits for about half a second at first, twice as long each time, and for about ten at last', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelayMs(failures, 0.5))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
  expect([retryDelayMs(0, 0), retryDelayMs(0, 1)]).toEqual([250, 750]);
});
