// The package's `exports` hide its own types from the compiler. These declarations cover what is used here.
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro';
  import type { InitOptions } from 'i18next';

  export interface AstroI18nextConfig {
    defaultLocale: string;
    locales: string[];
    namespaces?: string | string[];
    defaultNamespace?: string;
    load?: ('server' | 'client')[];
    i18nextServer?: InitOptions;
  }

  export default function astroI18next(options?: { configPath?: string }): AstroIntegration;
  export function localizePath(path: string, locale: string, base: string): string;
}
