/** The assets that ship with the product. Rates are mid prices as of late 2026, at which the simulated feed starts. */

export interface SeedCategory {
  id: number;
  name: string;
  leverages: readonly number[];
}

export interface SeedAsset {
  symbol: string;
  name: string;
  /** The chart provider's symbol. */
  code: string;
  categoryId: number;
  referenceRate: number;
  /** Standard deviation of a day's return, as a fraction. */
  dailyVolatility: number;
  /** ask − bid as a fraction of mid. */
  quotedSpread: number;
  digits: number;
}

const forex: SeedCategory = { id: 1, name: 'forex', leverages: [1, 3, 5, 10, 15, 20, 30] };
const stocks: SeedCategory = { id: 2, name: 'stocks', leverages: [1, 3, 5] };
const crypto: SeedCategory = { id: 3, name: 'crypto', leverages: [1, 3, 5, 10] };
const commodities: SeedCategory = { id: 4, name: 'commodities', leverages: [1, 3, 5, 10, 15] };
const index: SeedCategory = { id: 5, name: 'index', leverages: [1, 3, 5, 10, 15, 20] };

export const seedCategories: readonly SeedCategory[] = [forex, stocks, crypto, commodities, index];

/** Columns: symbol, name, chart symbol, rate, daily volatility in percent, spread in basis points, digits. */
type Row = readonly [string, string, string, number, number, number, number];

function listed({ id }: SeedCategory, rows: readonly Row[]): SeedAsset[] {
  return rows.map(([symbol, name, code, referenceRate, volatilityPercent, spreadPoints, digits]) => ({
    symbol,
    name,
    code,
    categoryId: id,
    referenceRate,
    dailyVolatility: volatilityPercent / 100,
    quotedSpread: spreadPoints / 10_000,
    digits,
  }));
}

