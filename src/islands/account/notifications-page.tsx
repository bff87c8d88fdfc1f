import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useState } from 'react';
import type { NoticeChoice } from '../../lib/contract/accounts/notice-calls.ts';
import type { NoticeChannel } from '../../lib/notices/notice-catalogue.ts';
import { noticeChannels, noticeTopics } from '../../lib/notices/notice-catalogue.ts';
import { $noticeChoices, chooseNotice, loadNoticeChoices } from '../../stores/account/notice-choices.ts';
import { Button } from '../shared/button.tsx';
import { useAccount } from './account-context.ts';
import styles from './notifications-page.module.css';

/** What the customer is told of: a table of events with a switch for each channel. */
export function NotificationsPage() {
  const { t } = useAccount();
  const state = useStore($noticeChoices);
  const [failed, setFailed] = useState<ReadonlySet<NoticeChoice['code']>>(new Set());
  useEffect(() => void loadNoticeChoices(), []);

  // By event, so that the success of another one does not hide a failure.
  function mark(code: NoticeChoice['code'], isSaved: boolean): void {
    setFailed((before) => {
      const after = new Set(before);
      if (isSaved) after.delete(code);
      else after.add(code);
      return after;
    });
  }

  if (state.status === 'failed')
    return (
      <div className={styles.card} role="alert">
        <p>{t('notices.choices.failed')}</p>
        <Button onClick={() => void loadNoticeChoices()}>{t('account.retry')}</Button>
      </div>
    );
  const choices = state.status === 'ready' ? state.choices : [];
  return (
    <div className={styles.card} aria-busy={state.status === 'loading' || undefined}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('notices.choices.event')}</th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`notices.choices.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeTopics.map((topic) => (
            <Fragment key={topic}>
              <tr>
                <th className={styles.topic} scope="rowgroup" colSpan={3}>
                  {t(`notices.choices.topics.${topic}`)}
                </th>
              </tr>
              {choices
                .filter((choice) => choice.topic === topic)
                .map((choice) => (
                  <ChoiceRow key={choice.code} choice={choice} onSaved={(isSaved) => mark(choice.code, isSaved)} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <p className={styles.fault} role="alert">
        {failed.size > 0 && t('notices.choices.notSaved')}
      </p>
      <p className={styles.note}>{t('notices.choices.alwaysText')}</p>
    </div>
  );
}

interface ChoiceRowProps {
  choice: NoticeChoice;
  onSaved: (isSaved: boolean) => void;
}

function ChoiceRow({ choice, onSaved }: ChoiceRowProps) {
  const { t } = useAccount();
  const { code, fixed } = choice;
  const event = t(`notices.events.${code}.name`);

  async function choose(channel: NoticeChannel, isOn: boolean): Promise<void> {
    const result = await chooseNotice(code, channel, isOn);
    onSaved(result.ok);
  }

  return (
    <tr>
      <th scope="row">{event}</th>
      {noticeChannels.map((channel) => {
        const isFixed = fixed.includes(channel);
        return (
          <td key={channel}>
            <label title={isFixed ? t('notices.choices.always') : undefined}>
              <input
                type="checkbox"
                checked={choice[channel] === 1}
                disabled={isFixed}
                aria-label={t('notices.choices.of', { event, channel: t(`notices.choices.${channel}`) })}
                onChange={({ target }) => void choose(channel, target.checked)}
              />
            </label>
          </td>
        );
      })}
    </tr>
  );
}
