import { describe, expect, it } from 'vitest';
import { readMapTiles, tileOrigin } from '../../src/brand.ts';

const address = 'https://tiles.example.com/{z}/{x}/{y}.png';

describe('readMapTiles', () => {
  it('is null if no service is named, or its address lacks a placeholder', () => {
    expect(readMapTiles({})).toBeNull();
    expect(readMapTiles({ MAP_TILES: '' })).toBeNull();
    expect(readMapTiles({ MAP_TILES: 'https://tiles.example.com/{z}/{x}.png' })).toBeNull();
    expect(readMapTiles({ MAP_TILES: 'javascript:{z}{x}{y}' })).toBeNull();
  });

  it('accepts an address and its attribution', () => {
    const env = { MAP_TILES: ` ${address} `, MAP_ATTRIBUTION: '© Example' };
    expect(readMapTiles(env)).toEqual({ address, attribution: '© Example' });
  });
});

it.each([
  [address, 'https://tiles.example.com'],
  ['https://{s}.tile.example.com/{z}/{x}/{y}.png', 'https://*.tile.example.com'],
  ['http://127.0.0.1:8080/{z}/{x}/{y}.png', 'http://127.0.0.1:8080'],
])('tiles of %s come from %s', (template, origin) => {
  expect(tileOrigin({ address: template, attribution: '' })).toBe(origin);
});
