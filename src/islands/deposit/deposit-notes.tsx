import { useRetry } from '../shared/use-retry.ts';
import { Button } from '../shared/button.tsx';
import { useDeposit } from './deposit-context.ts';
import styles from './deposit-notes.module.css';

/** In the shape of the form that comes. */
export function DepositSkeleton() {
  const { t } = useDeposit();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  );
}

/** What is pressed is busy until it is over, and said again where it failed. */
type Action = { label: string } & ({ onClick: () => Promise<unknown> } | { href: string });

interface DepositNoteProps {
  title: string;
  text: string;
  action: Action;
  /** Something went wrong, and it is read out at once. */
  isFault?: boolean;
}

/** Why there is no form, and what to do. */
export function DepositNote({ title, text, action, isFault = false }: DepositNoteProps) {
  const { isBusy, tries, retry } = useRetry('onClick' in action ? action.onClick : () => undefined);
  return (
    <div className={styles.note} role={isFault ? 'alert' : 'note'} data-fault={isFault || undefined}>
      <h2>{title}</h2>
      <p key={tries}>{text}</p>
      {'href' in action ? (
        <a className={styles.way} href={action.href}>
          {action.label}
        </a>
      ) : (
        <Button isLoading={isBusy} onClick={retry}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** Whose profile is not complete pays nothing in, and is led to where it can be; from there back. */
export function Incomplete() {
  const { t, paths } = useDeposit();
  const details = `${paths.details}?next=${encodeURIComponent(paths.deposit)}`;
  return (
    <DepositNote
      title={t('deposit.incomplete.title')}
      text={t('deposit.incomplete.text')}
      action={{ label: t('deposit.incomplete.link'), href: details }}
    />
  );
}
