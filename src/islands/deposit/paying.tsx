import { useEffect } from 'react';
import { useDeposit } from './deposit-context.ts';
import styles from './deposit-notes.module.css';
import { Cashier } from './cashier.tsx';
import { focusIt } from './focus-it.ts';
import type { NextStep } from './next-step.ts';
import { PageLink } from './page-link.tsx';

/** How long the thank-you stands before the dialog closes. */
const thanksMs = 1_500;

/** Of what follows, all that is shown instead of the form. */
export type Followed = Exclude<NextStep, { kind: 'going' }>;

interface FollowingProps {
  step: Followed;
  /** What the method is called. */
  label: string;
  /** Back to the form. */
  onChangeWay: () => void;
}

/** What follows on a deposit that was begun, where this page stays for it. */
export function Following({ step, label, onChangeWay }: FollowingProps) {
  switch (step.kind) {
    case 'thanks':
      return <Thanks />;
    case 'page':
    case 'window':
      return <PageLink {...step} label={label} onChangeWay={onChangeWay} />;
    case 'cashier':
      return <Cashier {...step} label={label} onChangeWay={onChangeWay} />;
  }
}

function Thanks() {
  const { t, paths } = useDeposit();
  useEffect(() => {
    const timer = setTimeout(() => location.assign(paths.platform), thanksMs);
    return () => clearTimeout(timer);
  }, [paths]);
  return (
    <div className={styles.note} role="status">
      <h2 ref={focusIt} tabIndex={-1}>
        {t('deposit.thanks.title')}
      </h2>
      <p>{t('deposit.thanks.text')}</p>
    </div>
  );
}
