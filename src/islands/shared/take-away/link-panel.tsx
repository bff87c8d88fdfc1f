import type { ReactNode } from 'react';
import { useId } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './link-panel.module.css';
import { QrCode } from './qr-code.tsx';

interface LinkPanelProps {
  /** Empty while it is not known. */
  link: string;
  words: Readonly<Record<'label' | 'copy' | 'copied' | 'notCopied' | 'code' | 'hint', string>>;
  /** What else can be done with it. */
  ways?: ReactNode;
  /** What it is made of. */
  children?: ReactNode;
}

/** A link with what can be done with it. */
export function LinkPanel({ link, words, ways, children }: LinkPanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <div className={styles.text}>
        {children}
        <h2 id={`${id}-title`}>
          <label htmlFor={id}>{words.label}</label>
        </h2>
        <input
          id={id}
          className={styles.link}
          value={link}
          readOnly
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={styles.ways}>
          <CopyButton text={link} variant="primary" copied={words.copied} notCopied={words.notCopied}>
            {words.copy}
          </CopyButton>
          {ways}
        </div>
        <p className={styles.hint}>{words.hint}</p>
      </div>
      <QrCode text={link} label={words.code} />
    </section>
  );
}
