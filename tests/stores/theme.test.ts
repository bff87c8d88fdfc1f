import { expect, it } from 'vitest';
import { applyTheme, currentTheme, onTheme, toggleTheme } from '../../src/stores/theme.ts';

it('is dark by default, and notifies listeners', () => {
  const root = { dataset: {} };
  const told: string[] = [];
  const stops = [applyTheme(root), onTheme((theme) => told.push(theme))];
  expect(root.dataset).toEqual({ theme: 'dark' });
  toggleTheme();
  expect(root.dataset).toEqual({ theme: 'light' });
  expect(currentTheme()).toBe('light');
  toggleTheme();
  expect(root.dataset).toEqual({ theme: 'dark' });
  stops.forEach((stop) => stop());
  toggleTheme();
  expect(root.dataset).toEqual({ theme: 'dark' });
  expect(told).toEqual(['light', 'dark']);
});
