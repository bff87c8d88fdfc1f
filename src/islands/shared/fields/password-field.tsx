import { useState } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { Field } from './field.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'translate' | 'type'> {
  /** Knows the namespace `fields`. */
  translate: Translate;
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Whether it is the one that there is, or one that is chosen now. */
  autoComplete: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
}

/** A password that can be looked at while it is typed. */
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
