import type { AstroI18nextConfig } from 'astro-i18next';
import { defaultLocale, locales, namespaces } from './src/brand.ts';

/** The integration only loads the texts. Pages read them by locale through src/components/words.ts. */
const config: AstroI18nextConfig = {
  defaultLocale,
  locales: [...locales],
  namespaces: [...namespaces],
  defaultNamespace: 'common',
  load: ['server'],
  // Loads all texts before the first page renders. i18next 27 calls this option initAsync.
  i18nextServer: {
    initAsync: false,
    preload: [...locales],
    fallbackLng: [defaultLocale],
    interpolation: { escapeValue: false },
  },
};

export default config;
