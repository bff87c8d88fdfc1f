import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './checkbox-field.module.css';

interface CheckboxFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'children'> {
  /** The label; links in it work as links and do not toggle the box. */
  children: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its error below it. */
export function CheckboxField({ children, error, ...input }: CheckboxFieldProps) {
  const noteId = `${useId()}-note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} data-invalid={error ? '' : undefined}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
        />
        <span>{children}</span>
      </label>
      <p id={noteId} className={styles.error}>
        {error}
      </p>
    </div>
  );
}
