import type { Switches } from '../brand.ts';

declare const __SWITCHES__: Switches;

/** The switches that this build was made with; astro.config.mjs reads them from the environment. */
export const switches = __SWITCHES__;
