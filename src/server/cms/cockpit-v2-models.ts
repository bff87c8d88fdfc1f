import type { BlockKind } from '../../content/model/blocks.ts';
import { setOfKind } from '../../content/sources/cockpit-components.ts';
import type { CockpitField } from './cockpit-fields.ts';
import { collectionFields, componentFields, settingsFields } from './cockpit-fields.ts';

/** A field of a model of Cockpit v2, as its admin stores it. */
export interface ModelField {
  name: string;
  type: string;
  label: string;
  i18n: boolean;
  multiple: boolean;
  required: boolean;
  /** JavaScript by which the admin shows the field or hides it; `data` are the values beside it. */
  condition?: string;
  opts: Readonly<Record<string, unknown>>;
}

export interface CockpitModel {
  name: string;
  label: string;
  type: 'collection' | 'singleton';
  revisions: boolean;
  fields: readonly ModelField[];
}

/**
 * The models of Cockpit v2, made from the fields of version 1, with field types of its core only. It has no layout: a
 * component is the name of a block with one set of fields for each kind, of which the admin shows the chosen one.
 */
export function cockpitV2Models(): CockpitModel[] {
  const collections = Object.entries(collectionFields).map(([name, fields]): CockpitModel => {
    return { name, label: labelOf(name), type: 'collection', revisions: true, fields: fields.flatMap(modelFields) };
  });
  const settings = settingsFields.flatMap(modelFields);
  return [
    ...collections,
    { name: 'Settings', label: 'Settings', type: 'singleton', revisions: true, fields: settings },
  ];
}

/** The types of version 2 by those of version 1, as far as one field becomes one field. */
const types: Readonly<Record<string, { type: string; opts?: ModelField['opts'] }>> = {
  text: { type: 'text' },
  textarea: { type: 'text', opts: { multiline: true } },
  wysiwyg: { type: 'wysiwyg' },
  select: { type: 'select' },
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  date: { type: 'date' },
  tags: { type: 'tags' },
  image: { type: 'asset', opts: { filter: { type: 'image' } } },
};

/** The fields that stand for one of version 1: none for its state, which version 2 has anyway. */
function modelFields(field: CockpitField): ModelField[] {
  const { name, type, options } = field;
  if (name === 'published') return [];
  const of = (more: Partial<ModelField>): ModelField => ({
    ...{ name, type, label: field.label ?? labelOf(name), i18n: field.localize, multiple: false, required: false },
    opts: {},
    ...more,
  });
  const slug = of({ name: `${name}_slug`, type: 'text', label: 'Slug', required: true });
  switch (type) {
    case 'layout':
      return [of({ type: 'set', multiple: true, opts: { fields: componentSets(), display: '${data.component}' } })];
    case 'set':
      return [of({ opts: { fields: fieldsIn(options['fields']) } })];
    case 'repeater':
      return repeaterFields(field, of);
    case 'collectionlink':
      return [of({ type: 'contentItemLink', opts: { link: options['link'], display: '${data.title}' } })];
    case 'image':
      // The picture's own text is the same wherever it is used, and uploads begin with the name of the file there.
      return [
        of(types['image'] ?? {}),
        of({ name: `${name}_alt`, type: 'text', label: 'Text for people who cannot see it' }),
      ];
    default: {
      const known = types[type];
      if (!known) throw new Error(`The field ${name} has the type ${type}, which has no counterpart in Cockpit v2`);
      const { slug: hasSlug, options: choices, placeholder } = options;
      const opts = {
        ...known.opts,
        ...(Array.isArray(choices) && { options: choices.map(String) }),
        ...(placeholder !== undefined && { placeholder }),
      };
      return hasSlug === true ? [of({ ...known, required: true, opts }), slug] : [of({ ...known, opts })];
    }
  }
}

/** Rows of one kind become a list of sets. Of `sections`, which has rows of several kinds, the questions are left. */
function repeaterFields({ options }: CockpitField, of: (more: Partial<ModelField>) => ModelField): ModelField[] {
  const { field, fields } = options as { field?: CockpitField; fields?: readonly CockpitField[] };
  const questions = fields?.find(({ name }) => name === 'faq');
  const row = field ?? questions;
  if (!row) throw new Error('A repeater without a field');
  const inside = fieldsIn(row.options['fields']);
  // What the admin shows of a row in the list.
  const named = inside.find((one) => one.type === 'text');
  const opts = { fields: inside, ...(named && { display: `\${data.${named.name} || ''}` }) };
  return [of({ type: 'set', multiple: true, opts, ...(questions && { name: questions.name, label: 'Questions' }) })];
}

const fieldsIn = (fields: unknown) => (fields as readonly CockpitField[]).flatMap(modelFields);

function componentSets(): ModelField[] {
  const kinds = Object.keys(componentFields) as BlockKind[];
  const plain = { i18n: false, multiple: false };
  const options = kinds.map((kind) => ({ value: kind, label: labelOf(kind) }));
  return [
    { ...plain, name: 'component', type: 'select', label: 'Block', required: true, opts: { options } },
    ...kinds.map((kind) => ({
      ...{ ...plain, name: setOfKind(kind), type: 'set', label: labelOf(kind), required: false },
      condition: `data.component == '${kind}'`,
      opts: { fields: componentFields[kind].flatMap(modelFields) },
    })),
  ];
}

/** `seo_description` and `feature-grid` in words. */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
