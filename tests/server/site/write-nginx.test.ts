import { expect, test } from 'vitest';
import { nginxConfiguration } from '../../../src/server/site/write-nginx.ts';

const pages = ['/', '/de/ueber-uns', '/guides/forex'].map((path) => ({
  path,
  status: 200,
  policy: "default-src 'self'",
}));
const options = { origin: 'https://example.com', apiUrl: '', switches: { platformOnly: false } };

test('old addresses lead on with their query, before the anchor; pages come first, and so do their other spellings', () => {
  const moved = [
    { from: '/de/alt', to: '/de/ueber-uns' },
    { from: '/old', to: '/guides/forex?from=old#costs' },
    { from: '/shop', to: 'https://shop.example.com/$1' },
    { from: '/über', to: '/' },
    { from: '/guides/forex', to: '/' },
    { from: '/de/ueber-uns.html', to: '/' },
  ];
  const lines = nginxConfiguration(pages, { ...options, moved }).split('\n');
  const set = 'set $brokerkit_caching "no-cache";';
  expect(lines.map((line) => line.trim()).filter((line) => line.includes('return 301'))).toEqual([
    `location = "/de/alt" { ${set} return 301 "/de/ueber-uns$is_args$args"; }`,
    `location = "/de/alt/" { ${set} return 301 "/de/ueber-uns$is_args$args"; }`,
    `location = "/old" { ${set} return 301 "/guides/forex?from=old$brokerkit_more#costs"; }`,
    `location = "/old/" { ${set} return 301 "/guides/forex?from=old$brokerkit_more#costs"; }`,
    `location = "/shop" { ${set} return 301 "https://shop.example.com/%241$is_args$args"; }`,
    `location = "/shop/" { ${set} return 301 "https://shop.example.com/%241$is_args$args"; }`,
    `location = "/über" { ${set} return 301 "/$is_args$args"; }`,
    `location = "/über/" { ${set} return 301 "/$is_args$args"; }`,
    `location = "/de/ueber-uns.html/" { ${set} return 301 "/$is_args$args"; }`,
  ]);
  expect(lines).toContain(
    '  location = /guides/forex { set $brokerkit_policy $brokerkit_policy_1; set $brokerkit_caching "no-cache"; try_files /guides/forex.html =404; }',
  );
  expect(lines).toContain('map $args $brokerkit_more { default "&$args"; "" ""; }');
});
