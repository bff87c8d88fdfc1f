const order = { direction: 'buy', amount: 10, leverage: 1, price: 100, symbol: 'BTCUSD' };
const somePosition = '3d9c1f2e-6f53-4d0c-9a3e-1c1f7f6f0a11';

/**
 * A valid payload for each emit: it is carried out, or only a business rule refuses it. Every emit of the contract
 * needs one.
 */
export const emitSamples: Record<string, Record<string, unknown>> = {
  openPosition: { ...order, request_id: somePosition, stop_lost: 90, take_profit: 110 },
  closePosition: { id: somePosition, price: 100 },
  updatePosition: { id: somePosition, stop_lost: 90, take_profit: null },
  positions: {},
  balance: {},
};
