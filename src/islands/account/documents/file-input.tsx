import { useId } from 'react';
import styles from '../upload-form.module.css';

interface FileInputProps {
  label: string;
  /** Which document it is for: what is read out besides the label. */
  title: string;
  /** The element that says which files, and what is wrong. */
  noteId: string;
  isWrong: boolean;
  /** Opens the camera of a phone; shown where there is a finger. */
  isCamera?: boolean;
  onChoose: (file: File | undefined) => void;
}

/** Photos of every kind: those that the server does not take are turned into one that it does. */
const kinds = '.jpg,.jpeg,.pdf,image/*,application/pdf';

/** The browser's own field for a file, looking like a button. */
export function FileInput({ label, title, noteId, isWrong, isCamera = false, onChoose }: FileInputProps) {
  const id = useId();
  return (
    <label className={styles.button} htmlFor={id} data-camera={isCamera || undefined}>
      <span>
        {label}
        <span className="visually-hidden">: {title}</span>
      </span>
      <input
        id={id}
        type="file"
        accept={isCamera ? 'image/*' : kinds}
        capture={isCamera ? 'environment' : undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={noteId}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again.
          target.value = '';
          onChoose(file);
        }}
      />
    </label>
  );
}
