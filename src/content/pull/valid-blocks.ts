import type { Locale } from '../../brand.ts';
import { locales } from '../../brand.ts';
import type { ContentWarning } from '../content-source.ts';
import type { Block } from '../model/blocks.ts';
import { block } from '../model/blocks.ts';
import type { Page } from '../model/site-content.ts';

/**
 * A page without the blocks that the model no longer allows after something was taken from them: a row of buttons whose
 * last button is gone, a picture that does not exist. `path`: where an editor finds the page.
 */
export function withValidBlocks(page: Page, path: string): { page: Page; warnings: ContentWarning[] } {
  const warnings: ContentWarning[] = [];
  const texts = locales.flatMap((locale): [Locale, unknown][] => {
    const text = page.texts[locale];
    if (!text?.blocks) return text ? [[locale, text]] : [];
    const blocks = text.blocks.map(withoutEmptyItems).filter((one, index) => {
      const { success } = block.safeParse(one);
      const left = `the block ${one.kind} is left out, because nothing is left of it`;
      if (!success) warnings.push({ kind: 'block', path: `${path}/${locale} blocks[${index}]`, text: left });
      return success;
    });
    return [[locale, { ...text, blocks }]];
  });
  return { page: { ...page, texts: Object.fromEntries(texts) as Page['texts'] }, warnings };
}

/** A question whose answer was only a picture that does not exist goes alone. */
function withoutEmptyItems(one: Block): Block {
  return one.kind === 'faq' ? { ...one, items: one.items.filter(({ html }) => html !== '') } : one;
}
