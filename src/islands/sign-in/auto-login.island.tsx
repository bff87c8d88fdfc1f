import { useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { LinkGoal } from '../../stores/sign-in/log-in-by-code.ts';
import { logInByCode } from '../../stores/sign-in/log-in-by-code.ts';
import { clientInfo } from '../../stores/shell/client-info.ts';
import { Button } from '../shared/button.tsx';
import styles from './auto-login.module.css';
import { FactorStep } from './factor-step.tsx';
import { refusalText } from './refusal-text.ts';

/** The page for each goal of a link, and the pages offered if the link does not work. */
type AutoLoginPaths = Readonly<Record<LinkGoal | 'logIn' | 'request', string>>;

interface AutoLoginIslandProps {
  messages: Messages;
  paths: AutoLoginPaths;
}

/**
 * Lets people read what is about to happen. Programs that scan links do not wait this long, so they do not consume the
 * code.
 */
const delayMs = 2_000;

/** Logs in with the code in the URL: after a delay, the button is pressed for the visitor. */
export function AutoLoginIsland({ messages, paths }: AutoLoginIslandProps) {
  const t = useMemo(() => createTranslate(messages), [messages]);
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

/** Whether the link can never work. NOT_FOUND is the server's answer to a malformed code. */
const isDead = ({ code }: Problem) => code === 'LINK_NOT_VALID' || code === 'NOT_FOUND';

interface FailedLinkProps {
  translate: Translate;
  /** Why the link failed. */
  words: string;
  /** True if the link can never work; otherwise the visitor can try again. */
  isOver: boolean;
  paths: AutoLoginPaths;
  onAgain: () => void;
}

/** Says why the link did not work, and offers other ways to log in. */
function FailedLink({ translate: t, words, isOver, paths, onAgain }: FailedLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('entry.link.failed')}
      </h1>
      <p className={styles.refusal} role="alert">
        {words}
      </p>
      {isOver ? (
        <p className={styles.explain}>{t('entry.link.explain')}</p>
      ) : (
        <Button variant="primary" className={styles.again} onClick={onAgain}>
          {t('entry.link.again')}
        </Button>
      )}
      <div className="ways">
        <a href={paths.request}>{t('entry.link.request')}</a>
        <a href={paths.logIn}>{t('entry.link.logIn')}</a>
      </div>
    </>
  );
}

const address = /\/autoLogin\/([^/]*)\/?$/;

/** The code from the page's URL; empty if it cannot be decoded. */
function readCode(): string {
  try {
    return decodeURIComponent(address.exec(location.pathname)?.[1] ?? '');
  } catch {
    return '';
  }
}

/** Removes a consumed code from the URL, so that nobody can read it over a shoulder. */
function forgetCode(): void {
  history.replaceState(null, '', location.pathname.replace(address, '/autoLogin/-'));
}
