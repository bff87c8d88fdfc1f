import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/server/config.ts';
import { describeFaults, parseConfig } from '../../src/server/config.ts';

function configOf(env: Record<string, string>): Config {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(describeFaults(parsed.faults));
  return parsed.config;
}

function faultsOf(env: Record<string, string>): string {
  const parsed = parseConfig(env);
  return parsed.ok ? '' : describeFaults(parsed.faults);
}

describe('the configuration', () => {
  it('needs no variable at all', () => {
    expect(configOf({})).toEqual({
      environment: 'development',
      affiliateMasked: 'none',
      postbacksLocal: false,
      host: '127.0.0.1',
      port: 4321,
      contentDir: resolve('src/content'),
      siteUrl: 'http://localhost:4321',
      isSiteUrlGuessed: true,
      apiUrl: '',
      siteOrigins: [],
      dataDir: resolve('data'),
      databaseUrl: null,
      databasePoolSize: 10,
      redisUrl: null,
      logLevel: 'info',
      trustProxy: false,
      isTrial: true,
      demoData: true,
      auditLines: false,
      seedHistory: 'full',
      feed: { kind: 'simulated', seed: null },
      allowSimulatedMarket: false,
      tradingLimits: {
        ...{ quoteMaxAgeMs: 15_000, priceTolerancePercent: 0.5, mostOpenPositions: 500 },
        auto: { maxExposurePercent: 50, dailyStopPercent: 5 },
      },
      autoTrading: { resolution: '15m', fast: 10, slow: 30 },
      sessionIdleMs: 1_200_000,
      secretKey: null,
      hideAccountExistence: false,
      geoipFile: null,
      knownPasswordsFile: null,
      breachedPasswordsUrl: null,
      documents: { s3: null },
      payments: {
        ...{ file: null, secrets: new Map(), keys: new Map(), stripe: null, sandbox: true },
        ...{ minimumDepositMinor: 25_000, maximumDepositMinor: 10_000_000, timeoutMs: 10_000, bonusTurnover: null },
      },
      metricsToken: null,
      switches: { registration: false, platformOnly: false, economics: true, correctedTexts: false },
      mail: { smtpUrl: null, from: 'no-reply@localhost', contactTo: 'contact@localhost' },
      recaptcha: null,
      formRetentionDays: 730,
      mapTiles: null,
      embeds: { crossRates: null, economicCalendar: null },
      content: { cms: null, webhookSecret: null, previewSecret: null, previewOrigins: [], editors: [] },
    });
  });

  it('is deeply frozen', () => {
    const config = configOf({});
    for (const part of [
      config,
      config.feed,
      config.tradingLimits,
      config.tradingLimits.auto,
      config.autoTrading,
      config.switches,
    ])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it('treats an empty variable as unset', () => {
    expect(configOf({ PORT: '', DATABASE_URL: ' ', FEED: '' })).toEqual(configOf({}));
  });

  it.each([
    [{ NODE_ENV: 'production' }],
    [{ SITE_URL: 'https://broker.example' }],
    [{ PAYMENTS_FILE: 'providers.json' }],
    [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_live_1' }],
  ])('makes demo data with %j only when asked', (env) => {
    expect(configOf(env)).toMatchObject({ demoData: false, isTrial: false });
    expect(configOf({ ...env, DEMO_DATA: 'on' })).toMatchObject({ demoData: true, isTrial: false });
  });

  it('makes demo data on a site of this machine unless told not to', () => {
    expect(configOf({ SITE_URL: 'http://localhost:4321' })).toMatchObject({ demoData: true, isTrial: true });
    expect(configOf({ DEMO_DATA: 'off' })).toMatchObject({ demoData: false, isTrial: true });
  });

  it('accepts the origins of a site and a server on two hosts', () => {
    const { apiUrl, siteOrigins } = configOf({
      API_URL: 'https://API.example.com/',
      SITE_ORIGINS: 'https://www.example.com, https://example.com:8443/ https://www.example.com',
    });
    expect(apiUrl).toBe('https://api.example.com');
    expect(siteOrigins).toEqual(['https://www.example.com', 'https://example.com:8443']);
  });

  it.each(['api.example.com', 'https://example.com/api', 'ftp://example.com', '*', 'https://example.com?x', 'null'])(
    'refuses %s as an origin',
    (found) => {
      expect(faultsOf({ API_URL: found })).toMatch(/^API_URL: expected the origin of a server, such as .*, found /);
      expect(faultsOf({ SITE_ORIGINS: `https://example.com,${found}` })).toContain(`found ${found}`);
    },
  );

  it('hides the password of an address that is not an origin', () => {
    expect(faultsOf({ API_URL: 'https://me:secret@example.com' })).not.toContain('secret');
  });

  it('takes a replay with its file and speed', () => {
    const { feed } = configOf({ FEED: 'replay', FEED_FILE: 'hour.csv.gz', FEED_SPEED: '60' });
    expect(feed).toEqual({ kind: 'replay', file: resolve('hour.csv.gz'), speed: 60 });
  });

  it.each([
    [{ PORT: '80a' }, 'PORT: expected a whole number from 0 to 65535, found 80a'],
    [{ PORT: '65536' }, 'PORT: expected a whole number from 0 to 65535, found 65536'],
    [{ FORM_RETENTION_DAYS: '0' }, 'FORM_RETENTION_DAYS: expected a whole number from 1 to 36500, found 0'],
    [{ PORT: '80.5' }, 'PORT: expected a whole number from 0 to 65535, found 80.5'],
    [{ QUOTE_MAX_AGE_MS: '500' }, 'QUOTE_MAX_AGE_MS: expected a whole number from 2000 to 3600000, found 500'],
    [{ SEED_HISTORY: 'long' }, 'SEED_HISTORY: expected full or short, found long'],
    [{ FEED: 'real' }, 'FEED: expected simulated or replay, found real'],
    [
      { MAP_TILES: 'tiles.example.com' },
      'MAP_TILES: expected an address of http or https with {z}, {x} and {y} in it, found tiles.example.com',
    ],
    [{ CALENDAR_EMBED: 'yes' }, 'CALENDAR_EMBED: expected on, off or an address of http or https, found yes'],
    [
      { CROSS_RATES_EMBED: 'https://{{locale}}.example.com/' },
      'CROSS_RATES_EMBED: expected on, off or an address of http or https, found https://{{locale}}.example.com/',
    ],
    [{ REGISTRATION: 'yes' }, 'REGISTRATION: expected on or off, found yes'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV: expected development or production or test, found prod'],
    [{ PRICE_TOLERANCE_PERCENT: '-1' }, 'PRICE_TOLERANCE_PERCENT: expected a number from 0 to 100, found -1'],
    [
      { AUTO_TRADING_RESOLUTION: '2m' },
      'AUTO_TRADING_RESOLUTION: expected 1m or 5m or 15m or 1h or 4h or 1d, found 2m',
    ],
    [
      { AUTO_TRADING_MAX_EXPOSURE_PERCENT: '0' },
      'AUTO_TRADING_MAX_EXPOSURE_PERCENT: expected a number from 1 to 10000, found 0',
    ],
    [
      { AUTO_TRADING_DAILY_STOP_PERCENT: '101' },
      'AUTO_TRADING_DAILY_STOP_PERCENT: expected a number from 0.1 to 100, found 101',
    ],
    [{ AUTO_TRADING_SLOW: '8' }, 'AUTO_TRADING_FAST: expected less than AUTO_TRADING_SLOW, which is 8, found 10'],
    [
      { FEED: 'replay' },
      'FEED_FILE: expected the path of a gzip CSV of ms_of_day,symbol,bid,ask, because FEED is replay, found nothing',
    ],
  ])('refuses %j and says what was expected', (env, message) => {
    expect(faultsOf(env)).toBe(message);
  });

  it('names every fault at once', () => {
    expect(faultsOf({ PORT: 'x', FEED: 'y', LOG_LEVEL: 'z' }).split('\n')).toHaveLength(3);
  });

  it('shows no secret in a fault', () => {
    const urls = ['mysql://broker:hunter2@db/x', 'postgres//broker:hunter2@db', 'hunter2', 'hunter2@db:5432'];
    for (const url of urls) {
      const message = faultsOf({ DATABASE_URL: url, REDIS_URL: url });
      expect(message).toContain('DATABASE_URL: expected a URL that starts with postgres:// or postgresql://');
      expect(message).not.toContain('hunter2');
    }
    expect(faultsOf({ METRICS_TOKEN: 'hunter2' })).toBe(
      'METRICS_TOKEN: expected at least 16 characters, found 7 characters',
    );
  });

  it('never throws, whatever the environment holds', () => {
    const names = ['PORT', 'FEED', 'FEED_SPEED', 'DATABASE_URL', 'REDIS_URL', 'DATA_DIR', 'METRICS_TOKEN', 'HOST'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (env) => {
        const parsed = parseConfig(env);
        expect(parsed.ok || parsed.faults.length > 0).toBe(true);
      }),
    );
  });
});
