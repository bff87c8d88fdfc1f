import { lazy, Suspense, useEffect, useRef } from 'react';
import type { PanelView } from '../../lib/affiliates/panel-views.ts';
import { affiliateIdleClock } from '../../stores/affiliate/affiliate-keeper.ts';
import { useList } from '../lists/list-context.ts';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { ToastRegion } from '../shared/toast-region.tsx';
import { AccountsView } from './accounts/accounts-view.tsx';
import { hasJustEntered } from './follow-affiliate.ts';
import { IdleDialog } from './idle-dialog.tsx';
import { PanelHead } from './panel-head.tsx';
import type { PanelProps } from './panel-props.ts';
import { PanelTabs } from './panel-tabs.tsx';
import styles from './panel.module.css';
import { useAddress } from './use-address.ts';

const missing = () => ({ default: NotLoaded });

const views = {
  links: lazy(() => import('./links-view.tsx').then((view) => ({ default: view.LinksView }), missing)),
  postbacks: lazy(() =>
    import('./postbacks/postbacks-view.tsx').then((view) => ({ default: view.PostbacksView }), missing),
  ),
  compare: lazy(() => import('./compare-view.tsx').then((view) => ({ default: view.CompareView }), missing)),
  password: lazy(() => import('./password-view.tsx').then((view) => ({ default: view.PasswordView }), missing)),
} satisfies Record<Exclude<PanelView, 'accounts'>, unknown>;

/** The panel: who is logged in, its parts, and the one that the address names. */
export function PanelPage(props: PanelProps) {
  const { t } = useList();
  const { user, address } = props;
  const { view, choice, choose, show } = useAddress(address);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => affiliateIdleClock.keep(window), []);
  useEffect(() => {
    if (hasJustEntered()) head.current?.focus();
  }, []);
  const Other = view === 'accounts' ? null : views[view];
  return (
    <div className={styles.page}>
      <PanelHead user={user} headRef={head} />
      <PanelTabs view={view} address={address} onShow={show} />
      <section className={styles.view} aria-label={t(`affiliate.views.${view}`)}>
        {Other === null ? (
          <AccountsView choice={choice} onChoose={choose} masked={user.masked} onLinks={() => show('links')} />
        ) : (
          <Suspense fallback={<ListSkeleton rows={4} />}>
            <Other {...props} />
          </Suspense>
        )}
      </section>
      <IdleDialog />
      <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />
    </div>
  );
}

/** A reload finds the part under its new name, where the site is a newer one meanwhile. */
function NotLoaded() {
  const { t } = useList();
  const reload = () => location.reload();
  return <ListFailure text={t('problems.UNAVAILABLE')} retryLabel={t('affiliate.retry')} onRetry={reload} />;
}
