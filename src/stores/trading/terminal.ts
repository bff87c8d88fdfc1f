import { computed } from 'nanostores';
import { loadAssets, reloadAssets, applyAssets } from '../assets.ts';
import { loadFeed, priceBook } from '../prices.ts';
import { $customerConnection, $priceConnection, openCustomerConnection, openPriceConnection } from '../connection.ts';
import { followUser } from '../authentication.ts';
import { pollWithoutPushes } from '../realtime/poll-without-pushes.ts';
import { takePushes } from '../shell/unread-notices.ts';
import { $session, endIfRefused, forgetSession } from '../session.ts';
import { $balance, followBalance } from './balance.ts';
import { $orders, createOrders } from './orders.ts';
import { followPositions, applyPosition, forgetPositions } from './positions.ts';

/** How often prices are checked for staleness, so a price too old to trade at is marked within this time. */
const sweepMs = 250;
const orderPatienceMs = 30_000;

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Starts the trading screen: prices, account, assets, positions, balance. When the session ends, the account menu leads
 * to the log-in, as on every page. Returns a function that stops everything.
 */
export function startTerminal(): () => void {
  // Reloaded at every connect: by then it may be a different server, with a different age limit.
  const stopFeed = $priceConnection.subscribe((connection) => void (connection === 'live' && loadFeed()));
  const stopPrices = openPriceConnection((update) => priceBook.apply(update), { page: window });
  const sweeping = setInterval(() => priceBook.sweep(), sweepMs);
  let stopAccount: (() => void) | undefined;
  let followed: string | undefined;
  const stopSession = $accessToken.subscribe((accessToken) => {
    stopAccount?.();
    // Another log-in of the same customer, in another tab, must not empty a ticket that is being filled in.
    const customer = $session.get()?.user.uniqid;
    if (customer !== followed) forgetAccount();
    followed = customer;
    stopAccount = accessToken === null ? undefined : startAccount(accessToken);
  });
  return () => {
    stopSession();
    stopAccount?.();
    forgetAccount();
    clearInterval(sweeping);
    stopFeed();
    stopPrices();
  };
}

function forgetAccount(): void {
  forgetPositions();
  $balance.set(null);
}

function startAccount(accessToken: string): () => void {
  const connection = openCustomerConnection(accessToken, forgetSession, { page: window });
  const assets = pollWithoutPushes(() => loadMarket(reloadAssets));
  const stops = [
    followPositions(connection),
    followBalance(connection),
    followUser(connection),
    takePushes(connection, $customerConnection),
    connection.onAssets(applyAssets),
    // At every connect, because a lost connection misses pushes.
    connection.onLive(() => assets.setPushed(true)),
    () => assets.stop(),
    connection.close,
  ];
  $orders.set(
    createOrders({
      connection,
      newId: () => crypto.randomUUID(),
      apply: applyPosition,
      now: () => Date.now(),
      patienceMs: orderPatienceMs,
    }),
  );
  assets.poll();
  return () => {
    $orders.set(null);
    stops.forEach((stop) => stop());
  };
}

/**
 * Loads the assets; resolves to true if that worked. The account is loaded by stores/session-keeper.ts, on every page.
 * Only a refused session logs the customer out; after any other failure, the screen offers to try again.
 */
export async function loadMarket(load = loadAssets): Promise<boolean> {
  const accessToken = $session.get()?.access_token;
  const assets = await load();
  if (!assets.ok) endIfRefused(assets.problem, accessToken);
  return assets.ok;
}
