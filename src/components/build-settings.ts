import type { Embeds, MapTiles, Switches } from '../brand.ts';

/** Settings of this build. astro.config.mjs reads them from the environment and defines these constants. */
declare const __SWITCHES__: Switches;
declare const __EMBEDS__: Embeds;
declare const __MAP_TILES__: MapTiles | null;

export const switches = __SWITCHES__;

/** The providers' pages that the site embeds. */
export const embeds = __EMBEDS__;

/** The map tile service; null if the site draws no maps. */
export const mapTiles = __MAP_TILES__;
