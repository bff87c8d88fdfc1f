import { useStore } from '@nanostores/react';
import type { Ref, SyntheticEvent } from 'react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { AccountChoice } from '../../lib/affiliates/account-choice.ts';
import { everyAccount, readChoice, writeChoice } from '../../lib/affiliates/account-choice.ts';
import type { PanelView } from '../../lib/affiliates/panel-views.ts';
import { panelViews, readView } from '../../lib/affiliates/panel-views.ts';
import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { activities, idleWarning } from '../../lib/contract/session.ts';
import { formatDuration } from '../../lib/format/format-duration.ts';
import { affiliateIdleClock } from '../../stores/affiliate/affiliate-sign-in.ts';
import { idleLimitMs } from '../../stores/idle-clock.ts';
import { useList } from '../lists/list-context.ts';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { Button } from '../shared/button.tsx';
import { isPlainClick } from '../shared/is-plain-click.ts';
import { ToastRegion } from '../shared/toast-region.tsx';
import { AccountsView } from './accounts/accounts-view.tsx';
import { hasJustEntered, leaveAsAffiliate } from './follow-affiliate.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './panel.module.css';

const missing = () => ({ default: NotLoaded });

const views = {
  links: lazy(() => import('./links-view.tsx').then((view) => ({ default: view.LinksView }), missing)),
  postbacks: lazy(() =>
    import('./postbacks/postbacks-view.tsx').then((view) => ({ default: view.PostbacksView }), missing),
  ),
  compare: lazy(() => import('./compare-view.tsx').then((view) => ({ default: view.CompareView }), missing)),
  password: lazy(() => import('./password-view.tsx').then((view) => ({ default: view.PasswordView }), missing)),
} satisfies Record<Exclude<PanelView, 'accounts'>, unknown>;

/** The panel: who is logged in, the tabs, and the view that the URL names. */
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

/** Shown if the chunk fails to load. After a deployment its name may have changed; a reload then finds the new one. */
function NotLoaded() {
  const { t } = useList();
  const reload = () => location.reload();
  return <ListFailure text={t('problems.UNAVAILABLE')} retryLabel={t('affiliate.retry')} onRetry={reload} />;
}

/** The affiliate's name and email; the log-out button is in the page header. */
function PanelHead({ user, headRef }: { user: AffiliateUser; headRef: Ref<HTMLHeadingElement> }) {
  const { t } = useList();
  return (
    <header className={styles.head}>
      <h1 ref={headRef} tabIndex={-1}>
        {t('affiliate.panel')}
      </h1>
      <div className={styles.who}>
        <p className={styles.name}>{user.name}</p>
        <p className={styles.email}>{user.email}</p>
      </div>
    </header>
  );
}

interface PanelTabsProps {
  view: PanelView;
  /** The path of the panel. */
  address: string;
  onShow: (view: PanelView) => void;
}

/** The views of the panel as links. Each has its own URL, but a plain click shows it without loading a page. */
function PanelTabs({ view, address, onShow }: PanelTabsProps) {
  const { t } = useList();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const tab = current.current;
    const strip = tab?.parentElement;
    if (tab && strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [view]);
  return (
    <nav className={styles.tabs} aria-label={t('affiliate.views.label')}>
      {panelViews.map((each) => (
        <a
          key={each}
          ref={each === view ? current : undefined}
          href={each === panelViews[0] ? address : `${address}?view=${each}`}
          aria-current={each === view ? 'page' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onShow(each);
          }}
        >
          {t(`affiliate.views.${each}`)}
        </a>
      ))}
    </nav>
  );
}

interface PanelRoute {
  view: PanelView;
  choice: AccountChoice;
}

const here = (): PanelRoute => ({ view: readView(location.search), choice: readChoice(location.search) });

/** Keeps the view in the URL, so that it survives a reload and works with the browser's history. */
function useAddress(address: string) {
  const [route, setRoute] = useState(here);
  useEffect(() => {
    const follow = () => setRoute(here());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const go = (next: PanelRoute) => {
    const query = queryOf(next);
    const goal = address + (query && `?${query}`);
    if (goal !== location.pathname + location.search) history.pushState(null, '', goal);
    setRoute(next);
  };
  return {
    ...route,
    choose: (choice: AccountChoice) => go({ view: 'accounts', choice }),
    show: (view: PanelView) => go({ view, choice: view === 'accounts' ? everyAccount : route.choice }),
  };
}

function queryOf({ view, choice }: PanelRoute): string {
  return view === panelViews[0] ? writeChoice(choice) : `view=${view}`;
}

/** Warns in the last minute of an idle session, in every tab. */
function IdleDialog() {
  const seconds = useStore(affiliateIdleClock.$secondsLeft);
  return seconds === null ? null : <Warning seconds={seconds} />;
}

function Warning({ seconds }: { seconds: number }) {
  const { t, locale } = useList();
  const idleMs = idleLimitMs();
  const time = formatDuration(idleMs - idleWarning(idleMs), locale);
  const open = useCallback((dialog: HTMLDialogElement) => {
    // Events in the dialog must not count as activity: the warning would disappear before a button is pressed.
    const hold = (event: Event) => event.target !== dialog && event.stopPropagation();
    for (const name of activities) dialog.addEventListener(name, hold, { passive: true });
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const stay = (event: SyntheticEvent) => {
    event.preventDefault();
    affiliateIdleClock.stay();
  };
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <dialog ref={open} className="dialog" aria-labelledby="affiliate-idle" onCancel={stay}>
      <h2 id="affiliate-idle">{t('common.idle.title')}</h2>
      <p className={styles.idleText}>{t('common.idle.text', { time })}</p>
      <div className={styles.idleLeft}>
        <span>{t('common.idle.left')}</span>
        <span role="timer">{left}</span>
      </div>
      <div className={styles.idleWays}>
        <Button variant="primary" onClick={stay}>
          {t('common.idle.stay')}
        </Button>
        <Button onClick={leaveAsAffiliate}>{t('common.account.logOut')}</Button>
      </div>
    </dialog>
  );
}
