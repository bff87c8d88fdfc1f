import { resolve } from 'node:path';
import type { Embeds, MapTiles, Switches } from '../brand.ts';
import { defaultSwitches, embedVariables, isEmbedAddress, readEmbeds, readMapTiles } from '../brand.ts';
import { storedResolutions } from '../lib/contract/calls.ts';
import type { TradingLimits } from '../lib/trading/limits.ts';
import { defaultTradingLimits } from '../lib/trading/limits.ts';
import type { AffiliateConfig } from './affiliates/affiliate-config.ts';
import { readAffiliates } from './affiliates/affiliate-config.ts';
import type { HumanConfig } from './auth/human-config.ts';
import { readHuman } from './auth/human-config.ts';
import type { ContentConfig } from './content-config.ts';
import { readContent, readDataDir } from './content-config.ts';
import type { DocumentsConfig } from './documents/documents-config.ts';
import { readDocuments } from './documents/documents-config.ts';
import type { SignInConfig } from './sign-in/sign-in-config.ts';
import { readSignIn } from './sign-in/sign-in-config.ts';
import type { ConfigFault, Environment, EnvironmentReader } from './environment.ts';
import { describeFault, readEnvironment } from './environment.ts';
import type { FormsConfig } from './forms/forms-config.ts';
import { readForms } from './forms/forms-config.ts';
import type { PasswordsConfig } from './passwords/passwords-config.ts';
import { readPasswords } from './passwords/passwords-config.ts';
import type { PaymentsConfig } from './payments/providers/payments-config.ts';
import { isTrial, readPayments } from './payments/providers/payments-config.ts';
import type { OriginsConfig, SiteUrlConfig } from './site/site-config.ts';
import { readOrigins, readSessionIdle, readSiteUrl } from './site/site-config.ts';
import type { CrossoverOptions } from './strategies/moving-average-crossover.ts';

export type FeedConfig =
  /** If `seed` is null, the prices are unpredictable. */
  | { kind: 'simulated'; seed: number | null }
  /** `file` is absolute; `speed` is a multiple of the recorded pace. */
  | { kind: 'replay'; file: string; speed: number };

const environments = ['development', 'production', 'test'] as const;
const seedHistories = ['full', 'short'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All settings from the environment, validated once at startup and frozen. Paths are absolute. */
export interface Config
  extends
    AffiliateConfig,
    FormsConfig,
    HumanConfig,
    ContentConfig,
    OriginsConfig,
    SiteUrlConfig,
    DocumentsConfig,
    SignInConfig,
    PasswordsConfig,
    PaymentsConfig {
  environment: (typeof environments)[number];
  host: string;
  /** 0 uses any free port. */
  port: number;
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  databasePoolSize: number;
  /** Null: attempts are counted in memory. */
  redisUrl: string | null;
  logLevel: (typeof logLevels)[number];
  /** Trust X-Forwarded-For. Turn on only behind a proxy that sets it. */
  trustProxy: boolean;
  /** The installation is for trial, not for real use; see the function `isTrial`. */
  isTrial: boolean;
  demoData: boolean;
  /** Also writes each audit record to standard output, one per line. */
  auditLines: boolean;
  /** The length of the history that the first start generates: `full` 12 months, `short` two days. */
  seedHistory: (typeof seedHistories)[number];
  feed: FeedConfig;
  /** Allows generated or recorded prices even if a payment provider accepts real money. */
  allowSimulatedMarket: boolean;
  tradingLimits: TradingLimits;
  /** The strategy of auto trading. */
  autoTrading: CrossoverOptions;
  /** A session ends after this much inactivity. */
  sessionIdleMs: number;
  /** The 32-byte key for encryption at rest. Null: a key is created in the data folder. */
  secretKey: Buffer | null;
  /** Null: nobody may read the metrics. */
  metricsToken: string | null;
  switches: Switches;
  /** Null: the contact page has no map. */
  mapTiles: MapTiles | null;
  /** Third-party pages that are shown in iframes in place of our own blocks. */
  embeds: Embeds;
}

export type ParsedConfig = { ok: true; config: Config } | { ok: false; faults: ConfigFault[] };

/**
 * Turns the environment into the configuration, or names every variable that is wrong. Pure: reads no file, prints
 * nothing.
 */
export function parseConfig(env: Environment): ParsedConfig {
  const read = readEnvironment(env);
  const environment = read.choice('NODE_ENV', environments, 'development');
  const host = read.text('HOST', '127.0.0.1');
  const port = read.number('PORT', { fallback: 4321, minimum: 0, maximum: 65_535 });
  const isForTrial = isTrial(read, environment);
  const site = readSiteUrl(read, { host, port });
  const config: Config = {
    environment,
    host,
    port,
    dataDir: readDataDir(read),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.number('DATABASE_POOL_SIZE', { fallback: 10, minimum: 2, maximum: 500 }),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
    trustProxy: read.onOff('TRUST_PROXY', false),
    auditLines: read.onOff('AUDIT_LINES', false),
    isTrial: isForTrial,
    demoData: read.onOff('DEMO_DATA', isForTrial),
    seedHistory: read.choice('SEED_HISTORY', seedHistories, 'full'),
    feed: readFeed(read),
    allowSimulatedMarket: read.onOff('ALLOW_SIMULATED_MARKET', false),
    tradingLimits: readTradingLimits(read),
    autoTrading: readAutoTrading(read),
    sessionIdleMs: readSessionIdle(read),
    secretKey: readSecretKey(read),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    switches: {
      registration: read.onOff('REGISTRATION', defaultSwitches.registration),
      platformOnly: read.onOff('PLATFORM_ONLY', defaultSwitches.platformOnly),
      economics: read.onOff('ECONOMICS', defaultSwitches.economics),
      correctedTexts: read.onOff('CORRECTED_TEXTS', defaultSwitches.correctedTexts),
    },
    mapTiles: readMap(read),
    embeds: readEmbedded(read),
    ...site,
    ...readOrigins(read),
    ...readContent(read),
    ...readForms(read, site.siteUrl),
    ...readHuman(read),
    ...readSignIn(read),
    ...readAffiliates(read),
    ...readPasswords(read),
    ...readDocuments(read),
    ...readPayments(read, isForTrial),
  };
  return read.faults.length > 0 ? { ok: false, faults: read.faults } : { ok: true, config: frozen(config) };
}

function readSecretKey(read: EnvironmentReader): Buffer | null {
  const text = read.secret('SECRET_KEY', 43);
  if (text === null) return null;
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length === 32) return key;
  const expected = '32 bytes in base64 or as 64 hexadecimal digits, as `openssl rand -base64 32` makes them';
  read.faults.push({ variable: 'SECRET_KEY', expected, found: `something that is ${key.length} bytes` });
  return null;
}

