import { expect, it } from 'vitest';
import { block } from '../../../src/content/model/blocks.ts';
import { componentFields } from '../../../src/server/cms/cockpit-fields.ts';

const fields: Readonly<Record<string, readonly { name: string }[]>> = componentFields;

it.each(
  block.def.options.map(({ def }) => [[...def.shape.kind.def.values][0] as string, Object.keys(def.shape)] as const),
)('an editor of the CMS has a field for everything that a %s can say', (kind, names) => {
  const said = names.filter((name) => name !== 'kind').sort();
  expect(fields[kind]?.map(({ name }) => name).sort()).toEqual(said);
});
