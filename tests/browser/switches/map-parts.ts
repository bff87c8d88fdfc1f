import type { Page } from '@playwright/test';
import { expect } from '../product-test.ts';

/** The tile of zoom 13 that contains the sample's office: 50.1118° N, 8.6735° E. */
export const officeTile = '/13/4293/2774.png';
export const tileOf = (zoom: number) => new RegExp(`^/${zoom}/\\d+/\\d+\\.png$`);

export const mapOf = (page: Page) => page.getByRole('region', { name: 'Map of our location' });

/** The middle of the map and the tip of the pin, in pixels of the viewport. */
export async function aim(page: Page): Promise<{ middle: number[]; point: number[] }> {
  const [map, pin] = await Promise.all([mapOf(page).boundingBox(), mapOf(page).locator('.map-pin').boundingBox()]);
  if (!map || !pin) throw new Error('There is no map with a pin');
  return {
    middle: [map.x + map.width / 2, map.y + map.height / 2].map(Math.round),
    point: [pin.x + pin.width / 2, pin.y + pin.height].map(Math.round),
  };
}

/** Scrolls to the map and waits until it is drawn. */
export async function seeMap(page: Page): Promise<void> {
  await mapOf(page).scrollIntoViewIfNeeded();
  await expect(mapOf(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
}
