import type { Locale } from './lib/i18n/locales.ts';
import { locales } from './lib/i18n/locales.ts';

/**
 * The white-label switchboard: everything that differs between brokers, as data. Pages and components read these values
 * and never compare brand names.
 */

export type { Locale };
export { locales };
export const defaultLocale = 'en' satisfies Locale;

/** The files in each language's folder in public/locales. */
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
  'notices',
  'statements',
  'statement-document',
  'sandbox',
  'cashier',
  'affiliate',
] as const;
export type Namespace = (typeof namespaces)[number];

/** Switches that the environment can override: see `readSwitches`. */
export interface Switches {
  /** Whether anybody can open an account. */
  registration: boolean;
  /** Hides the home page, the about page, the referrals and the link to the account levels. */
  platformOnly: boolean;
  /** Whether the economic calendar is shown. */
  economics: boolean;
  /** Whether the texts that the specification quotes are replaced by corrected ones, in English. */
  correctedTexts: boolean;
}

/** The site's address, unless `SITE_URL` or the server's port says otherwise. */
export const defaultSiteUrl = 'http://localhost:4321';

export const defaultSwitches: Switches = {
  registration: false,
  platformOnly: false,
  economics: true,
  correctedTexts: false,
};

/**
 * Colour tokens of the brand; all others are in src/layouts/tokens.css. `accent` is for text, lines and small marks,
 * `primary` fills the main button. The contrast of `accent` on `ground` is at least 4.5:1, and so is that of each
 * `-contrast` on its colour.
 */
export const brandColours = {
  dark: {
    ...{ accent: '#ebc16b', 'accent-contrast': '#1c1506' },
    ...{ primary: '#ebc16b', 'primary-contrast': '#1c1506' },
    ground: '#0a0f13',
  },
  light: {
    ...{ accent: '#8a5a00', 'accent-contrast': '#ffffff' },
    ...{ primary: '#f2b632', 'primary-contrast': '#1c1506' },
    ground: '#f3f6f9',
  },
} as const;

export const brand = {
  name: 'Vernier',
  /** ISO 4217. */
  currency: 'EUR',
  /** The asset that the platform opens if the address names none. */
  defaultSymbol: 'BTCUSD',
  /** The languages that the language switch offers. */
  languages: ['en', 'de'],
  /**
   * The payment methods in the banner: any of `card`, `bank` and `wallet`. Keep it in line with the configured
   * providers.
   */
  paymentMethods: ['card', 'bank', 'wallet'],
} as const;

/**
 * A provider's page: its address, with the placeholders `{{locale}}` and `{{theme}}` (`dark` or `light`), and its
 * height in pixels.
 */
export interface Embed {
  address: string;
  height: number;
}

/**
 * The blocks that a provider's page can replace. The provider then learns about the visitors, which the privacy policy
 * must mention.
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

/** The provider's page that replaces each block; null if our own block is shown. */
export type Embeds = Readonly<Record<EmbedName, Embed | null>>;

/** The defaults, which the environment can override: `off`, `on` or an address. See `readEmbeds`. */
const defaultEmbeds: Readonly<Record<EmbedName, string>> = { crossRates: 'off', economicCalendar: 'off' };

export const embedVariables = { crossRates: 'CROSS_RATES_EMBED', economicCalendar: 'CALENDAR_EMBED' } as const;

const variables = {
  registration: 'REGISTRATION',
  platformOnly: 'PLATFORM_ONLY',
  economics: 'ECONOMICS',
  correctedTexts: 'CORRECTED_TEXTS',
} as const;

/**
 * Reads the switches from the environment: `REGISTRATION`, `PLATFORM_ONLY`, `ECONOMICS` and `CORRECTED_TEXTS` are `on`
 * or `off`. An unset one has the brand's default. Other values are ignored here, because the server's configuration
 * refuses them first.
 */
export function readSwitches(env: Readonly<Record<string, string | undefined>>): Switches {
  const read = (name: keyof Switches): boolean => {
    const value = env[variables[name]];
    return value === 'on' ? true : value === 'off' ? false : defaultSwitches[name];
  };
  return {
    registration: read('registration'),
    platformOnly: read('platformOnly'),
    economics: read('economics'),
    correctedTexts: read('correctedTexts'),
  };
}

/**
 * Reads the embeds from the environment: `CROSS_RATES_EMBED` and `CALENDAR_EMBED` are `off`, `on` for the provider's
 * page, or the address of another page. Other values are ignored here, because the server's configuration refuses them
 * first.
 */
export function readEmbeds(env: Readonly<Record<string, string | undefined>>): Embeds {
  const read = (name: EmbedName): Embed | null => {
    const asked = env[embedVariables[name]]?.trim() || defaultEmbeds[name];
    if (asked === 'on') return providerPages[name];
    return isEmbedAddress(asked) ? { ...providerPages[name], address: asked } : null;
  };
  return { crossRates: read('crossRates'), economicCalendar: read('economicCalendar') };
}

/** Whether a page at this address can be embedded: an absolute address with a literal host. */
export function isEmbedAddress(address: string): boolean {
  return /^https?:\/\/[\w.:-]+\//.test(address) && URL.canParse(address);
}

/** A map tile service. Its address contains `{z}`, `{x}` and `{y}`, and `{s}` if the service has several servers. */
export interface MapTiles {
  address: string;
  /** The attribution that its owner requires, as HTML. */
  attribution: string;
}

/**
 * Reads the tile service from the environment: `MAP_TILES` and `MAP_ATTRIBUTION`. Null if there is none; then no maps
 * are drawn.
 */
export function readMapTiles(env: Readonly<Record<string, string | undefined>>): MapTiles | null {
  const address = env['MAP_TILES']?.trim() ?? '';
  const isTemplate = ['{z}', '{x}', '{y}'].every((placeholder) => address.includes(placeholder));
  if (!isTemplate || !/^https?:\/\/[^/]+\//.test(address)) return null;
  return { address, attribution: env['MAP_ATTRIBUTION']?.trim() ?? '' };
}

/** The origin of the tiles, as a content security policy writes it. */
export function tileOrigin({ address }: MapTiles): string {
  return (/^https?:\/\/[^/]+/.exec(address)?.[0] ?? '').replace('{s}', '*');
}
