import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawQrCode, qrCodeSvg } from '../../../src/islands/shared/export/draw-qr-code.ts';
import { tabTo } from '../../support/component/keyboard.ts';
import { collectSavedFiles } from '../../support/component/saved-files.ts';
import { panel, test } from '../../support/component/shown-panel.tsx';

const link = page.getByRole('textbox', { name: 'Your link' });
const tag = page.getByLabelText('Source tag');
const code = page.getByRole('img', { name: 'QR code for your link' });
const copy = page.getByRole('button', { name: 'Copy link' });
const { toast } = panel();

afterEach(() => void vi.restoreAllMocks());

/** Reads the dark modules of a code from its image, as a scanner would, and returns the path that draws them. */
async function modulesOf(png: Blob = new Blob(), size: number): Promise<string> {
  const picture = await createImageBitmap(png);
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  if (!pen) throw new Error('this browser has no canvas to draw on');
  pen.drawImage(picture, 0, 0);
  const side = picture.width / size;
  let path = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const [red = 255] = pen.getImageData((x + 0.5) * side, (y + 0.5) * side, 1, 1).data;
      if (red < 128) path += `M${x} ${y}h1v1h-1z`;
    }
  return path;
}

test('a link leads to a page, and says who sent the visitor and from where', async ({ showPanel }) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await showPanel();
  await page.getByRole('link', { name: 'Links' }).click();
  expect(location.search).toBe('?view=links');
  await expect.element(link).toHaveValue('https://broker.example/?ref=northlight');
  await page.getByLabelText('Landing page').selectOptions('About');
  await tag.fill('newsletter-11');
  await expect.element(link).toHaveValue('https://broker.example/about?ref=northlight&tag=newsletter-11');
  await copy.click();
  await expect.element(toast.getByRole('status')).toMatchTextContent('Link copied');
  expect(copied.mock.calls).toEqual([['https://broker.example/about?ref=northlight&tag=newsletter-11']]);
  await expect.element(code).toBeVisible();
});

test('an invalid tag makes no link until it is corrected', async ({ showPanel }) => {
  await showPanel({ query: '?view=links' });
  await tag.fill('news letter');
  await expect.element(tag).toHaveAccessibleDescription('Use only letters, digits, dots, hyphens and underscores');
  // No link without the tag is offered instead, because its visitors would not be counted under the tag.
  await expect.element(link).toHaveValue('');
  // The reason is given once, at the field where it can be corrected.
  await expect.element(link).toHaveAccessibleDescription(/^Use the QR code in print\./);
  await expect.element(page.getByCss('[data-none]')).toHaveStyle({ backgroundColor: 'rgba(0, 0, 0, 0)' });
  await expect.element(copy).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Download QR code: PNG' })).toBeDisabled();
  await expect.element(code).not.toBeInTheDocument();
  await tag.fill('');
  await expect.element(link).toHaveValue('https://broker.example/?ref=northlight');
  await expect.element(code).toBeVisible();
  await expect.element(page.getByCss('[data-none]')).not.toBeInTheDocument();
  await expect.element(copy).toBeEnabled();
});

test('by keyboard the code of the shown link is saved, as SVG and as PNG', async ({ showPanel }) => {
  const saved = collectSavedFiles();
  await showPanel({ query: '?view=links' });
  await tag.fill('poster-3');
  await expect.element(code).toBeVisible();
  const drawing = await drawQrCode((link.element() as HTMLInputElement).value);
  for (const [index, kind] of ['SVG', 'PNG'].entries()) {
    const button = page.getByRole('button', { name: `Download QR code: ${kind}` });
    await tabTo(button);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => saved).toHaveLength(index + 1);
    await expect.element(button).toHaveFocus();
    const name = `referral-link-poster-3.${kind.toLowerCase()}`;
    await expect.element(toast.getByText(`${name} saved`)).toBeVisible();
    expect(saved[index]?.name).toBe(name);
  }
  expect(await saved[0]?.content.text()).toBe(qrCodeSvg(drawing));
  expect(await modulesOf(saved[1]?.content, drawing.size)).toBe(drawing.path);
});
