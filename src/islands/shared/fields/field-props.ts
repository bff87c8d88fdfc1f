import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Translate } from '../../../lib/i18n/translate.ts';

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'register' | 'setValue' | 'setError' | 'formState'>;

/** The current error message of a field. */
export function messageOf<Values extends FieldValues>(
  { formState }: Pick<Form<Values>, 'formState'>,
  t: Translate,
  name: Path<Values>,
): string | undefined {
  const errors = formState.errors as Partial<Record<string, { message?: string }>>;
  return fieldMessage(t, name, errors[name]?.message);
}

/** Props of a text field in a form: its label, its message, and a blur handler that trims it. */
export function fieldProps<Values extends FieldValues>(form: Form<Values>, t: Translate, name: Path<Values>) {
  const onBlur = ({ target }: { target: { value: string } }) => {
    const trimmed = target.value.trim();
    // `shouldDirty` compares with the stored value again, so that trailing blanks alone do not count as a change.
    if (trimmed !== target.value)
      form.setValue(name, trimmed as PathValue<Values, Path<Values>>, { shouldDirty: true });
  };
  return {
    label: t(`fields.titles.${name}`),
    error: messageOf(form, t, name),
    ...form.register(name, { onBlur }),
  };
}

/** Props of a password field, which is never trimmed. */
export function passwordProps<Values extends FieldValues>(form: Form<Values>, t: Translate, name: Path<Values>) {
  return { label: t(`fields.titles.${name}`), error: messageOf(form, t, name), ...form.register(name) };
}

/** Shows the server's errors at their fields and focuses the first; returns false if none of them is in the form. */
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

/** The keys of the contract's messages in the locales, also of those that the brand ships corrected. */
const messageKeys = [
  [/ is required$/, 'required'],
  [/ (?:minimum|at least) (\d+) characters$/, 'minimum'],
  [/ (?:maximum|up to) (\d+) characters$/, 'maximum'],
  [/ email address$/, 'email'],
  [/^Phone number not|valid phone number$/, 'phone'],
  [/ agree to /, 'agree'],
  [/passwords do not match$/, 'passwords'],
  [/ easy to guess$/, 'guessable'],
  [/ date of birth$/, 'date'],
  [/^You must be at least /, 'age'],
] as const;

/**
 * The message below a field, in the reader's language. The browser's schema and the server both produce the contract's
 * English text; a message without a translation stays English. `t` must have the texts of the namespace `fields`.
 */
export function fieldMessage(t: Translate, name: string, message: string | undefined): string | undefined {
  if (!message) return undefined;
  for (const [pattern, key] of messageKeys) {
    const found = pattern.exec(message);
    if (found) return t(`fields.errors.${key}`, { title: t(`fields.titles.${name}`), n: found[1] ?? '' });
  }
  return message;
}
