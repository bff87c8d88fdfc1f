import type { Embeds } from '../brand.ts';

declare const __EMBEDS__: Embeds;

/** The providers' pages that this build was made with; astro.config.mjs reads them from the environment. */
export const embeds = __EMBEDS__;
