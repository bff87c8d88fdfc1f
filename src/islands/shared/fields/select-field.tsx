import { useId } from 'react';
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import styles from './field.module.css';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLSelectElement>;
}

/** A labelled select with its error below it; the children are its options. */
export function SelectField({ label, error, hint, id, className, children, ...select }: SelectFieldProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const noteId = `${selectId}-note`;
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={selectId}>{label}</label>
      <div className={styles.frame} data-invalid={error ? '' : undefined}>
        <select
          {...select}
          id={selectId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
        >
          {children}
        </select>
      </div>
      <p id={noteId} className={error ? styles.error : styles.hint}>
        {error ?? hint}
      </p>
    </div>
  );
}
