import type { Embeds, MapTiles, Switches } from '../brand.ts';

/** What this build was made with; astro.config.mjs reads it from the environment. */
declare const __SWITCHES__: Switches;
declare const __EMBEDS__: Embeds;
declare const __MAP_TILES__: MapTiles | null;

export const switches = __SWITCHES__;

/** The pages of providers that the site embeds. */
export const embeds = __EMBEDS__;

/** The service of map tiles; null: the site draws no map. */
export const mapTiles = __MAP_TILES__;
