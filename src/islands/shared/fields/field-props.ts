import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { fieldMessage } from './field-message.ts';

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

/** Puts what the server refused at its fields, and the keyboard into the first; false where none of them is in the form. */
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
