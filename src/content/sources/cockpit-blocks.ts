import { fieldsOf, kinds } from './cockpit-components.ts';
import type { CockpitValues, Fields } from './cockpit-values.ts';
import { hrefIn, htmlOr, imageIn, isEmpty, isFields, isNoImage, textOr, valueIn } from './cockpit-values.ts';

/**
 * Converts what editors compose in the CMS into the blocks of a page: a layout of components (our kinds and Cockpit's
 * own), a text, a repeater of sections, and pictures. The values are as the editor left them; the schema validates
 * them.
 */
export interface CockpitBody {
  components: unknown;
  content: unknown;
  sections: unknown;
  faq: unknown;
  hero: unknown;
  gallery: unknown;
}

export function blocksOf(body: CockpitBody, values: CockpitValues): Fields[] {
  const pieces = [
    ...componentsIn(body.components, values),
    ...picturesIn([body.hero], values),
    // Anything else in this field is refused as a whole.
    ...(typeof body.content === 'string' ? htmlPiece(body.content, values) : []),
    ...sectionsIn(body.sections, values),
    ...sectionsIn(rowsOf('faq', body.faq), values),
    ...picturesIn(body.gallery, values),
  ];
  return foldPieces(pieces);
}

function componentsIn(components: unknown, values: CockpitValues): Piece[] {
  if (!Array.isArray(components)) return [];
  return components.flatMap((one: unknown): Piece[] => (isFields(one) ? componentIn(one, values) : []));
}

function componentIn(component: Fields, values: CockpitValues): Piece[] {
  const { component: name, children, columns } = component;
  const fields = fieldsOf(component);
  switch (name) {
    case 'section':
      return componentsIn(children, values);
    case 'grid':
      return (Array.isArray(columns) ? columns : []).flatMap((column: unknown) =>
        isFields(column) ? componentsIn(column['children'], values) : [],
      );
    case 'heading':
      return headingPiece(fields['text'], levelIn(fields));
    case 'text':
      return htmlPiece(fields['text'], values);
    case 'html':
      return htmlPiece(fields['html'], values);
    case 'button':
      return buttonPiece(fields['text'], fields['url'], values);
    case 'gallery':
      return picturesIn(fields['gallery'], values);
    case 'divider':
      return [];
    default:
      return ownBlock(typeof name === 'string' ? name : '', fields, values);
  }
}

function levelIn({ tag, text }: Fields): number {
  const said =
    typeof tag === 'string' ? tag : typeof text === 'string' ? (/^\s*<(h[1-6])[\s>]/i.exec(text)?.[1] ?? '') : '';
  return Number(said.slice(1)) || 2;
}

/** A block of our own kinds. Unknown kinds are passed on, so that the schema refuses them by name. */
function ownBlock(kind: string, settings: Fields, values: CockpitValues): Piece[] {
  // Drop three fields that Cockpit adds to every component: editors do not control the design of a page.
  const { id: _id, class: _class, style: _style, ...own } = withoutEmptyImage(settings);
  if (kind === 'image') {
    const { width: _width, height: _height, ...picture } = own;
    if (isNoImage(picture['image'])) return [];
    return [{ is: 'block', block: { kind, ...defaultFields[kind], ...(valueIn(picture, values) as Fields) } }];
  }
  const read = (valueIn(own, values) ?? {}) as Fields;
  return textKinds.has(kind) && read['html'] === undefined
    ? []
    : [{ is: 'block', block: { kind, ...defaultFields[kind], ...read } }];
}

/** The kinds that are nothing without their text. */
const textKinds: ReadonlySet<string> = new Set(['rich-text', 'policy-text', 'callout']);

/** A video without a poster is still one, however the CMS writes that there is none. */
function withoutEmptyImage({ poster, ...others }: Fields): Fields {
  return isNoImage(poster) ? others : { ...others, poster };
}

/**
 * Reads the rows of the repeater `sections`. Each row is one of three: the fields of one of our kinds of block; a
 * question; or a banner (heading, text, picture, button).
 */
