import type { Fields } from './cockpit-values.ts';

/** The content of a component or section of the CMS, before it becomes a block. */
export type Piece =
  | { is: 'block'; block: Fields }
  | { is: 'heading'; level: number; text: string }
  | { is: 'html'; html: string }
  | { is: 'button'; label: string; href: string }
  | { is: 'question'; item: Fields };

/** Defaults for fields that an editor may leave out. */
export const defaultFields: Readonly<Record<string, Fields>> = {
  hero: { actions: [], figure: 'none' },
  image: { isWide: false },
  'account-levels': { rows: [] },
};

const mostActions = 2;

/**
 * Merges pieces into blocks: a heading titles the text, buttons or questions after it, an h1 opens the page; adjacent
 * buttons form one block, and those below an h1 belong to the hero; consecutive questions form one list.
 */
export function foldPieces(pieces: readonly Piece[]): Fields[] {
  const blocks: Fields[] = [];
  let heading: string | undefined;
  /** The list to which the next piece of its kind is added. */
  let open: { kind: 'question' | 'button'; list: Fields[] } | undefined;

  const takeHeading = () => {
    const title = heading;
    heading = undefined;
    return title;
  };
  const flushHeading = () => {
    const title = takeHeading();
    if (title !== undefined) blocks.push({ kind: 'rich-text', html: `<h2>${escaped(title)}</h2>` });
  };
  const addTo = (kind: 'question' | 'button', item: Fields, start: (list: Fields[]) => Fields) => {
    const hasPlace =
      open?.kind === kind && heading === undefined && (kind === 'question' || open.list.length < mostActions);
    if (open && hasPlace) {
      open.list.push(item);
    } else {
      open = { kind, list: [item] };
      blocks.push(start(open.list));
    }
  };

  for (const piece of pieces) {
    if (piece.is === 'question') {
      addTo('question', piece.item, (items) => ({ kind: 'faq', ...named(takeHeading()), items }));
    } else if (piece.is === 'button') {
      const { label, href } = piece;
      addTo('button', { label, href }, (actions) => ({
        kind: 'call-to-action',
        title: takeHeading() ?? label,
        actions,
      }));
    } else if (piece.is === 'html') {
      open = undefined;
      blocks.push({ kind: 'rich-text', ...named(takeHeading()), html: piece.html });
    } else {
      open = undefined;
      flushHeading();
      if (piece.is === 'block') {
        blocks.push(piece.block);
      } else if (piece.level === 1) {
        open = { kind: 'button', list: [] };
        blocks.push({ kind: 'hero', ...defaultFields['hero'], title: piece.text, actions: open.list });
      } else {
        heading = piece.text;
      }
    }
  }
  flushHeading();
  return blocks;
}

const named = (title: string | undefined) => (title === undefined ? {} : { title });

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
