import { block } from '../model/blocks.ts';
import type { Fields } from './cockpit-values.ts';
import { isFields, withTextsOfPictures } from './cockpit-values.ts';

/** The kinds of our blocks, which are components of Cockpit too. */
export const kinds = new Set(block.def.options.map(({ def }) => [...def.shape.kind.def.values][0] as string));

/** The field in which Cockpit v2 has the fields of a component of this kind. */
export const setOfKind = (kind: string) => `${kind.replaceAll('-', '_')}_block`;

const setsOfKinds = new Set([...kinds].map(setOfKind));

/**
 * The fields of a component are in `settings` in version 1. In version 2 they are in the set of its kind, beside sets
 * that an editor may have left in other kinds, or in `data` or the component itself.
 */
export function fieldsOf({
  component: name,
  children: _children,
  columns: _columns,
  settings,
  data,
  ...flat
}: Fields): Fields {
  const hasSets = Object.keys(flat).some((field) => setsOfKinds.has(field));
  const own = hasSets && typeof name === 'string' ? (flat[setOfKind(name)] ?? {}) : undefined;
  return withTextsOfPictures([settings, data, own].find(isFields) ?? (hasSets ? {} : flat));
}
