import type { Locale } from './lib/i18n/locales.ts';
import { locales } from './lib/i18n/locales.ts';

/**
 * The white-label switchboard: what differs between brokers. Everything here is data; a page or component reads it and
 * never compares a name.
 */

export type { Locale };
export { locales };
export const defaultLocale = 'en' satisfies Locale;

/** The files of each folder in public/locales. */
export const namespaces = [
  'common',
  'problems',
  'home',
  'login',
  'fields',
  'entry',
  'account',
  'transactions',
  'amount',
  'deposit',
  'withdraw',
  'tracker',
  'referrals',
  'platform',
  'reference',
  'forms',
  'mails',
  'statements',
  'statement-document',
  'sandbox',
  'cashier',
  'affiliate',
] as const;
export type Namespace = (typeof namespaces)[number];

/** What the environment can override: see `readSwitches`. */
export interface Switches {
  /** Strangers can open an account. */
  registration: boolean;
  /** Hides home, about, referrals and the level link. */
  platformOnly: boolean;
  /** Shows the economic calendar. */
  economics: boolean;
}

/** Where the site is, as long as neither `SITE_URL` nor the port where the server listens say otherwise. */
export const defaultSiteUrl = 'http://localhost:4321';

export const defaultSwitches: Switches = { registration: false, platformOnly: false, economics: true };

/** Tokens that carry the brand; everything else is in src/layouts/tokens.css. Each pair holds 4.5:1 or more. */
export const brandColours = {
  dark: { accent: '#ebc16b', 'accent-contrast': '#1c1506', ground: '#0a0f13' },
  light: { accent: '#825705', 'accent-contrast': '#ffffff', ground: '#f1f4f6' },
} as const;

export const brand = {
  name: 'Vernier',
  /** ISO 4217. */
  currency: 'EUR',
  /** Opened where a customer named no other. */
  defaultSymbol: 'BTCUSD',
  /** The languages that the switch offers. */
  languages: ['en', 'de'],
  /**
   * What the banner says that customers can pay with: of `card`, `bank` and `wallet`. Whoever sets up providers keeps
   * it true.
   */
  paymentMethods: ['card', 'bank', 'wallet'],
} as const;

/**
 * A page of a provider: its address with `{{locale}}` and `{{theme}}` (`dark`, `light`) in it, and its height in
 * pixels.
 */
export interface Embed {
  address: string;
  height: number;
}

/**
 * The blocks that a provider's page can stand in for. Visitors are known to the provider then: say so in the privacy
 * policy.
 */
const providerPages = {
  crossRates: {
    address:
      'https://www.tradingview-widget.com/embed-widget/forex-cross-rates/?locale={{locale}}#{"currencies":["EUR","USD","JPY","GBP","CHF","AUD","CAD","NZD"],"width":"100%","height":400,"isTransparent":true,"colorTheme":"{{theme}}"}',
    height: 400,
  },
  economicCalendar: {
    address:
      'https://www.tradingview-widget.com/embed-widget/events/?locale={{locale}}#{"importanceFilter":"-1,0,1","width":"100%","height":720,"isTransparent":true,"colorTheme":"{{theme}}"}',
    height: 720,
  },
} satisfies Record<string, Embed>;

export type EmbedName = keyof typeof providerPages;

/** What stands in for each block; null: the block is our own. */
export type Embeds = Readonly<Record<EmbedName, Embed | null>>;

/** What the environment can override, see `readEmbeds`: `off`, `on` or an address. */
const defaultEmbeds: Readonly<Record<EmbedName, string>> = { crossRates: 'off', economicCalendar: 'off' };

export const embedVariables = { crossRates: 'CROSS_RATES_EMBED', economicCalendar: 'CALENDAR_EMBED' } as const;

const variables = { registration: 'REGISTRATION', platformOnly: 'PLATFORM_ONLY', economics: 'ECONOMICS' } as const;

/**
 * The switches of an environment: `REGISTRATION`, `PLATFORM_ONLY` and `ECONOMICS` are `on` or `off`, the brand's
 * defaults where they are not set. Anything else is ignored here; the server's configuration refuses it before it comes
 * to this.
 */
export function readSwitches(env: Readonly<Record<string, string | undefined>>): Switches {
  const read = (name: keyof Switches): boolean => {
    const value = env[variables[name]];
    return value === 'on' ? true : value === 'off' ? false : defaultSwitches[name];
  };
  return { registration: read('registration'), platformOnly: read('platformOnly'), economics: read('economics') };
}

/**
 * The embeds of an environment: `CROSS_RATES_EMBED` and `CALENDAR_EMBED` are `off`, `on` for the provider's page, or
 * the address of another one. Anything else is ignored here; the server's configuration refuses it before it comes to
 * this.
 */
export function readEmbeds(env: Readonly<Record<string, string | undefined>>): Embeds {
  const read = (name: EmbedName): Embed | null => {
    const asked = env[embedVariables[name]]?.trim() || defaultEmbeds[name];
    if (asked === 'on') return providerPages[name];
    return isEmbedAddress(asked) ? { ...providerPages[name], address: asked } : null;
  };
  return { crossRates: read('crossRates'), economicCalendar: read('economicCalendar') };
}

/** Whether a page can be embedded from there: a whole address that names its host itself. */
export function isEmbedAddress(address: string): boolean {
  return /^https?:\/\/[\w.:-]+\//.test(address) && URL.canParse(address);
}

/** A service of map tiles: `{z}`, `{x}`, `{y}` in its address, and `{s}` for one of several servers. */
export interface MapTiles {
  address: string;
  /** What its owner wants to be named as; HTML. */
  attribution: string;
}

/**
 * The tile service of an environment: `MAP_TILES` and `MAP_ATTRIBUTION`. Null: there is none, and maps are not drawn.
 */
export function readMapTiles(env: Readonly<Record<string, string | undefined>>): MapTiles | null {
  const address = env['MAP_TILES']?.trim() ?? '';
  const isTemplate = ['{z}', '{x}', '{y}'].every((place) => address.includes(place));
  if (!isTemplate || !/^https?:\/\/[^/]+\//.test(address)) return null;
  return { address, attribution: env['MAP_ATTRIBUTION']?.trim() ?? '' };
}

/** Where tiles are loaded from, as a content security policy names it. */
export function tileOrigin({ address }: MapTiles): string {
  return (/^https?:\/\/[^/]+/.exec(address)?.[0] ?? '').replace('{s}', '*');
}
