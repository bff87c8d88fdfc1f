import type { Ref } from 'react';
import { Field } from './field.tsx';
import styles from './code-field.module.css';

interface CodeFieldProps {
  label: string;
  name: string;
  /** `app`: digits from an authenticator app. `recovery`: a recovery code. `either`: accepts both. */
  kind: 'app' | 'recovery' | 'either';
  /** Larger, for a form in which it is the only field. */
  isLarge?: boolean;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for a second-factor code. Autocorrection is off. Phones show the matching keyboard and offer to fill in the
 * code.
 */
export function CodeField({ kind, isLarge = false, onChange, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      className={`${styles.code} ${isLarge ? styles.large : ''}`}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
