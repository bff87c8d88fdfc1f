import { describe, expect, it, test } from 'vitest';
import { checkContent, wordsOf } from '../../src/content/check-content.ts';
import { block } from '../../src/content/model/blocks.ts';
import { readVideo, videoOrigins } from '../../src/content/model/video-address.ts';

/** The blocks for marketing by the model: what they accept, and what an editor is told of the rest. */

const youtube = 'https://www.youtube-nocookie.com/embed/PHe0bXAIuk0?autoplay=1&rel=0';

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=PHe0bXAIuk0', youtube],
    ['https://www.youtube.com/watch?app=desktop&v=PHe0bXAIuk0&t=31s', youtube],
    ['https://m.youtube.com/watch?v=PHe0bXAIuk0', youtube],
    ['https://youtu.be/PHe0bXAIuk0?si=abc', youtube],
    ['https://www.youtube.com/shorts/PHe0bXAIuk0', youtube],
    ['https://www.youtube-nocookie.com/embed/PHe0bXAIuk0', youtube],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    ['https://vimeo.com/76979871/0123abcdef', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0123abcdef'],
    [
      'https://player.vimeo.com/video/76979871?h=0123abcdef',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0123abcdef',
    ],
  ])('%s is played by a player that sets no cookies before', (address, embed) => {
    expect(readVideo(address)).toMatchObject({ embed });
  });

  it.each([
    ['https://cdn.example.com/intro.mp4', 'video/mp4'],
    ['/files/intro.webm', 'video/webm'],
    ['https://cdn.example.com/intro.mp4?token=abc', 'video/mp4'],
    ['https://cdn.example.com:8443/a/Intro.MP4', 'video/mp4'],
  ])('%s is a file', (address, type) => {
    expect(readVideo(address)).toEqual({ host: null, src: address, type });
  });

  it.each([
    ...['', 'PHe0bXAIuk0', 'https://www.youtube.com/@channel', 'https://www.youtube.com/watch?v=short'],
    ...['https://youtube.com.evil.example/watch?v=PHe0bXAIuk0', 'http://www.youtube.com/watch?v=PHe0bXAIuk0'],
    ...['https://evil.example/https://www.youtube.com/watch?v=PHe0bXAIuk0', 'https://vimeo.com/channels/staffpicks'],
    ...['https://cdn.example.com/intro.avi', '//cdn.example.com/intro.mp4', '/\\cdn.example.com/intro.mp4'],
    ...[
      'javascript:alert(1)//a.mp4',
      'https://cdn.example.com/a b.mp4',
      'https://cdn.example.com;x/a.mp4',
      'https://cdn.example.com:99999/a.mp4',
    ],
  ])('%s is none', (address) => {
    expect(readVideo(address)).toBeNull();
  });

  test('a page is allowed the hosts of its own videos, each once', () => {
    expect(videoOrigins([])).toEqual({ frames: [], media: [] });
    const addresses = [
      ...['https://youtu.be/PHe0bXAIuk0', 'https://youtu.be/PHe0bXAIuk1', 'https://vimeo.com/76979871'],
      ...['https://cdn.example.com:8443/a.mp4', 'https://cdn.example.com:8443/b.mp4', '/files/c.mp4'],
    ];
    expect(videoOrigins(addresses)).toEqual({
      frames: ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
      media: ['https://cdn.example.com:8443'],
    });
  });
});

const heads = [{ title: 'Leverage' }, { title: 'Spread', isNumber: true }];
const levels = [{ name: 'One', from: '€250', isPopular: true, href: { label: 'Open', href: '/register' } }];

test.each([
  { kind: 'video', title: 'How', address: 'https://youtu.be/PHe0bXAIuk0', poster: { src: 'images/a.png', alt: '' } },
  { kind: 'video', title: 'How', address: '/files/a.mp4', captions: '/files/a.vtt' },
  { kind: 'table', columns: heads, rows: [{ cells: ['1×', ''] }, { cells: ['5×'] }] },
  { kind: 'callout', tone: 'risk', html: '<p>Careful.</p>' },
  { kind: 'account-levels', levels, rows: [{ label: 'Phone', values: ['✓'] }] },
  { kind: 'campaign-banner', text: 'Hello', tone: 'brand', countries: [], languages: ['de'], from: '2026-11-20' },
])('$kind is a block of the model', (one) => {
  expect(checkContent(block, one, 'pages/a/en')).toEqual({ ok: true, value: one });
});

test.each([
  [{ kind: 'video', title: 'How', address: 'https://example.com' }, 'address: must be the address of a video of'],
  [{ kind: 'table', columns: heads, rows: [{ cells: ['1', '2', '3'] }] }, 'rows: must be at most one cell for each'],
  [
    { kind: 'video', title: 'How', address: '/a.mp4', captions: 'https://example.com/a.vtt' },
    'captions: must be the path of a vtt file on this site',
  ],
  [{ kind: 'table', columns: heads, rows: [] }, 'rows: must have at least 1 items, but it has 0'],
  [{ kind: 'callout', tone: 'red', html: '<p>A</p>' }, 'tone: must be one of note, tip, warning, risk, but it holds'],
  [{ kind: 'callout', tone: 'tip' }, 'html: must be a text, but it is empty'],
  [{ kind: 'account-levels', levels: Array(7).fill(levels[0]), rows: [] }, 'levels: must have at most 6 items'],
  [
    { kind: 'campaign-banner', text: 'A', tone: 'plain', countries: ['de'] },
    'country 1: must be two capital letters such as DE',
  ],
  [
    { kind: 'campaign-banner', text: 'A', tone: 'plain', languages: ['fr'] },
    'language 1: must be one of en, de, it, es',
  ],
  [
    { kind: 'campaign-banner', text: 'A', tone: 'plain', until: '1.12.2026' },
    'until: must be a date such as 2026-11-20',
  ],
])('%o is refused, and its editor told why', (one, words) => {
  const checked = checkContent(block, one, 'pages/a/en');
  expect(checked.ok ? [] : checked.faults.map(wordsOf)).toEqual([expect.stringContaining(words)]);
});
