import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { logInByCode } from '../../stores/entry/log-in-by-code.ts';
import { clientInfo } from '../../stores/frame/client-info.ts';
import { FactorStep } from './factor-step.tsx';
import { refusalText } from './refusal-text.ts';
import styles from './auto-login.module.css';
import { FailedLink } from './failed-link.tsx';
import type { AutoLoginPaths } from './link-code.ts';
import { forgetCode, readCode } from './link-code.ts';

/** Whoever opens the link sees what happens before it does; what only looks at links does not wait for it. */
const delayMs = 2_000;

/** Logs in by the code of the address. The button is the log-in; it is pressed for the visitor. */
export function AutoLogin({ translate: t, paths }: { translate: Translate; paths: AutoLoginPaths }) {
  const [isAsked, setIsAsked] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void clientInfo();
    const timer = setTimeout(() => button.current?.click(), delayMs);
    return () => clearTimeout(timer);
  }, []);

  async function enter(secondFactor?: string): Promise<string | undefined> {
    setProblem(undefined);
    const result = await logInByCode(readCode(), secondFactor);
    if (result.ok) {
      location.replace(paths[result.goal]);
      return undefined;
    }
    if (result.problem.code === 'SECOND_FACTOR_REQUIRED') setIsAsked(true);
    else if (isDead(result.problem)) {
      forgetCode();
      setIsAsked(false);
      setProblem(result.problem);
    } else if (secondFactor === undefined) setProblem(result.problem);
    return refusalText(t, result.problem);
  }

  if (isAsked) {
    return (
      <>
        <h1 className={styles.title}>{t('entry.link.title')}</h1>
        <FactorStep translate={t} send={enter} />
      </>
    );
  }
  if (problem) {
    const isOver = isDead(problem);
    const words = isOver ? t('problems.LINK_NOT_VALID') : refusalText(t, problem);
    return <FailedLink {...{ translate: t, words, isOver, paths }} onAgain={() => void enter()} />;
  }
  return (
    <div role="status">
      <h1>{t('entry.link.title')}</h1>
      <p className="lead">{t('entry.link.busy')}</p>
      <span className={styles.spinner} data-spinner aria-hidden="true" />
      <button ref={button} type="button" hidden onClick={() => void enter()}>
        {t('entry.link.submit')}
      </button>
    </div>
  );
}

/** A code of another form than ours is no address at all. */
const isDead = ({ code }: Problem) => code === 'LINK_NOT_VALID' || code === 'NOT_FOUND';
