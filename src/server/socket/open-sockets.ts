import type { Server as HttpServer } from 'node:http';
import { assetList } from '../market/assets.ts';
import type { Market } from '../market/market.ts';
import type { CustomerSocket, CustomerSocketParts } from './customer-socket.ts';
import { attachCustomerSocket } from './customer-socket.ts';
import type { PriceSocket } from './price-socket.ts';
import { attachPriceSocket } from './price-socket.ts';
import type { SocketConfig } from './socket-server.ts';
import { closeSocketServer, createSocketServer } from './socket-server.ts';

/** Both sockets of the contract, on one HTTP server. */
export interface OpenSockets {
  stats: { prices: PriceSocket['stats']; customers: CustomerSocket['stats'] };
  tellAll: CustomerSocket['tellAll'];
  /** Closes every connection; clients try again by themselves. */
  close: () => void;
}

/** Attaches Socket.IO to the HTTP server, with the price socket and the customer's socket. */
export function openSockets(
  server: HttpServer,
  { config, ...parts }: Omit<CustomerSocketParts, 'trustProxy'> & { market: Market; config: SocketConfig },
): OpenSockets {
  const io = createSocketServer(server, config);
  const prices = attachPriceSocket(io, parts.market, { elapsedMs: parts.runtime.elapsedMs });
  const customers = attachCustomerSocket(io, { ...parts, trustProxy: config.trustProxy });
  const { market } = parts;
  const stopTelling = market.onAssetsChanged(() => io.of('/').emit('assets', assetList(market.assets)));
  return {
    stats: { prices: prices.stats, customers: customers.stats },
    tellAll: customers.tellAll,
    close() {
      stopTelling();
      prices.close();
      customers.close();
      closeSocketServer(io);
    },
  };
}
