import { useId, useState } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Shown at the start of the input, inside its frame. */
  start?: ReactNode;
  /** Shown at the end of the input, inside its frame: a unit, a button. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A labelled input with its error below it. Space for the error is reserved, so that nothing jumps. The error is read
 * with its input; it is announced by itself only if that input has the focus, because several errors announced at once
 * would interrupt each other.
 */
export function Field({ label, error, hint, start, end, id, className, ...input }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const [isIn, setIsIn] = useState(false);
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={inputId}>{label}</label>
      <div className={styles.frame} data-invalid={error ? '' : undefined}>
        {start}
        <input
          {...input}
          id={inputId}
          onFocus={(event) => {
            setIsIn(true);
            input.onFocus?.(event);
          }}
          onBlur={(event) => {
            setIsIn(false);
            input.onBlur?.(event);
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
        />
        {end}
      </div>
      <p id={noteId} className={error ? styles.error : styles.hint} aria-live={isIn ? 'polite' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}
