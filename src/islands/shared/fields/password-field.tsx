import { useState } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { Field } from './field.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'translate' | 'type'> {
  /** Must have the texts of the namespace `fields`. */
  translate: Translate;
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Whether it is the existing password or a new one. */
  autoComplete: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that shows the password. */
export function PasswordField({ translate: t, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={t(isShown ? 'fields.passwordHide' : 'fields.passwordShow')}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'fields.hide' : 'fields.show')}
        </button>
      }
    />
  );
}
