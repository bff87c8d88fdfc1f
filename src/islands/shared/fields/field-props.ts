import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Translate } from '../../../lib/i18n/translate.ts';

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'register' | 'setValue' | 'setError' | 'formState'>;

/** The message of a field, as the form has it now. */
export function messageOf<Values extends FieldValues>(
  { formState }: Pick<Form<Values>, 'formState'>,
  t: Translate,
  name: Path<Values>,
): string | undefined {
  const errors = formState.errors as Partial<Record<string, { message?: string }>>;
  return fieldMessage(t, name, errors[name]?.message);
}

/** What a text field of a form needs: its label, its message, and that it is trimmed when it is left. */
export function fieldProps<Values extends FieldValues>(form: Form<Values>, t: Translate, name: Path<Values>) {
  const onBlur = ({ target }: { target: { value: string } }) => {
    const trimmed = target.value.trim();
    // Whether it differs from what is stored is asked again: a blank that was left behind is no change.
    if (trimmed !== target.value)
      form.setValue(name, trimmed as PathValue<Values, Path<Values>>, { shouldDirty: true });
  };
  return {
    label: t(`fields.titles.${name}`),
    error: messageOf(form, t, name),
    ...form.register(name, { onBlur }),
  };
}

/** A password's: it is never trimmed. */
export function passwordProps<Values extends FieldValues>(form: Form<Values>, t: Translate, name: Path<Values>) {
  return { label: t(`fields.titles.${name}`), error: messageOf(form, t, name), ...form.register(name) };
}

/** Shows the server's refusals at their fields and focuses the first; false when none of them is in the form. */
export function showFaults<Values extends FieldValues>(
  form: Pick<Form<Values>, 'setError'>,
  names: readonly Path<Values>[],
  fields: Readonly<Record<string, string>> = {},
): boolean {
  const refused = names.filter((name) => Object.hasOwn(fields, name));
  refused.forEach((name, index) =>
    form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 }),
  );
  return refused.length > 0;
}

/** The contract's messages that stand for one thing, and the name under which the locales keep their words. */
const wordsByMessage: Readonly<Record<string, string>> = {
  'invalid email address': 'email',
  'Phone number not valid': 'phone',
  'You must to agree to Terms & Conditions': 'agree',
  'The passwords do not match': 'passwords',
  'This password is too easy to guess': 'guessable',
  'Birth date is not a date': 'date',
  'You have to be at least 18 years old': 'age',
};

/** The generic ones: about a title, with a number in some. */
const genericMessages = [
  [/ is required$/, 'required'],
  [/ has minimum (\d+) characters$/, 'minimum'],
  [/ has maximum (\d+) characters$/, 'maximum'],
] as const;

/**
 * The message below a field in the reader's language. The schema in the browser and the server both write the
 * contract's English; what the locales have no words for stays English. `t` knows the namespace `fields`.
 */
export function fieldMessage(t: Translate, name: string, message: string | undefined): string | undefined {
  if (!message) return undefined;
  const words = wordsByMessage[message];
  if (words !== undefined) return t(`fields.errors.${words}`);
  for (const [pattern, kind] of genericMessages) {
    const found = pattern.exec(message);
    if (found) return t(`fields.errors.${kind}`, { title: t(`fields.titles.${name}`), n: found[1] ?? '' });
  }
  return message;
}
