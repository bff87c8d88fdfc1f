import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './ticket-fields.module.css';

interface NumberFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Shown below the input: the effect of the number, or its fault. */
  note: ReactNode;
  isWrong: boolean;
  /** Controls that fill in the input. */
  children?: ReactNode;
}

/**
 * A labelled number input. Its type is text: a `number` input silently drops the comma of `12,50` and changes with the
 * mouse wheel.
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