function sectionsIn(sections: unknown, values: CockpitValues): Piece[] {
  if (!Array.isArray(sections)) return [];
  return sections.flatMap((row: unknown): Piece[] => {
    if (!isFields(row) || !isFields(row['field']) || !isFields(row['value'])) return [];
    const [name, value] = [row['field']['name'], row['value']];
    if (name === 'faq' && 'question' in value) return questionPiece(value, values);
    if (typeof name === 'string' && kinds.has(name)) return ownBlock(name, value, values);
    return [
      ...headingPiece(value['heading'] ?? value['title'], 2),
      ...htmlPiece(value['text'] ?? value['content'], values),
      ...picturesIn([value['image']], values),
      ...buttonPiece(value['label'], value['url'], values),
    ];
  });
}

/** Wraps each item of a plain list, such as `faq`, in the row format of `sections`. */
function rowsOf(name: string, list: unknown): unknown {
  return Array.isArray(list) ? list.map((value: unknown) => ({ field: { name }, value })) : undefined;
}

function questionPiece({ question, answer }: Fields, values: CockpitValues): Piece[] {
  const asked = { question: textOr(question), html: htmlOr(answer, values) };
  if (asked.question === undefined || asked.html === undefined) return [];
  return [{ is: 'question', item: asked }];
}

function headingPiece(value: unknown, level: number): Piece[] {
  const text = textOr(value);
  return text === undefined ? [] : [{ is: 'heading', level, text }];
}

function htmlPiece(value: unknown, values: CockpitValues): Piece[] {
  const html = htmlOr(value, values);
  return html === undefined ? [] : [{ is: 'html', html }];
}

function buttonPiece(label: unknown, url: unknown, values: CockpitValues): Piece[] {
  const text = textOr(label);
  const href = typeof url === 'string' ? hrefIn(url, values) : url;
  return text === undefined || isEmpty(href) ? [] : [{ is: 'button', label: text, href }];
}

function picturesIn(pictures: unknown, values: CockpitValues): Piece[] {
  if (!Array.isArray(pictures)) return [];
  return pictures.flatMap((one: unknown): Piece[] => {
    const image = imageIn(one, values);
    return image ? [{ is: 'block', block: { kind: 'image', image, isWide: false } }] : [];
  });
}

/** The content of a component or section of the CMS, before it becomes a block. What is no text has no known type. */
type Piece =
  | { is: 'block'; block: Fields }
  | { is: 'heading'; level: number; text: unknown }
  | { is: 'html'; html: unknown }
  | { is: 'button'; label: unknown; href: unknown }
  | { is: 'question'; item: Fields };

/** Defaults for fields that an editor may leave out. */
const defaultFields: Readonly<Record<string, Fields>> = {
  hero: { actions: [], figure: 'none' },
  image: { isWide: false },
  'account-levels': { rows: [] },
  callout: { tone: 'note' },
  'campaign-banner': { tone: 'plain' },
};

const mostActions = 2;

/**
 * Merges pieces into blocks. A heading titles the text, buttons or questions after it. An h1 becomes a hero, and the
 * buttons directly below it belong to that hero. Other adjacent buttons form one block, consecutive questions one list.
 */
function foldPieces(pieces: readonly Piece[]): Fields[] {
  const blocks: Fields[] = [];
  let heading: unknown;
  /** The list to which the next piece of its kind is added. */
  let open: { kind: 'question' | 'button'; list: Fields[] } | undefined;

  const takeHeading = () => {
    const title = heading;
    heading = undefined;
    return title;
  };
  const flushHeading = () => {
    const title = takeHeading();
    if (title === undefined) return;
    blocks.push({ kind: 'rich-text', html: typeof title === 'string' ? `<h2>${escaped(title)}</h2>` : title });
  };
  const addTo = (kind: 'question' | 'button', item: Fields, start: (list: Fields[]) => Fields) => {
    const hasRoom =
      open?.kind === kind && heading === undefined && (kind === 'question' || open.list.length < mostActions);
    if (open && hasRoom) {
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

const named = (title: unknown) => (title === undefined ? {} : { title });

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
