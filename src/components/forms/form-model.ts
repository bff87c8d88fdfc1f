import type { Locale } from '../../brand.ts';
import type { RefusedForm } from '../../content/site-facts.ts';
import { formLimits, phonePattern } from '../../lib/contract/form-fields.ts';
import { words } from '../words.ts';

type FieldKey = keyof typeof formLimits;

/** A field as a form shows it. */
export interface FieldModel {
  /** As it is sent. */
  name: string;
  label: string;
  type: 'text' | 'email' | 'tel' | 'textarea';
  autocomplete: string;
  maximum: number;
  pattern?: string | undefined;
  /** What is said where nothing was typed, and where it cannot be. */
  required: string;
  invalid: string;
  /** What was typed, and what was wrong with it, where the form comes back. */
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

/** The fields of a form in the words of a language. `isContact`: the contact form; the others are the content's. */
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

/** What is wrong with a value that the server refused, in the page's language and by the server's rules. */
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
