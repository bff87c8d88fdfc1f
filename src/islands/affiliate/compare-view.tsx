import type { ChangeEvent } from 'react';
import { useId, useState } from 'react';
import type { ComparisonDifference } from '../../lib/contract/affiliate/affiliate-calls.ts';
import { formatDay } from '../../lib/format/format-date-time.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { Comparison } from '../../stores/affiliate/compare.ts';
import { compareAccounts } from '../../stores/affiliate/compare.ts';
import { useList } from '../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../lists/list-state.tsx';
import styles from './compare.module.css';
import type { PanelProps } from './panel-props.ts';

type Outcome =
  | { kind: 'busy' | 'none' }
  | { kind: 'failed'; text: string }
  | { kind: 'compared'; file: string; comparison: Comparison };

/** The longest file text that the contract allows, in characters. */
const longestText = 1_000_000;

/** Compares the affiliate's own records, uploaded as a file, with the accounts counted here. */
export function CompareView({ user: { masked } }: PanelProps) {
  const { t, locale } = useList();
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  /** The name of the column that identifies accounts. Masked emails cannot be compared, so it is then only the id. */
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

interface FileDropProps {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A field to choose a file or drop it on: browsers accept files dropped on an input. */
function FileDrop({ isBusy, onFile }: FileDropProps) {
  const { t } = useList();
  const [isOver, setIsOver] = useState(false);
  const readFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Without this, choosing the same file again after a correction would cause no event.
    target.value = '';
    if (file) onFile(file);
  };
  return (
    <label className={styles.drop} data-over={isOver || undefined}>
      <input
        type="file"
        accept=".csv,text/csv,text/plain"
        disabled={isBusy}
        onChange={readFile}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
      />
      <span className={styles.choose}>{t(isBusy ? 'affiliate.compare.busy' : 'affiliate.compare.choose')}</span>
      <span className={styles.or}>{t('affiliate.compare.drop')}</span>
    </label>
  );
}

const columns = ['line', 'account', 'reason', 'theirs', 'ours'] as const;

/** The differences between the file and the counted accounts, each with its reason. */
function DifferencesTable({ comparison }: { comparison: Comparison }) {
  const { t, locale } = useList();
  const { differences, different, missing } = comparison;
  const unlisted = different + missing - differences.length;
  const { shown, next, showMore } = useMoreRows(differences);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`affiliate.compare.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one, index) => (
            <DifferenceRow key={index} difference={one} />
          ))}
        </tbody>
      </table>
      {next > 0 && (
        <MoreButton label={t('affiliate.compare.more', { count: formatCount(next, locale) })} onClick={showMore} />
      )}
      {unlisted > 0 && (
        <p className={styles.rest}>{t('affiliate.compare.rest', { count: formatCount(unlisted, locale) })}</p>
      )}
    </>
  );
}

function DifferenceRow({ difference }: { difference: ComparisonDifference }) {
  const { t } = useList();
  const { line, account, reason, theirs, ours } = difference;
  return (
    <tr>
      <td data-column="line">{line ?? '–'}</td>
      <th scope="row" data-column="account">
        <code>{account}</code>
      </th>
      <td data-column="reason">{t(`affiliate.compare.reason.${reason}`)}</td>
      <td data-column="theirs">
        <Side side={theirs} name={t('affiliate.compare.column.theirs')} />
      </td>
      <td data-column="ours">
        <Side side={ours} name={t('affiliate.compare.column.ours')} />
      </td>
    </tr>
  );
}

function Side({ side, name }: { side: ComparisonDifference['ours']; name: string }) {
  const { t, locale } = useList();
  const day = (at: string | null) => (at === null ? '–' : formatDay(at, locale));
  return (
    <>
      <span className={styles.sideName}>{name}</span>
      {side === null ? (
        <span className={styles.nothing}>–</span>
      ) : (
        <>
          <span>{t('affiliate.compare.opened', { date: day(side.created_at) })}</span>
          <span>{t('affiliate.compare.deposited', { date: day(side.first_deposit) })}</span>
        </>
      )}
    </>
  );
}
