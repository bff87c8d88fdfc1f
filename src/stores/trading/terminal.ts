import { computed } from 'nanostores';
import { loadAssets, reloadAssets, applyAssets } from '../assets.ts';
import { loadFeed, priceBook } from '../prices.ts';
import { $priceConnection, openCustomerConnection, openPriceConnection } from '../connection.ts';
import { followUser } from '../authentication.ts';
import { pollWithoutPushes } from '../realtime/poll-without-pushes.ts';
import { $session, endIfRefused, forgetSession } from '../session.ts';
import { followBalance } from './balance.ts';
import { $orders, createOrders } from './orders.ts';
import { followPositions, applyPosition } from './positions.ts';

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
  const stopSession = $accessToken.subscribe((accessToken) => {
    stopAccount?.();
    stopAccount = accessToken === null ? undefined : startAccount(accessToken);
  });
  return () => {
    stopSession();
    stopAccount?.();
    clearInterval(sweeping);
    stopFeed();
    stopPrices();
  };
}

function startAccount(accessToken: string): () => void {
  const connection = openCustomerConnection(accessToken, forgetSession, { page: window });
  const assets = pollWithoutPushes(() => loadMarket(reloadAssets));
  const stops = [
    followPositions(connection),
    followBalance(connection),
    followUser(connection),
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
