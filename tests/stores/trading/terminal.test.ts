import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { ProblemCode } from '../../../src/lib/contract/problem.ts';
import { $assets } from '../../../src/stores/assets.ts';
import { $session } from '../../../src/stores/session.ts';
import { $feed } from '../../../src/stores/prices.ts';
import { $balance, applyBalance } from '../../../src/stores/trading/balance.ts';
import { $orders } from '../../../src/stores/trading/orders.ts';
import { $positions, applyPositions } from '../../../src/stores/trading/positions.ts';
import { loadMarket, startTerminal } from '../../../src/stores/trading/terminal.ts';
import { accessProblem, leverageOptions } from '../../../src/stores/trading/ticket.ts';
import { demoUser } from '../../support/demo-user.ts';

const user = { token: 'identifier', full_name: 'Alex Morgan' } as User;

/** A server that answers each path with data or a problem. */
function stubServer(answers: Record<string, { data: unknown } | { code: ProblemCode }>) {
  const fetched = vi.fn((address: string) => {
    const answer = answers[new URL(address, 'http://localhost').pathname];
    if (!answer) return Promise.reject(new TypeError('no network'));
    const body = 'data' in answer ? { status: 'success', ...answer } : { status: 'error', error: answer };
    return Promise.resolve(Response.json(body));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

beforeEach(() => {
  $session.set({ access_token: 'secret', user });
  $assets.set({ status: 'loading' });
});
afterEach(() => vi.unstubAllGlobals());

test('the assets are loaded', async () => {
  stubServer({ '/api/get/assets': { data: [{ symbol: 'BTCUSD' }] } });
  await loadMarket();
  const state = $assets.get();
  expect(state.status === 'ready' && state.bySymbol.get('BTCUSD')).toEqual({ symbol: 'BTCUSD' });
});

test.each(['UNAUTHENTICATED', 'FORBIDDEN'] as const)('a session that is refused with %s is over', async (code) => {
  stubServer({ '/api/get/assets': { code } });
  await loadMarket();
  expect($session.get()).toBeNull();
});

test('if the server cannot be reached the session stays, and the screen offers to try again', async () => {
  stubServer({});
  await loadMarket();
  expect($session.get()).not.toBeNull();
  expect($assets.get()).toMatchObject({ status: 'failed', problem: { code: 'UNAVAILABLE' } });
});

describe('the running screen', () => {
  const asset = {
    ...{ name: 'Bitcoin', symbol: 'BTCUSD', code: 'BTCUSD', asset_category_id: 3 },
    position_assets_category: { name: 'crypto', leverage: '1,3,5' },
    suspended: 0,
  } as const;
  const feed = { data: { name: 'hand', origin: 'live', quote_max_age_ms: 4_000 } };
  let page: EventTarget & { visibilityState: string };
  let io: Server;
  let stop: () => void;
  const tokenOf = (socket: Socket) => String(socket.handshake.query['token']);
  const tokens = () => [...io.sockets.sockets.values()].map(tokenOf);

  beforeEach(async () => {
    const http = createServer();
    io = new Server(http);
    io.of('/prices');
    const known = ['secret', 'newer', 'other'];
    io.use((socket, next) => next(known.includes(tokenOf(socket)) ? undefined : new Error('refused')));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
    vi.stubGlobal('location', { protocol: 'http:', host });
    vi.stubGlobal('window', new EventTarget());
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    stubServer({
      '/api/get/assets': { data: [asset] },
      '/api/get/feed': feed,
    });
    $session.set({ access_token: 'secret', user: demoUser });
    stop = startTerminal();
    await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(1));
  });
  afterEach(async () => {
    stop();
    await io.close();
  });

  test('gets the maximum age of a price from the server', async () => {
    await vi.waitFor(() => expect($feed.get()?.quote_max_age_ms).toBe(4_000));
  });

  test('follows changes of the customer at once: verified, groups, leverages', async () => {
    const access = () => accessProblem(asset, $session.get()?.user ?? demoUser);
    const custom_leverage = '{"crypto":[0,2]}';
    io.emit('user', { ...demoUser, verified_account: 0 });
    await vi.waitFor(() => expect(access()).toBe('NOT_VERIFIED'));
    io.emit('user', { ...demoUser, assets_group_permission: [1] });
    await vi.waitFor(() => expect(access()).toBe('NO_ACCESS'));
    io.emit('user', { ...demoUser, assets_group_permission: [3], custom_leverage });
    await vi.waitFor(() => expect(access()).toBeNull());
    expect(leverageOptions(asset, $session.get()?.user ?? demoUser)).toEqual([1, 5]);
    expect($session.get()?.access_token).toBe('secret');
  });

  test('follows changes of assets at once: leverages and suspensions', async () => {
    const leverage = { name: 'crypto', leverage: '1,2' };
    io.emit('assets', [{ ...asset, position_assets_category: leverage, suspended: 1 }]);
    const shown = () => {
      const state = $assets.get();
      return state.status === 'ready' ? state.bySymbol.get('BTCUSD') : undefined;
    };
    await vi.waitFor(() => expect(shown()).toMatchObject({ suspended: 1, position_assets_category: leverage }));
  });

  test('keeps the customer logged in when the connection breaks, and reconnects by itself', async () => {
    const [socket] = io.sockets.sockets.values();
    socket?.conn.close();
    await vi.waitFor(() => expect([...io.sockets.sockets.values()][0]?.id).not.toBe(socket?.id), 3_000);
    await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(1), 3_000);
    expect($session.get()).not.toBeNull();
    expect($orders.get()).not.toBeNull();
  });

  test('loads after a break what an operator changed meanwhile: assets and the customer’s account', async () => {
    await vi.waitFor(() => expect($assets.get().status).toBe('ready'));
    const added = { ...asset, symbol: 'NEWUSD' };
    stubServer({
      '/api/get/assets': { data: [{ ...asset, suspended: 1 }, added] },
      '/api/accounts/get': { data: { ...demoUser, verified_account: 0 } },
    });
    [...io.sockets.sockets.values()][0]?.conn.close();
    await vi.waitFor(() => {
      expect($assets.get()).toMatchObject({ assets: [{ suspended: 1 }, added] });
      expect($session.get()?.user.verified_account).toBe(0);
    }, 3_000);
  });

  async function breakWithoutAssets() {
    await vi.waitFor(() => expect($assets.get().status).toBe('ready'));
    const asked = stubServer({ '/api/get/feed': feed });
    [...io.sockets.sockets.values()][0]?.conn.close();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('/api/get/assets', expect.anything()), 3_000);
    expect($assets.get()).toMatchObject({ assets: [{ symbol: 'BTCUSD' }] });
    stubServer({ '/api/get/assets': { data: [{ ...asset, suspended: 1 }] } });
  }
  const expectNewAssets = () => vi.waitFor(() => expect($assets.get()).toMatchObject({ assets: [{ suspended: 1 }] }));

  test('keeps trying if the assets could not be loaded after a break', async () => {
    await breakWithoutAssets();
    await expectNewAssets();
  });

  test('tries at once when the page becomes visible, and not while it is hidden', async () => {
    // Its timer sends nothing while the page is hidden. Only becoming visible triggers a request.
    page.visibilityState = 'hidden';
    await breakWithoutAssets();
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await expectNewAssets();
  });

  test('keeps the account when its customer logs in again elsewhere, but not for another customer', async () => {
    const balance = { balance: 100, equity: 100, freeMargin: 100, profit: 0 };
    io.emit('balance', balance);
    await vi.waitFor(() => expect($balance.get()).toEqual(balance));
    $session.set({ access_token: 'newer', user: demoUser });
    await vi.waitFor(() => expect(tokens()).toEqual(['newer']));
    expect($balance.get()).toEqual(balance);
    $session.set({ access_token: 'other', user: { ...demoUser, uniqid: 'another' } });
    expect($balance.get()).toBeNull();
    await vi.waitFor(() => expect(tokens()).toEqual(['other']));
  });

  test('has no orders and no account without a customer', async () => {
    applyBalance({ balance: 100, equity: 100, freeMargin: 100, profit: 0 });
    applyPositions({ open: [], history: [] });
    $session.set(null);
    expect($orders.get()).toBeNull();
    expect($balance.get()).toBeNull();
    expect($positions.get()).toEqual({ status: 'loading' });
    await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(0));
  });
});
