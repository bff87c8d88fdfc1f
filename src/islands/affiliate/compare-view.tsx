import { useId, useState } from 'react';
import { formatDay } from '../../lib/format/format-date-time.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { Comparison } from '../../stores/affiliate/compare.ts';
import { compareAccounts } from '../../stores/affiliate/compare.ts';
import { useList } from '../lists/list-context.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './compare.module.css';
import { DifferencesTable } from './differences-table.tsx';
import { FileDrop } from './file-drop.tsx';

type Outcome =
  | { kind: 'busy' | 'none' }
  | { kind: 'failed'; text: string }
  | { kind: 'compared'; file: string; comparison: Comparison };

/** The contract's own limit, in letters. */
const longestText = 1_000_000;

/** A file of the affiliate's own is held against what is counted here. */
export function CompareView({ user: { masked } }: PanelProps) {
  const { t, locale } = useList();
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  /** What names accounts: by emails that are masked nothing is compared. */
  const account = masked === 'emails' || masked === 'all' ? 'id' : t('affiliate.compare.idOrEmail');

  const compare = async (file: File) => {
    setOutcome({ kind: 'busy' });
    setOutcome(await outcomeOf(file));
  };
  const outcomeOf = async (file: File): Promise<Outcome> => {
    const text = file.size > 4 * longestText ? null : await file.text().catch(() => null);
    if (text === null || text.length > longestText) return { kind: 'failed', text: t('affiliate.compare.tooLarge') };
    const result = await compareAccounts(text);
    if (result.ok) return { kind: 'compared', file: file.name, comparison: result.comparison };
    const { code } = result.problem;
    if (code === 'VALIDATION') return { kind: 'failed', text: t('affiliate.compare.notUnderstood', { account }) };
    return { kind: 'failed', text: t('affiliate.compare.failed', { problem: t(`problems.${code}`) }) };
  };
  const unreadText = ({ unread_columns: unread }: Comparison) =>
    t('affiliate.compare.unread', {
      columns: unread.join(', '),
      known: [account, 'created_at', 'first_deposit'].join(', '),
    });
  const daysText = ({ days }: Comparison) =>
    days === null
      ? t('affiliate.compare.allDays')
      : t('affiliate.compare.days', { from: formatDay(days.from, locale), until: formatDay(days.until, locale) });
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <div className={styles.intro}>
        <h2 id={`${id}-title`}>{t('affiliate.compare.title')}</h2>
        <p>{t('affiliate.compare.lead')}</p>
        <p className={styles.columns}>{t('affiliate.compare.columns', { account })}</p>
        <pre className={styles.example}>{'id,created_at,first_deposit\n8a9b2862ea52,2026-11-02,2026-11-05'}</pre>
        <FileDrop isBusy={outcome.kind === 'busy'} onFile={(file) => void compare(file)} />
      </div>
      <div role="status" className={styles.outcome}>
        {outcome.kind === 'compared' && (
          <p className={styles.result}>
            <b>{outcome.file}</b>{' '}
            {t('affiliate.compare.result', {
              lines: formatCount(outcome.comparison.lines, locale),
              matched: formatCount(outcome.comparison.matched, locale),
              different: formatCount(outcome.comparison.different, locale),
              missing: formatCount(outcome.comparison.missing, locale),
            })}
          </p>
        )}
        {outcome.kind === 'compared' && <p>{daysText(outcome.comparison)}</p>}
        {outcome.kind === 'compared' && outcome.comparison.unread_columns.length > 0 && (
          <p>{unreadText(outcome.comparison)}</p>
        )}
      </div>
      {outcome.kind === 'failed' && (
        <p role="alert" className={styles.fault}>
          {outcome.text}
        </p>
      )}
      {outcome.kind === 'compared' && outcome.comparison.differences.length > 0 && (
        <DifferencesTable comparison={outcome.comparison} />
      )}
    </section>
  );
}
