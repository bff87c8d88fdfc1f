import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './fields.module.css';

interface NumberFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Below the input: what it means, or what is wrong with it. */
  note: ReactNode;
  isWrong: boolean;
  /** What fills it in. */
  children?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A number to type, beside its name. A field of text: one of type number drops the comma of `12,50` without a word, and turns
 * with the mouse wheel.
 */
export function NumberField({ label, note, isWrong, children, ...input }: NumberFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        maxLength={15}
        {...input}
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
      />
      {children}
      <p id={`${id}-note`} className={styles.hint} data-fault={isWrong || undefined} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
