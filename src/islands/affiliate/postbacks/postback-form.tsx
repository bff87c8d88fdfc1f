import type { SubmitEvent } from 'react';
import { useRef, useState } from 'react';
import type { PostbackEvent, PostbackSettings } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Problem } from '../../../lib/contract/problem.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { changePostbacks, newPostbackSecret } from '../../../stores/affiliate/postbacks.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useList } from '../../lists/list-context.ts';
import { AskDialog } from '../../shared/ask-dialog.tsx';
import { Button } from '../../shared/button.tsx';
import { CheckboxField } from '../../shared/fields/checkbox-field.tsx';
import { Field } from '../../shared/fields/field.tsx';
import styles from './postbacks.module.css';

interface PostbackFormProps {
  settings: PostbackSettings;
  onSecret: (secret: string | null) => void;
}

const events: readonly PostbackEvent[] = ['registration', 'first_deposit'];
/** Only checks the form of a URL: the server decides whether http:// and non-public hosts are allowed. */
const addressPattern = /^https?:\/\/[^\s/#]+[^\s#]*$/i;

/** The URL that receives postbacks, the events that trigger them, and the secret that signs them. */
export function PostbackForm({ settings, onSecret }: PostbackFormProps) {
  const { t, locale } = useList();
  const [isAsked, setIsAsked] = useState(false);
  const { url, chosen, fault, field, isBusy, setUrl, toggle, submit, words } = usePostbackForm(settings, onSecret);

  const renew = async () => {
    setIsAsked(false);
    const renewed = await newPostbackSecret();
    if (renewed.ok) onSecret(renewed.secret);
    else showToast({ kind: 'error', text: words(renewed.problem) });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        ref={field}
        type="url"
        inputMode="url"
        label={t('affiliate.postbacks.url')}
        placeholder="https://"
        value={url}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setUrl(target.value)}
        error={fault}
        hint={t('affiliate.postbacks.urlHint')}
      />
      <fieldset className={styles.events}>
        <legend>{t('affiliate.postbacks.events')}</legend>
        {events.map((event) => (
          <CheckboxField key={event} checked={chosen.includes(event)} onChange={() => toggle(event)}>
            {t(`affiliate.postbacks.event.${event}`)}
          </CheckboxField>
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {t('affiliate.postbacks.save')}
        </Button>
        {settings.secret_made_at !== null && (
          <>
            <Button onClick={() => setIsAsked(true)}>{t('affiliate.postbacks.renew')}</Button>
            <p>{t('affiliate.postbacks.secretSince', { date: formatDateTime(settings.secret_made_at, locale) })}</p>
          </>
        )}
      </div>
      {isAsked && (
        <AskDialog
          title={t('affiliate.postbacks.renewTitle')}
          text={t('affiliate.postbacks.renewText')}
          onShut={() => setIsAsked(false)}
        >
          <Button onClick={() => setIsAsked(false)}>{t('affiliate.postbacks.keep')}</Button>
          <Button variant="primary" onClick={() => void renew()}>
            {t('affiliate.postbacks.renew')}
          </Button>
        </AskDialog>
      )}
    </form>
  );
}

function usePostbackForm(settings: PostbackSettings, onSecret: PostbackFormProps['onSecret']) {
  const { t } = useList();
  const [url, setUrl] = useState(settings.url ?? '');
  const [chosen, setChosen] = useState<readonly PostbackEvent[]>(settings.url === null ? events : settings.events);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const words = ({ code }: Problem) => t('affiliate.postbacks.notSaved', { problem: t(`problems.${code}`) });

  const refuse = () => {
    setFault(t('affiliate.postbacks.urlFault'));
    field.current?.focus();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const trimmed = url.trim();
    if (trimmed !== '' && !addressPattern.test(trimmed)) {
      refuse();
      return;
    }
    setIsBusy(true);
    const saved = await changePostbacks({ url: trimmed || null, events: [...chosen] });
    setIsBusy(false);
    if (saved.ok) {
      if (saved.secret !== null) onSecret(saved.secret);
      showToast({ kind: 'success', text: t(trimmed ? 'affiliate.postbacks.saved' : 'affiliate.postbacks.off') });
    } else if (saved.problem.code === 'VALIDATION') refuse();
    else showToast({ kind: 'error', text: words(saved.problem) });
  };
  const toggle = (event: PostbackEvent) =>
    setChosen(chosen.includes(event) ? chosen.filter((one) => one !== event) : [...chosen, event]);
  const change = (text: string) => {
    setUrl(text);
    setFault(undefined);
  };
  return { url, chosen, fault, field, isBusy, setUrl: change, toggle, submit, words };
}
