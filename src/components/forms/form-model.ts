import type { Locale } from '../../brand.ts';
import type { RefusedForm } from '../../content/site-facts.ts';
import { formLimits, phonePattern } from '../../lib/contract/form-fields.ts';
import { words } from '../words.ts';

type FieldKey = keyof typeof formLimits;

/** All that a form needs to render a field. */
export interface FieldModel {
  /** The name under which the value is sent. */
  name: string;
  label: string;
  type: 'text' | 'email' | 'tel' | 'textarea';
  autocomplete: string;
  maximum: number;
  pattern?: string | undefined;
  /** The messages for an empty and for an invalid value. */
  required: string;
  invalid: string;
  /** The typed value and its error, if the server returned the form. */
  value: string;
  error?: string | undefined;
}

const contactFields = ['first_name', 'last_name', 'email', 'phone', 'message'] as const satisfies FieldKey[];
const cmsFields = ['name', 'email', 'message'] as const satisfies FieldKey[];

const types: Partial<Record<FieldKey, FieldModel['type']>> = { email: 'email', phone: 'tel', message: 'textarea' };
const autocompletes: Partial<Record<FieldKey, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  name: 'name',
  email: 'email',
  phone: 'tel',
};

/** The fields of a form, in one language. `isContact`: the contact form; all other forms are defined in the content. */
export function fieldsOf(isContact: boolean, locale: Locale, refused: RefusedForm | undefined): FieldModel[] {
  const t = words(locale, 'forms');
  return (isContact ? contactFields : cmsFields).map((key) => {
    const label = t(`fields.${key}`);
    const maximum = formLimits[key];
    const tooLong = t('tooLong', { label, n: maximum });
    const field: FieldModel = {
      ...{ label, maximum, name: isContact ? key : `form[${key}]` },
      type: types[key] ?? 'text',
      autocomplete: autocompletes[key] ?? 'off',
      pattern: key === 'phone' ? phonePattern : undefined,
      required: !isContact && key === 'email' ? t('emailRequired') : t('required', { label }),
      invalid: key === 'email' ? t('invalid.email') : key === 'phone' ? t('invalid.phone') : tooLong,
      value: refused?.values[key] ?? '',
    };
    return { ...field, error: refused?.problem === 'VALIDATION' ? errorOf(key, field, tooLong) : undefined };
  });
}

/**
 * The error text for a value that the server refused. Repeats the server's rules, to choose the text in the page's
 * language.
 */
function errorOf(
  key: FieldKey,
  { value, maximum, pattern, required, invalid }: FieldModel,
  tooLong: string,
): string | undefined {
  const typed = value.trim();
  if (typed === '') return required;
  if (typed.length > maximum) return tooLong;
  const isWrong =
    (pattern !== undefined && !new RegExp(`^${pattern}$`).test(typed)) ||
    (key === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed));
  return isWrong ? invalid : undefined;
}