function readMap(read: EnvironmentReader): MapTiles | null {
  const address = read.text('MAP_TILES', '');
  const tiles = readMapTiles({ MAP_TILES: address, MAP_ATTRIBUTION: read.text('MAP_ATTRIBUTION', '') });
  if (address !== '' && !tiles) {
    const expected = 'an address of http or https with {z}, {x} and {y} in it';
    read.faults.push({ variable: 'MAP_TILES', expected, found: address });
  }
  return tiles;
}

function readEmbedded(read: EnvironmentReader): Embeds {
  const asked = Object.values(embedVariables).map((variable) => [variable, read.text(variable, '')] as const);
  for (const [variable, found] of asked) {
    const expected = 'on, off or an address of http or https';
    if (!['', 'on', 'off'].includes(found) && !isEmbedAddress(found)) read.faults.push({ variable, expected, found });
  }
  return readEmbeds(Object.fromEntries(asked));
}

function readFeed(read: EnvironmentReader): FeedConfig {
  const kind = read.choice('FEED', ['simulated', 'replay'], 'simulated');
  const isSeeded = read.text('FEED_SEED', '') !== '';
  const seed = isSeeded ? read.number('FEED_SEED', { fallback: 0, minimum: 0, maximum: 4_294_967_295 }) : null;
  const speed = read.number('FEED_SPEED', { fallback: 1, minimum: 0.1, maximum: 100_000, whole: false });
  const file = read.text('FEED_FILE', '');
  if (kind === 'simulated') return { kind, seed };
  if (file === '') {
    const expected = 'the path of a gzip CSV of ms_of_day,symbol,bid,ask, because FEED is replay';
    read.faults.push({ variable: 'FEED_FILE', expected, found: 'nothing' });
  }
  return { kind, file: resolve(file), speed };
}

function readTradingLimits(read: EnvironmentReader): TradingLimits {
  const { quoteMaxAgeMs, priceTolerancePercent, mostOpenPositions, auto } = defaultTradingLimits;
  return {
    // An unchanged price is passed on only once a second: with a limit below two seconds, quiet assets would look
    // stale.
    quoteMaxAgeMs: read.number('QUOTE_MAX_AGE_MS', { fallback: quoteMaxAgeMs, minimum: 2_000, maximum: 3_600_000 }),
    priceTolerancePercent: read.number('PRICE_TOLERANCE_PERCENT', {
      fallback: priceTolerancePercent,
      minimum: 0,
      maximum: 100,
      whole: false,
    }),
    // An account's lists are sent in full after each of its trades: 10,000 open positions make 3 MB each time.
    mostOpenPositions: read.number('MAX_OPEN_POSITIONS', { fallback: mostOpenPositions, minimum: 1, maximum: 100_000 }),
    auto: {
      maxExposurePercent: read.number('AUTO_TRADING_MAX_EXPOSURE_PERCENT', {
        ...{ fallback: auto.maxExposurePercent, minimum: 1, maximum: 10_000, whole: false },
      }),
      dailyStopPercent: read.number('AUTO_TRADING_DAILY_STOP_PERCENT', {
        ...{ fallback: auto.dailyStopPercent, minimum: 0.1, maximum: 100, whole: false },
      }),
    },
  };
}

function readAutoTrading(read: EnvironmentReader): CrossoverOptions {
  const resolution = read.choice('AUTO_TRADING_RESOLUTION', storedResolutions, '15m');
  const fast = read.number('AUTO_TRADING_FAST', { fallback: 10, minimum: 1, maximum: 499 });
  const slow = read.number('AUTO_TRADING_SLOW', { fallback: 30, minimum: 2, maximum: 500 });
  if (fast >= slow) {
    const expected = `less than AUTO_TRADING_SLOW, which is ${slow}`;
    read.faults.push({ variable: 'AUTO_TRADING_FAST', expected, found: String(fast) });
  }
  return { resolution, fast, slow };
}

function frozen(config: Config): Config {
  const { feed, tradingLimits, autoTrading, switches, mapTiles, embeds, content, mail, recaptcha } = config;
  for (const part of [feed, tradingLimits, autoTrading, switches, mapTiles, embeds, content, mail, recaptcha])
    Object.freeze(part);
  Object.freeze(tradingLimits.auto);
  Object.freeze(config.documents);
  return Object.freeze(config);
}

/** Formats the faults, one per line, for the person who starts the server. */
export function describeFaults(faults: readonly ConfigFault[]): string {
  return faults.map(describeFault).join('\n');
}
