import { describe, expect, it } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { block } from '../../../src/content/model/blocks.ts';
import { collectionFields, componentFields, settingsFields } from '../../../src/server/cms/cockpit-fields.ts';
import type { ModelField } from '../../../src/server/cms/cockpit-v2-models.ts';
import { cockpitV2Models } from '../../../src/server/cms/cockpit-v2-models.ts';

const models = cockpitV2Models();
const model = (name: string) => models.find((one) => one.name === name)?.fields ?? [];
const inside = ({ opts }: ModelField) => (Array.isArray(opts['fields']) ? (opts['fields'] as ModelField[]) : []);
const all = (fields: readonly ModelField[]): ModelField[] => fields.flatMap((field) => [field, ...all(inside(field))]);

/** The field types of Cockpit v2's core that are used. */
const core = ['text', 'boolean', 'select', 'set', 'wysiwyg', 'date', 'number', 'tags', 'asset', 'contentItemLink'];

describe('the models of Cockpit v2', () => {
  it('are those of version 1, with field types of its core only', () => {
    expect(models.map(({ name, type }) => [name, type])).toEqual([
      ...Object.keys(collectionFields).map((name) => [name, 'collection']),
      ['Settings', 'singleton'],
    ]);
    const types = new Set(models.flatMap(({ fields }) => all(fields).map(({ type }) => type)));
    expect([...types].filter((type) => !core.includes(type))).toEqual([]);
  });

  it('have a field for every field of version 1 but its state', () => {
    const collections: Readonly<Record<string, readonly { name: string; localize: boolean }[]>> = {
      ...collectionFields,
      Settings: settingsFields,
    };
    for (const [name, fields] of Object.entries(collections)) {
      const wanted = fields.filter((field) => field.name !== 'published');
      const found = new Map(model(name).map((field) => [field.name, field.i18n]));
      for (const field of wanted) {
        const key = field.name === 'sections' ? 'faq' : field.name;
        expect([key, found.get(key)]).toEqual([key, field.localize]);
      }
    }
    expect(model('pages').find(({ name }) => name === 'title_slug')).toMatchObject({ i18n: true, required: true });
  });

  it('have no field whose name ends as a language, because Cockpit takes it for a translation', () => {
    const ending = new RegExp(`_(${locales.join('|')}|default)$`);
    const names = models.flatMap(({ fields }) => all(fields).map(({ name }) => name));
    expect(names.filter((name) => ending.test(name))).toEqual([]);
  });

  it('let an editor choose every kind of block, and show its fields alone', () => {
    const components = model('pages').find(({ name }) => name === 'components');
    expect(components).toMatchObject({ type: 'set', multiple: true, i18n: true });
    const [kind, ...sets] = components ? inside(components) : [];
    const kinds = block.def.options.map(({ def }) => [...def.shape.kind.def.values][0] as string);
    expect((kind?.opts['options'] as { value: string }[]).map(({ value }) => value).sort()).toEqual(kinds.sort());
    for (const [name, fields] of Object.entries(componentFields)) {
      const set = sets.find(({ condition }) => condition === `data.component == '${name}'`);
      const names = set ? inside(set).map((one) => one.name) : [];
      expect(
        names.filter((one) => !one.endsWith('_alt')),
        name,
      ).toEqual(fields.map((one) => one.name));
    }
  });
});
