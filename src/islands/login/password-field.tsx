import { useState } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { Field } from '../shared/field.tsx';
import styles from './login.module.css';

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'translate'> {
  translate: Translate;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ translate: t, error, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...input}
      label={t('login.password')}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      error={error}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'login.hide' : 'login.show')}
        </button>
      }
    />
  );
}
