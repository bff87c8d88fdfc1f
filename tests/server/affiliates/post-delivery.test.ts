import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addressFault,
  createDeliveryPost,
  signDelivery,
  writtenSecret,
} from '../../../src/server/affiliates/postbacks/post-delivery.ts';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';

let peer: MisbehavingServer;
let answered = 200;

beforeAll(async () => {
  peer = await startMisbehavingServer((_, response) => {
    response.writeHead(answered, answered === 302 ? { location: `${peer.url}/elsewhere` } : {}).end('Thanks');
  });
});
afterAll(() => peer.close());
afterEach(() => {
  peer.misbehaviour = null;
  peer.asked.length = 0;
  answered = 200;
});

const forever = new AbortController().signal;
const sent = { headers: { 'webhook-id': '1' }, body: '{"event":"tést"}', signal: forever };
/** Long enough for a busy machine. Only tests that wait for the timeout pass a shorter one. */
const local = (timeoutMs = 30_000) => createDeliveryPost({ timeoutMs, allowsLocal: true });
const portOf = () => new URL(peer.url).port;

/** Answers every client with a fixed text, which need not be HTTP, and closes the connection. */
async function startRudeServer(said: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(said));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

describe('a delivery', () => {
  test('is posted as it was signed', async () => {
    expect(await local()({ ...sent, url: `${peer.url}/hook?a=1` })).toEqual({ status: 200, fault: null });
    expect(peer.asked).toMatchObject([
      {
        ...{ method: 'POST', path: '/hook?a=1', body: '{"event":"tést"}' },
        headers: { 'webhook-id': '1', 'content-type': 'application/json', 'content-length': '17' },
      },
    ]);
  });

  test.each([
    [201, null],
    [204, null],
    [302, 'status'],
    [404, 'status'],
    [410, 'status'],
    [500, 'status'],
  ])('that is answered by %i: %s', async (status, fault) => {
    answered = status;
    expect(await local()({ ...sent, url: peer.url })).toEqual({ status, fault });
    // Redirects are not followed.
    expect(peer.asked).toHaveLength(1);
  });

  test.each(['html', 'endless', 'slow to end', 'empty'] as const)(
    'is delivered if the answer is %s: only its first line matters',
    async (misbehaviour) => {
      peer.misbehaviour = misbehaviour;
      expect((await local()({ ...sent, url: peer.url })).fault).toBeNull();
    },
  );

  test('ends if nobody answers in time', async () => {
    peer.misbehaviour = 'silent';
    expect(await local(50)({ ...sent, url: peer.url })).toEqual({ status: null, fault: 'timeout' });
  });

  test('ends if the name is not resolved in time', async () => {
    const post = createDeliveryPost({ timeoutMs: 50, allowsLocal: true, lookup: () => new Promise(() => undefined) });
    expect(await post({ ...sent, url: 'http://slow.example/' })).toEqual({ status: null, fault: 'timeout' });
  });

  test('resolves two names at a time, however many fail: passwords and files need the same threads', async () => {
    const looked: string[] = [];
    const lookup = (hostname: string) => {
      looked.push(hostname);
      return new Promise<never>(() => undefined);
    };
    const post = createDeliveryPost({ timeoutMs: 50, allowsLocal: true, lookup });
    const hosts = Array.from({ length: 8 }, (_, host) => `http://slow-${host}.example/`);
    const answers = await Promise.all(hosts.map((url) => post({ ...sent, url })));
    expect(new Set(answers.map(({ fault }) => fault))).toEqual(new Set(['timeout']));
    expect(looked).toEqual(['slow-0.example', 'slow-1.example']);
  });

  test('ends if it is aborted', async () => {
    peer.misbehaviour = 'silent';
    const stopping = new AbortController();
    const posted = local()({ ...sent, url: peer.url, signal: stopping.signal });
    await expect.poll(() => peer.asked.length).toBe(1);
    stopping.abort();
    expect((await posted).status).toBeNull();
  });

  test.each([
    ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    ['HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['SSH-2.0-other\r\n'],
    ['HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    [''],
  ])('ends if the server sends %j and closes the connection', async (said) => {
    const rude = await startRudeServer(said);
    try {
      const { status, fault } = await local()({ ...sent, url: rude.url });
      expect([status, fault]).toEqual(said.includes(' 200 ') ? [200, null] : [null, 'connection']);
    } finally {
      await rude.close();
    }
  });

  test('ends if nobody listens, and if the server does not speak TLS', async () => {
    const gone = await startMisbehavingServer(() => undefined);
    await gone.close();
    expect(await local()({ ...sent, url: gone.url })).toEqual({ status: null, fault: 'connection' });
    const secure = peer.url.replace('http:', 'https:');
    expect(await local()({ ...sent, url: secure })).toEqual({ status: null, fault: 'connection' });
  });
});

describe('the addresses that are called', () => {
  const guarded = (...addresses: string[]) =>
    createDeliveryPost({
      ...{ timeoutMs: 30_000, allowsLocal: false },
      lookup: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    });

  test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1'], ['169.254.169.254']])(
    'do not include internal addresses that a name resolves to: %s',
    async (address) => {
      const url = `https://hook.example:${portOf()}/`;
      expect(await guarded(address)({ ...sent, url })).toEqual({ status: null, fault: 'address' });
      expect(peer.asked).toEqual([]);
    },
  );

  test('are resolved again for each delivery, because a name may change', async () => {
    const looked: string[] = [];
    const post = createDeliveryPost({
      ...{ timeoutMs: 30_000, allowsLocal: false },
      lookup: (hostname) => {
        looked.push(hostname);
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      },
    });
    for (let time = 0; time < 2; time += 1) await post({ ...sent, url: 'https://hook.example/' });
    expect(looked).toEqual(['hook.example', 'hook.example']);
  });

  test.each([
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'],
    ...['https://localhost/', 'https://LocalHost:8443/in', 'https://localhost./', 'https://api.localhost/'],
    ...['http://hook.example/', 'ftp://hook.example/', 'https://user:secret@hook.example/', 'hook.example', ''],
  ])('do not include addresses that are internal as written: %s', async (url) => {
    expect(addressFault(url, { allowsLocal: false })).toBe('address');
    expect(await guarded('1.1.1.1')({ ...sent, url })).toEqual({ status: null, fault: 'address' });
  });

  test.each([
    'https://localhost.example/',
    'https://hook.example/a?b=c',
    'https://hook.example:8443/',
    'https://1.1.1.1/',
  ])('may be %s', (url) => {
    expect(addressFault(url, { allowsLocal: false })).toBeNull();
  });
});

const secret = Buffer.alloc(32, 7);
const delivery = { id: '8f2c', at: 1_790_000_000_999, body: '{"event":"test"}' };

test('a delivery carries the headers of Standard Webhooks', () => {
  // According to the specification, the key is the text after whsec_, and id.timestamp.body is signed.
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

test('another secret gives another signature', () => {
  const others = signDelivery(Buffer.alloc(32, 8), delivery);
  expect(others['webhook-signature']).not.toBe(signDelivery(secret, delivery)['webhook-signature']);
});
