import { useId } from 'react';
import styles from './comments-field.module.css';

/** As many as the contract takes. */
const mostCharacters = 1000;

interface CommentsFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Some lines of text, with what is wrong with them below, and still what they are for. */
export function CommentsField({ label, hint, error, value, onChange }: CommentsFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name="comments"
        rows={3}
        maxLength={mostCharacters}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-fault ${id}-note` : `${id}-note`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onChange(value.trim())}
      />
      {error && (
        <p id={`${id}-fault`} data-fault="">
          {error}
        </p>
      )}
      <p id={`${id}-note`}>{hint}</p>
    </div>
  );
}
