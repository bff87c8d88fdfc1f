import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../lib/contract/entities.ts';
import { useAccount } from '../account-context.ts';
import card from './card.module.css';
import { FactorStage } from '../../account-security/factor/factor-stage.tsx';
import type { Stage } from '../../account-security/factor/factor-stage.tsx';

/** The second factor: on or off, how it is set up, and the recovery codes when they can be seen. */
export function FactorSection({ user }: { user: User }) {
  const { t } = useAccount();
  const [stage, setStage] = useState<Stage>({ name: 'rest' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const isOn = user.second_factor === 1;
  // Another tab has switched it on or off meanwhile: what is begun here leads nowhere any more.
  if (!fits(stage, isOn)) setStage({ name: 'rest' });
  useEffect(() => {
    // What comes has the keyboard; a form takes it to its own field.
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
