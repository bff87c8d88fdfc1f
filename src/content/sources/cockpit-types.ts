import { describeFound } from '../check-content.ts';
import type { ContentFault } from '../content-source.ts';
import type { Fields } from './cockpit-values.ts';
import { isEmpty, isFields, isNoImage } from './cockpit-values.ts';

const isList = (value: unknown): value is readonly Fields[] => Array.isArray(value) && value.every(isFields);
/** An empty group of fields is an empty list in PHP. */
export const isGroup = (value: unknown) => isFields(value) || (Array.isArray(value) && value.length === 0);
const isImage = (value: unknown) => isNoImage(value) || (isFields(value) && typeof value['path'] === 'string');

/** The fields of a page that are no single text. Anything else in them would count as an empty page. */
const fieldTypes: Readonly<Record<string, { expected: string; isValid: (value: unknown) => boolean }>> = {
  components: { expected: 'layout', isValid: isList },
  content: { expected: 'string', isValid: (value) => typeof value === 'string' },
  sections: { expected: 'repeater', isValid: isList },
  faq: { expected: 'repeater', isValid: isList },
  hero: { expected: 'image', isValid: isImage },
  gallery: { expected: 'gallery', isValid: isList },
  seo: { expected: 'object', isValid: isGroup },
};

/** The faults of a page's fields whose type the model does not show. `path`: where an editor finds the fields. */
export function wrongTypes(fields: Fields, path: string): ContentFault[] {
  const whole = Object.entries(fieldTypes).flatMap(([name, { expected, isValid }]) =>
    wrongType(fields[name], { path: `${path} ${name}`, expected, isValid }),
  );
  const seo = isFields(fields['seo']) ? fields['seo'] : {};
  return [
    ...whole,
    ...wrongPictures(fields['gallery'], `${path} gallery`),
    ...wrongType(seo['og_image'], { path: `${path} seo.og_image`, expected: 'image', isValid: isImage }),
    ...wrongComponents(fields['components'], `${path} components`),
  ];
}

interface FieldType {
  path: string;
  expected: string;
  isValid: (value: unknown) => boolean;
}

function wrongType(value: unknown, { path, expected, isValid }: FieldType): ContentFault[] {
  if (isEmpty(value) || value === false || isValid(value)) return [];
  return [{ path, expected, found: describeFound(value) }];
}

function wrongPictures(gallery: unknown, path: string): ContentFault[] {
  if (!isList(gallery)) return [];
  return gallery.flatMap((one, index) =>
    wrongType(one, { path: `${path}[${index}]`, expected: 'image', isValid: isImage }),
  );
}

/** What components contain, which the model does not have: their groups of fields, and the components in them. */
function wrongComponents(components: unknown, path: string): ContentFault[] {
  if (!isList(components)) return [];
  return components.flatMap(({ settings, data, children, columns, ...flat }, index) => {
    const at = `${path}[${index}]`;
    const { gallery } = [settings, data].find(isFields) ?? flat;
    const list = { expected: 'array', isValid: isList };
    return [
      ...wrongType(settings, { path: `${at}.settings`, expected: 'object', isValid: isGroup }),
      ...wrongType(data, { path: `${at}.data`, expected: 'object', isValid: isGroup }),
      ...wrongType(children, { path: `${at}.children`, expected: 'layout', isValid: isList }),
      ...wrongComponents(children, `${at}.children`),
      ...wrongType(columns, { path: `${at}.columns`, ...list }),
      ...(isList(columns) ? columns : []).flatMap((column, number) => {
        const inside = `${at}.columns[${number}].children`;
        return [
          ...wrongType(column['children'], { path: inside, expected: 'layout', isValid: isList }),
          ...wrongComponents(column['children'], inside),
        ];
      }),
      ...wrongType(gallery, { path: `${at}.gallery`, expected: 'gallery', isValid: isList }),
      ...wrongPictures(gallery, `${at}.gallery`),
    ];
  });
}
