import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { forgetRegistration } from '../../stores/sign-in/registration-marker.ts';
import { followOpened } from '../../stores/payments/opened-deposits.ts';
import { loadPaymentOptions, $paymentOptions } from '../../stores/payments/options.ts';
import { $session } from '../../stores/session.ts';
import { Button } from '../shared/button.tsx';
import { FirstStepsSlot } from '../shared/first-steps/first-steps-slot.tsx';
import { ToastRegion } from '../shared/toast-region.tsx';
import { useIsHydrated } from '../shared/use-is-alive.ts';
import { useRetry } from '../shared/use-retry.ts';
import type * as AccountParts from './deposit-account.tsx';
import type { DepositPaths, Shutting } from './deposit-context.ts';
import { DepositContext, useDeposit } from './deposit-context.ts';
import { DepositForm } from './deposit-form.tsx';
import notes from './deposit-notes.module.css';
import styles from './deposit.module.css';

interface DepositIslandProps {
  paths: DepositPaths;
  locale: string;
  /** Texts by namespace: deposit, transactions, amount, tracker, problems, common. */
  messages: Messages;
}

export function DepositIsland({ messages, locale, paths }: DepositIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, paths }), [messages, locale, paths]);
  const account = useAccountParts();
  const isWide = useIsWide();
  return (
    <DepositContext value={value}>
      <div className={styles.ground}>{account && isWide && <account.DepositAccount form="page" />}</div>
      <DepositDialog>{account && <account.DepositFoot isNarrow={!isWide} />}</DepositDialog>
    </DepositContext>
  );
}

/** What shows the customer's account, loaded after the form. Without it the dialog works all the same. */
function useAccountParts(): typeof AccountParts | undefined {
  const isKnown = useStore($session, { ssr: () => null })?.user !== undefined;
  const [parts, setParts] = useState<typeof AccountParts>();
  useEffect(() => {
    if (!isKnown) return;
    import('./deposit-account.tsx').then(setParts, () => undefined);
  }, [isKnown]);
  return parts;
}

const wide = '(width >= 1100px)';

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether there is room for the account beside the dialog. */
const useIsWide = () =>
  useSyncExternalStore(
    followWidth,
    () => matchMedia(wide).matches,
    () => false,
  );

/** The progress of a new customer, for whom the deposit is one of the first steps. */
function DepositSteps() {
  const { t, paths } = useDeposit();
  const user = useStore($session, { ssr: () => null })?.user;
  const { details: profile, documents, deposit, platform: trade } = paths;
  return <FirstStepsSlot {...{ user, t }} paths={{ profile, documents, deposit, trade }} form="line" here="deposit" />;
}

/**
 * The deposit as a dialog over its page; before hydration, it is plain markup in the same position. Closing it opens
 * the platform. It cannot be closed while a deposit is being sent, and only by its button while the deposit is being
 * paid.
 */
function DepositDialog({ children }: { children: ReactNode }) {
  const { t, paths } = useDeposit();
  const isAlive = useIsHydrated();
  const [shutting, setShutting] = useState<Shutting>('anyhow');
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isAlive) return;
    dialog.current?.showModal();
    title.current?.focus();
  }, [isAlive]);

  // The dialog stays open until the next page loads, so that nothing moves twice.
  const leave = () => {
    if (shutting !== 'never') location.assign(paths.platform);
  };
  return (
    <dialog
      ref={dialog}
      // Set only until hydration, when nothing can call `showModal`. Afterwards React must not control the attribute.
      open={isAlive ? undefined : true}
      className={`dialog ${styles.sheet}`}
      aria-labelledby="deposit-title"
      closedby={shutting === 'anyhow' ? 'any' : 'none'}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (shutting === 'anyhow') leave();
      }}
      // Ignores close events of dialogs nested in this one.
      onClose={(event) => event.target === event.currentTarget && leave()}
    >
      <header className={styles.head}>
        <h1 id="deposit-title" ref={title} tabIndex={-1}>
          {t('deposit.title')}
        </h1>
        <button
          type="button"
          className={styles.close}
          aria-label={t('common.close')}
          disabled={shutting === 'never'}
          onClick={leave}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M5 5l10 10M15 5L5 15" />
          </svg>
        </button>
      </header>
      <DepositSteps />
      <DepositContent onShutting={setShutting} />
      <footer className={styles.foot} hidden={shutting === 'by its button'} inert={shutting === 'never'}>
        {children}
      </footer>
      <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />
    </dialog>
  );
}

interface DepositContentProps {
  onShutting: (shutting: Shutting) => void;
}

/** The deposit form, or why it is not available. */
function DepositContent(props: DepositContentProps) {
  const { t, paths } = useDeposit();
  // Hydration starts with null, as in the server's markup, although the store already has the stored session.
  const user = useStore($session, { ssr: () => null })?.user;
  const state = useStore($paymentOptions, { ssr: 'initial' });
  const isComplete = user !== undefined && !hasMissingDetails(user);
  useEffect(() => {
    if (!isComplete) return;
    // Registration ends here, so a customer who has just registered is no longer treated as new.
    forgetRegistration();
    return followOpened();
  }, [isComplete]);

  if (user && !isComplete) return <Incomplete />;
  if (state.status === 'loading' || !user) return <DepositSkeleton />;
  if (state.status === 'failed')
    return (
      <DepositNote
        isFault
        title={t('deposit.failed.title')}
        text={t('deposit.failed.text')}
        action={{ label: t('deposit.failed.retry'), onClick: loadPaymentOptions }}
      />
    );
  if (state.options.methods.length === 0)
    return (
      <DepositNote
        title={t('deposit.none.title')}
        text={t('deposit.none.text')}
        action={{ label: t('deposit.none.contact'), href: paths.contact }}
      />
    );
  return <DepositForm options={state.options} user={user} {...props} />;
}

/** A skeleton in the shape of the form. */
function DepositSkeleton() {
  const { t } = useDeposit();
  return (
    <div className={notes.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  );
}

/**
 * A link, or an action whose button is busy until the promise settles. If the action fails again, the note is announced
 * again.
 */
type Action = { label: string } & ({ onClick: () => Promise<unknown> } | { href: string });

interface DepositNoteProps {
  title: string;
  text: string;
  action: Action;
  /** Something went wrong; announced at once. */
  isFault?: boolean;
}

/** Why there is no form, and what the customer can do. */
function DepositNote({ title, text, action, isFault = false }: DepositNoteProps) {
  const { isBusy, tries, retry } = useRetry('onClick' in action ? action.onClick : () => undefined);
  return (
    <div className={notes.note} role={isFault ? 'alert' : 'note'} data-fault={isFault || undefined}>
      <h2>{title}</h2>
      <p key={tries}>{text}</p>
      {'href' in action ? (
        <a className={notes.way} href={action.href}>
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

/**
 * Shown to customers with an incomplete profile, who cannot deposit. Links to the profile, which returns here after
 * saving.
 */
function Incomplete() {
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