/** In the order of the market list. */
export const seedAssets: readonly SeedAsset[] = [
  ...listed(crypto, [
    ['BTCUSD', 'Bitcoin', 'BINANCE:BTCUSDT', 96420.5, 2.2, 1.5, 2],
    ['ETHUSD', 'Ethereum', 'BINANCE:ETHUSDT', 3284.6, 2.9, 2, 2],
    ['SOLUSD', 'Solana', 'BINANCE:SOLUSDT', 168.42, 3.6, 4, 2],
    ['XRPUSD', 'XRP', 'BINANCE:XRPUSDT', 2.3145, 3.2, 5, 4],
    ['BNBUSD', 'BNB', 'BINANCE:BNBUSDT', 912.35, 2.4, 4, 2],
    ['LTCUSD', 'Litecoin', 'BINANCE:LTCUSDT', 94.86, 3.1, 6, 2],
    ['ADAUSD', 'Cardano', 'BINANCE:ADAUSDT', 0.5872, 3.5, 8, 4],
    ['DOGEUSD', 'Dogecoin', 'BINANCE:DOGEUSDT', 0.18264, 4.1, 8, 5],
    ['LINKUSD', 'Chainlink', 'BINANCE:LINKUSDT', 15.938, 3.6, 7, 3],
    ['DOTUSD', 'Polkadot', 'BINANCE:DOTUSDT', 3.1264, 3.7, 8, 4],
  ]),
  ...listed(forex, [
    ['EURUSD', 'Euro / US dollar', 'FX:EURUSD', 1.16842, 0.42, 0.7, 5],
    ['GBPUSD', 'British pound / US dollar', 'FX:GBPUSD', 1.33125, 0.48, 0.9, 5],
    ['USDJPY', 'US dollar / Japanese yen', 'FX:USDJPY', 152.438, 0.55, 0.8, 3],
    ['USDCHF', 'US dollar / Swiss franc', 'FX:USDCHF', 0.80124, 0.47, 1.2, 5],
    ['AUDUSD', 'Australian dollar / US dollar', 'FX:AUDUSD', 0.65713, 0.56, 1.1, 5],
    ['NZDUSD', 'New Zealand dollar / US dollar', 'FX:NZDUSD', 0.58627, 0.58, 1.6, 5],
    ['USDCAD', 'US dollar / Canadian dollar', 'FX:USDCAD', 1.38964, 0.38, 1.1, 5],
    ['EURGBP', 'Euro / British pound', 'FX:EURGBP', 0.87769, 0.36, 1.2, 5],
    ['EURJPY', 'Euro / Japanese yen', 'FX:EURJPY', 178.112, 0.52, 1.1, 3],
    ['EURCHF', 'Euro / Swiss franc', 'FX:EURCHF', 0.93618, 0.31, 1.5, 5],
    ['GBPJPY', 'British pound / Japanese yen', 'FX:GBPJPY', 202.934, 0.6, 1.5, 3],
  ]),
  ...listed(commodities, [
    ['XAUUSD', 'Gold', 'OANDA:XAUUSD', 4118.35, 1.05, 0.8, 2],
    ['XAGUSD', 'Silver', 'OANDA:XAGUSD', 49.862, 1.9, 4, 3],
    ['XPTUSD', 'Platinum', 'OANDA:XPTUSD', 1562.4, 1.6, 6, 2],
    ['WTIUSD', 'WTI crude oil', 'TVC:USOIL', 61.24, 2, 5, 2],
    ['BRTUSD', 'Brent crude oil', 'TVC:UKOIL', 65.18, 1.9, 5, 2],
    ['NGSUSD', 'Natural gas', 'PEPPERSTONE:NATGAS', 4.186, 3.4, 12, 3],
    ['XCUUSD', 'Copper', 'OANDA:XCUUSD', 5.0742, 1.4, 8, 4],
  ]),
  ...listed(index, [
    ['SPY', 'S&P 500 ETF', 'AMEX:SPY', 684.52, 0.9, 0.5, 2],
    ['NAS100USD', 'Nasdaq 100', 'OANDA:NAS100USD', 25140.6, 1.2, 0.7, 1],
    ['US30USD', 'Dow Jones 30', 'OANDA:US30USD', 47285.4, 0.85, 0.7, 1],
    ['DE30EUR', 'Germany 30', 'OANDA:DE30EUR', 24186.3, 1, 0.6, 1],
    ['EU50EUR', 'Euro Stoxx 50', 'OANDA:EU50EUR', 5684.7, 1, 2.6, 1],
    ['UK100GBP', 'UK 100', 'OANDA:UK100GBP', 9702.8, 0.75, 1.2, 1],
    ['FR40EUR', 'France 40', 'OANDA:FR40EUR', 8164.9, 0.95, 1.4, 1],
    ['JP225USD', 'Japan 225', 'OANDA:JP225USD', 50310, 1.3, 2, 0],
  ]),
  ...listed(stocks, [
    ['AAPL', 'Apple', 'NASDAQ:AAPL', 268.47, 1.5, 1, 2],
    ['MSFT', 'Microsoft', 'NASDAQ:MSFT', 512.68, 1.3, 1, 2],
    ['NVDA', 'Nvidia', 'NASDAQ:NVDA', 188.15, 2.4, 1.2, 2],
    ['AMZN', 'Amazon', 'NASDAQ:AMZN', 232.4, 1.8, 1.2, 2],
    ['GOOGL', 'Alphabet', 'NASDAQ:GOOGL', 284.75, 1.6, 1.2, 2],
    ['META', 'Meta Platforms', 'NASDAQ:META', 641.12, 1.9, 1.2, 2],
    ['TSLA', 'Tesla', 'NASDAQ:TSLA', 402.36, 3.2, 1.5, 2],
    ['NFLX', 'Netflix', 'NASDAQ:NFLX', 112.84, 1.8, 2, 2],
    ['JPM', 'JPMorgan Chase', 'NYSE:JPM', 308.9, 1.3, 1.5, 2],
    ['SAP', 'SAP', 'XETR:SAP', 222.15, 1.5, 3, 2],
    ['SIE', 'Siemens', 'XETR:SIE', 238.4, 1.6, 3, 2],
    ['ASML', 'ASML', 'NASDAQ:ASML', 1012.6, 2.1, 2, 2],
  ]),
];
