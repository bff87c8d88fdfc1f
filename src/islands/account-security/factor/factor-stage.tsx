import type { FactorSetUp } from '../../../lib/contract/accounts/account-entities.ts';
import type { User } from '../../../lib/contract/entities.ts';
import { disableFactor, enableFactor, renewCodes } from '../../../stores/account/security.ts';
import { useAccount } from '../../account/account-context.ts';
import { useProblemText } from '../../account/use-problem-text.ts';
import { RecoveryCodes } from '../../account/security/recovery-codes.tsx';
import { CodeForm } from './code-form.tsx';
import { FactorOff } from '../../account/security/factor-forms.tsx';
import { FactorOn } from './factor-on.tsx';
import { SetUpForm } from './set-up-form.tsx';

/** What the section shows besides whether it is on. */
export type Stage =
  | { name: 'rest' }
  | { name: 'set-up'; setUp: FactorSetUp }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'renew' | 'switch-off' };

interface FactorStageProps {
  user: User;
  stage: Stage;
  setStage: (stage: Stage) => void;
}

/** One stage of the second factor, and what leads to the next. */
export function FactorStage({ user, stage, setStage }: FactorStageProps) {
  const { t, locale: lang } = useAccount();
  const problemText = useProblemText();
  const rest = () => setStage({ name: 'rest' });
  /** Shows the codes that an act answered, or says why there are none. */
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
