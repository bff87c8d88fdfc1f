import { expect, test } from 'vitest';
import type { Block } from '../../../src/content/model/blocks.ts';
import { hasPrices, showPriceCells, symbolWarnings } from '../../../src/content/texts/prices.ts';
import { contentOf, pageOf } from '../made-content.ts';

const dash = '<span aria-hidden="true">–</span><span class="visually-hidden">no price</span>';
const shown = (html: string, isAsset: (symbol: string) => boolean = () => true) =>
  showPriceCells(html, { isAsset, none: 'no price' });

test('a placeholder becomes an empty place for the price of its asset', () => {
  expect(hasPrices('<p>One euro</p>')).toBe(false);
  expect(hasPrices('<p>{{price:EURUSD}}</p>')).toBe(true);
  const cell = `<span data-symbol="EURUSD"><span data-rate>${dash}</span></span>`;
  expect(shown('<p>{{price:EURUSD}} and {{ Price : eurusd }}</p>')).toBe(`<p>${cell} and ${cell}</p>`);
});

test('a symbol that no asset has stays a dash', () => {
  const asked: string[] = [];
  const isAsset = (symbol: string) => {
    asked.push(symbol);
    return false;
  };
  expect(shown('<p>{{price:NOPE}}</p>', isAsset)).toBe(`<p>${dash}</p>`);
  expect(asked).toEqual(['NOPE']);
});

test('nothing that an editor writes gets into an attribute', () => {
  expect(shown('<p>{{price:A" onclick="run()}} {{price:}} {{price:a b}}</p>')).toBe(`<p>${dash} ${dash} ${dash}</p>`);
  const link = '<a href="/x" title="{{price:EURUSD}}">a</a>';
  expect(shown(link)).toBe(link);
  expect(shown('<p>{{price:<b>EURUSD</b>}}</p>')).toBe('<p>{{price:<b>EURUSD</b>}}</p>');
});

test('editors are told of symbols that no asset has, in texts of every block and in strips', () => {
  const blocks: Block[] = [
    { kind: 'rich-text', html: '<p>{{price:EURUSD}} {{price:NOPE}} {{price:nope}}</p>' },
    { kind: 'faq', items: [{ question: '{{price:IGNORED}}', html: '<p>{{price:GONE}}</p>' }] },
    { kind: 'market-strip', symbols: ['EURUSD', 'LOST'] },
  ];
  const content = contentOf([pageOf('about', blocks), pageOf('home', [])]);
  expect(symbolWarnings(content, undefined)).toEqual([]);
  const warnings = symbolWarnings(content, ['EURUSD']);
  expect(warnings.map(({ path, address }) => [path, address])).toEqual([
    ['pages/about/en blocks[0]', 'NOPE'],
    ['pages/about/en blocks[1]', 'GONE'],
    ['pages/about/en blocks[2]', 'LOST'],
  ]);
  expect(warnings[0]).toMatchObject({
    kind: 'symbol',
    text: 'there is no asset called “NOPE”: its price stays empty',
  });
  // Assets that were added meanwhile count at once.
  expect(symbolWarnings(content, ['EURUSD', 'NOPE', 'GONE', 'LOST'])).toEqual([]);
});
