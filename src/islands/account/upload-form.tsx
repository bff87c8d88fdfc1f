import type { SubmitEvent } from 'react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { longestDocumentBytes } from '../../lib/contract/accounts/document-kinds.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import type { DocumentSlot } from '../../stores/account/documents.ts';
import { Button } from '../shared/button.tsx';
import { useAccount } from './account-context.ts';
import styles from './upload-form.module.css';
import type { ChosenFile, UploadFault, UploadState } from './use-upload.ts';
import { useUpload } from './use-upload.ts';

interface UploadFormProps {
  slot: DocumentSlot;
  /** The document's name in the reader's language. */
  title: string;
}

/** Lets the customer drop, choose or photograph a file, and sends it. */
export function UploadForm({ slot, title }: UploadFormProps) {
  const { t } = useAccount();
  const { state, choose, send, clear, cancel } = useUpload(slot);
  const noteId = useId();
  const isSending = state.step === 'sending';
  const { ref, isAimedAt } = useDrop((file) => void (!isSending && choose(file)));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // There is nothing to send, so the focus moves to the file input.
    if (state.step === 'empty') event.currentTarget.querySelector('input')?.focus();
    void send();
  };
  const input = { title, noteId, isWrong: state.fault !== undefined, onChoose: (file?: File) => void choose(file) };
  return (
    <form
      ref={ref}
      className={styles.form}
      aria-label={t('account.documents.form', { title })}
      data-aimed={isAimedAt || undefined}
      noValidate
      onSubmit={submit}
    >
      {state.chosen ? (
        <ChosenFile state={state} chosen={state.chosen} onRemove={clear} onCancel={cancel} />
      ) : (
        <div className={styles.choice}>
          <FileInput {...input} label={t('account.documents.choose')} />
          <FileInput {...input} label={t('account.documents.photograph')} isCamera />
          <p className={styles.drop}>
            {t(state.step === 'preparing' ? 'account.documents.preparing' : 'account.documents.drop')}
          </p>
        </div>
      )}
      <div className={styles.foot}>
        <div id={noteId} className={styles.notes}>
          <p role="alert" className={styles.fault}>
            {state.fault && faultText(t, state.fault, title)}
          </p>
          <p>{t('account.documents.kinds')}</p>
        </div>
        <Button
          type="submit"
          variant={state.chosen ? 'primary' : 'secondary'}
          isLoading={isSending || state.step === 'preparing'}
        >
          {t('account.documents.send')}
        </Button>
      </div>
    </form>
  );
}

function faultText(t: ReturnType<typeof useAccount>['t'], fault: UploadFault, title: string): string {
  if (fault === 'required') return t('fields.errors.required', { title });
  return fault === 'UNAVAILABLE' ? t('account.unreachable') : t(`problems.${fault}`);
}

interface FileInputProps {
  label: string;
  /** The name of the document, announced in addition to the label. */
  title: string;
  /** The element that says which files are accepted, and what is wrong. */
  noteId: string;
  isWrong: boolean;
  /** Opens a phone's camera; shown only on touch screens. */
  isCamera?: boolean;
  onChoose: (file: File | undefined) => void;
}

/** Accepts photos of every type: `prepareFile` converts those that the server does not accept. */
const kinds = '.jpg,.jpeg,.pdf,image/*,application/pdf';

/** The browser's file input, styled as a button. */
function FileInput({ label, title, noteId, isWrong, isCamera = false, onChoose }: FileInputProps) {
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
          // Without this, choosing the same file again would cause no event.
          target.value = '';
          onChoose(file);
        }}
      />
    </label>
  );
}

interface ChosenFileProps {
  state: UploadState;
  chosen: ChosenFile;
  onRemove: () => void;
  onCancel: () => void;
}

/** The chosen file, its size, and its progress while it is being sent. */
function ChosenFile({ state, chosen, onRemove, onCancel }: ChosenFileProps) {
  const { t, locale } = useAccount();
  const row = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const percent = Math.floor(state.share * 100);
  const isSending = state.step === 'sending';
  useEffect(() => {
    // The file input is gone, so the row with the chosen file gets the focus.
    if (document.activeElement === document.body) row.current?.focus();
  }, []);
  return (
    <div ref={row} className={styles.chosen} tabIndex={-1}>
      <p id={labelId} className={styles.file}>
        {chosen.file.name}
      </p>
      <p className={`figures ${styles.size}`}>{sizeText(t, chosen, locale)}</p>
      <Button variant="quiet" className={styles.action} onClick={isSending ? onCancel : onRemove}>
        {t(isSending ? 'account.documents.cancel' : 'account.documents.remove')}
      </Button>
      {isSending && (
        <div className={styles.progress}>
          <progress max={100} value={percent} aria-labelledby={labelId} />
          <span className="figures" aria-hidden="true">
            {percent < 100 ? t('account.documents.sent', { percent }) : t('account.documents.checking')}
          </span>
        </div>
      )}
    </div>
  );
}

function sizeText(
  t: ReturnType<typeof useAccount>['t'],
  { file, originalBytes, isRedrawn }: ChosenFile,
  locale: string,
) {
  const size = formatBytes(file.size, locale);
  return isRedrawn && originalBytes > longestDocumentBytes
    ? t('account.documents.scaled', { from: formatBytes(originalBytes, locale), to: size })
    : size;
}

/**
 * Lets files be dropped on an element; only the first is used. The file input does the same for people without a mouse.
 */
function useDrop(onFile: (file: File | undefined) => void) {
  const [isAimedAt, setIsAimedAt] = useState(false);
  const newest = useRef(onFile);
  useEffect(() => {
    newest.current = onFile;
  });
  const ref = useCallback((target: HTMLElement | null) => {
    const over = () => setIsAimedAt(true);
    const leave = () => setIsAimedAt(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setIsAimedAt(false);
      newest.current(event.dataTransfer?.files[0]);
    };
    target?.addEventListener('dragover', over);
    target?.addEventListener('dragleave', leave);
    target?.addEventListener('drop', drop);
    return () => {
      target?.removeEventListener('dragover', over);
      target?.removeEventListener('dragleave', leave);
      target?.removeEventListener('drop', drop);
    };
  }, []);
  return { ref, isAimedAt };
}
