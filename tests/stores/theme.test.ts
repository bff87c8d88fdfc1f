import { afterEach, expect, it } from 'vitest';
import { $theme, applyTheme, toggleTheme } from '../../src/stores/theme.ts';

afterEach(() => {
  $theme.set('dark');
});

it('is dark until somebody chooses', () => {
  const root = { dataset: {} };
  const stop = applyTheme(root);
  expect(root.dataset).toEqual({ theme: 'dark' });
  toggleTheme();
  expect(root.dataset).toEqual({ theme: 'light' });
  toggleTheme();
  expect(root.dataset).toEqual({ theme: 'dark' });
  stop();
});
