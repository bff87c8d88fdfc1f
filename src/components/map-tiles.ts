import type { MapTiles } from '../brand.ts';

declare const __MAP_TILES__: MapTiles | null;

/** The tile service that this build was made with; astro.config.mjs reads it from the environment. */
export const mapTiles = __MAP_TILES__;
