import { useEffect, useRef, useState } from 'react';
import type { FactorSetUp } from '../../../lib/contract/accounts/account-entities.ts';
import type { User } from '../../../lib/contract/entities.ts';
import { formatDay } from '../../../lib/format/format-date-time.ts';
import { disableFactor, enableFactor, renewCodes } from '../../../stores/account/security.ts';
import { CodeForm, FactorOff, SetUpForm } from './factor-forms.tsx';
import { Button } from '../../shared/button.tsx';
import { useAccount, useProblemText } from '../account-context.ts';
import card from './card.module.css';
import styles from './factor.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The second factor: its status, its set-up, and new recovery codes, which are shown once. */
export function FactorSection({ user }: { user: User }) {
  const { t } = useAccount();
  const [stage, setStage] = useState<Stage>({ name: 'rest' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const isOn = user.second_factor === 1;
  // Another tab has switched the second factor on or off, so the current stage can no longer be completed.
  if (!fits(stage, isOn)) setStage({ name: 'rest' });
  useEffect(() => {
    // A new stage takes the focus; a form moves it to its own field.
    if (!isFirst.current && stage.name !== 'renew' && stage.name !== 'switch-off') heading.current?.focus();
    isFirst.current = false;
  }, [stage.name]);

  return (
    <section className={card.card} aria-labelledby="factor-title">
      <header className={card.head}>
        <h2 id="factor-title" ref={heading} tabIndex={-1}>
          {t('account.security.factor.title')}
        </h2>
        <span className={card.state} data-on={isOn ? '' : undefined}>
          {t(isOn ? 'account.security.factor.on' : 'account.security.factor.off')}
        </span>
      </header>
      <FactorStage user={user} stage={stage} setStage={setStage} />
    </section>
  );
}

function fits({ name }: Stage, isOn: boolean): boolean {
  return name === 'rest' || isOn === (name !== 'set-up');
}

/** What the section shows besides the status. */
type Stage =
  | { name: 'rest' }
  | { name: 'set-up'; setUp: FactorSetUp }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'renew' | 'switch-off' };

interface FactorStageProps {
  user: User;
  stage: Stage;
  setStage: (stage: Stage) => void;
}

/** The content of the current stage, and the actions that lead to the next one. */
function FactorStage({ user, stage, setStage }: FactorStageProps) {
  const { t, locale: lang } = useAccount();
  const problemText = useProblemText();
  const rest = () => setStage({ name: 'rest' });
  /** Shows the recovery codes from the server. If the server refused, resolves to the error text instead. */
  const showCodes = async (asked: ReturnType<typeof renewCodes>) => {
    const result = await asked;
    if (!result.ok) return problemText(result.problem);
    setStage({ name: 'codes', codes: result.codes });
  };
  const switchOff = async (code: string) => {
    const result = await disableFactor({ code, lang });
    if (!result.ok) return problemText(result.problem);
    rest();
  };

  switch (stage.name) {
    case 'rest':
      return user.second_factor === 1 ? (
        <FactorOn
          since={user.second_factor_since}
          onRenew={() => setStage({ name: 'renew' })}
          onSwitchOff={() => setStage({ name: 'switch-off' })}
        />
      ) : (
        <FactorOff email={user.email} onStarted={(setUp) => setStage({ name: 'set-up', setUp })} />
      );
    case 'set-up':
      return <SetUpForm setUp={stage.setUp} send={(code) => showCodes(enableFactor({ code, lang }))} onCancel={rest} />;
    case 'codes':
      return <RecoveryCodes codes={stage.codes} email={user.email} onDone={rest} />;
    case 'renew':
      return (
        <CodeForm
          title={t('account.security.renew.title')}
          lead={t('account.security.renew.lead')}
          submitLabel={t('account.security.renew.submit')}
          send={(code) => showCodes(renewCodes({ code, lang }))}
          onCancel={rest}
        />
      );
    case 'switch-off':
      return (
        <CodeForm
          title={t('account.security.switchOff.title')}
          lead={t('account.security.switchOff.lead')}
          submitLabel={t('account.security.switchOff.submit')}
          send={switchOff}
          onCancel={rest}
        />
      );
  }
}

interface FactorOnProps {
  /** ISO 8601; null if the date is unknown. */
  since: string | null;
  onRenew: () => void;
  onSwitchOff: () => void;
}

function FactorOn({ since, onRenew, onSwitchOff }: FactorOnProps) {
  const { t, locale } = useAccount();
  return (
    <>
      {since && (
        <p className={styles.since}>{t('account.security.factor.since', { date: formatDay(since, locale) })}</p>
      )}
      <p className={card.text}>{t('account.security.factor.onText')}</p>
      <div className={card.actions}>
        <Button onClick={onRenew}>{t('account.security.renew.open')}</Button>
        <Button variant="quiet" onClick={onSwitchOff}>
          {t('account.security.switchOff.open')}
        </Button>
      </div>
    </>
  );
}
