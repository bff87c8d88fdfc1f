import { useId } from 'react';
import type { SubmitEvent } from 'react';
import type { DocumentPlace } from '../../stores/account/documents.ts';
import { Button } from '../shared/button.tsx';
import { useAccount } from './account-context.ts';
import { ChosenLine } from './documents/chosen-line.tsx';
import { FileInput } from './documents/file-input.tsx';
import styles from './upload-form.module.css';
import { useDrop } from './documents/use-drop.ts';
import { useUpload } from './use-upload.ts';
import type { UploadFault } from './use-upload.ts';

interface UploadFormProps {
  place: DocumentPlace;
  /** What is sent, as the reader calls it. */
  title: string;
}

/** Takes a file by dropping, choosing or photographing it, and sends it. */
export function UploadForm({ place, title }: UploadFormProps) {
  const { t } = useAccount();
  const { state, choose, send, clear, cancel } = useUpload(place);
  const noteId = useId();
  const isSending = state.step === 'sending';
  const { ref, isAimedAt } = useDrop((file) => void (!isSending && choose(file)));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // There is nothing to send: the keyboard goes to where a file is chosen.
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
        <ChosenLine state={state} chosen={state.chosen} onRemove={clear} onCancel={cancel} />
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
  if (fault === 'FILE_TOO_LARGE') return `${t('problems.FILE_NOT_SUPPORTED')}. ${t('problems.FILE_TOO_LARGE')}`;
  return fault === 'UNAVAILABLE' ? t('account.unreachable') : t(`problems.${fault}`);
}
