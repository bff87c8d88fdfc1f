import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { FirstStep, StepState } from '../../../lib/contract/accounts/first-steps.ts';
import { firstSteps, nextStep, stepStates } from '../../../lib/contract/accounts/first-steps.ts';
import type { User } from '../../../lib/contract/entities.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { $hiddenSteps, hideSteps } from '../../../stores/account/hidden-steps.ts';
import styles from './first-steps.module.css';

/** Where each step is taken. */
export type StepPaths = Readonly<Record<FirstStep, string>>;

export interface FirstStepsProps {
  user: User;
  t: Translate;
  paths: StepPaths;
  /** `card`: all steps. `line`: the progress and the next step, where there is little room. */
  form: 'card' | 'line';
  /** The step that the page itself is for, which is not linked. */
  here?: FirstStep | undefined;
}

/** What a new customer does before trading, with the progress. Hidden for good by its button. */
export function FirstSteps({ user, t, paths, form, here }: FirstStepsProps) {
  const isHidden = useStore($hiddenSteps).includes(user.uniqid);
  const titleId = useId();
  const states = stepStates(user);
  const next = nextStep(states);
  const done = firstSteps.filter((step) => states[step] === 'done').length;
  if (isHidden) return null;
  return (
    <section className={`${styles.steps} ${styles[form]}`} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('common.steps.title')}</h2>
        <span className={styles.progress}>{t('common.steps.progress', { done, total: firstSteps.length })}</span>
        <button
          type="button"
          className={styles.hide}
          aria-label={t('common.steps.hide')}
          onClick={() => hideSteps(user.uniqid)}
        >
          ×
        </button>
      </header>
      <div className={styles.bar} aria-hidden="true">
        {firstSteps.map((step) => (
          <span key={step} data-state={states[step]} />
        ))}
      </div>
      {form === 'card' ? (
        <ol>
          {firstSteps.map((step) => (
            <Step key={step} {...{ t, step }} state={states[step]} isNext={step === next} path={pathTo(step)} />
          ))}
        </ol>
      ) : (
        <p className={styles.next}>{next ? <NextLink {...{ t }} step={next} path={pathTo(next)} /> : stateText()}</p>
      )}
    </section>
  );

  function pathTo(step: FirstStep) {
    return step === here ? undefined : paths[step];
  }

  function stateText() {
    return t('common.steps.documents.review');
  }
}

function NextLink({ t, step, path }: { t: Translate; step: FirstStep; path: string | undefined }) {
  const title = t(`common.steps.${step}.title`);
  return path === undefined ? title : <a href={path}>{title}</a>;
}

interface StepProps {
  t: Translate;
  step: FirstStep;
  state: StepState;
  isNext: boolean;
  path: string | undefined;
}

function Step({ t, step, state, isNext, path }: StepProps) {
  const detail = state === 'review' || state === 'rejected' ? state : 'hint';
  return (
    <li className={styles.step} data-state={state} aria-current={isNext ? 'step' : undefined}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <circle cx="10" cy="10" r="8.5" />
        {state === 'done' && <path d="M6 10.5l2.7 2.7L14 7.5" />}
      </svg>
      <span className={styles.title}>
        {state === 'done' ? t(`common.steps.${step}.title`) : <NextLink {...{ t, step, path }} />}
      </span>
      {state !== 'open' && <span className={styles.state}>{t(`common.steps.state.${state}`)}</span>}
      {state !== 'done' && <span className={styles.hint}>{t(`common.steps.${step}.${detail}`)}</span>}
    </li>
  );
}
