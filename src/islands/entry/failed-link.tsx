import { useEffect, useRef } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { Button } from '../shared/button.tsx';
import styles from './auto-login.module.css';
import type { AutoLoginPaths } from './link-code.ts';

interface FailedLinkProps {
  translate: Translate;
  /** Why it failed. */
  words: string;
  /** The link is worth nothing; otherwise it may be tried again. */
  isOver: boolean;
  paths: AutoLoginPaths;
  onAgain: () => void;
}

/** Says why a link did not lead in, and how to get in all the same. */
export function FailedLink({ translate: t, words, isOver, paths, onAgain }: FailedLinkProps) {
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
