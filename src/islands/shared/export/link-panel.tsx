import type { ReactNode } from 'react';
import { useId } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './link-panel.module.css';
import { QrCode } from './qr-code.tsx';
import type { SaveQrCodeWords } from './save-qr-code.tsx';
import { SaveQrCode } from './save-qr-code.tsx';

interface LinkPanelProps {
  /** Empty while it is not known, or where there is none. */
  link: string;
  /** Of the files that its QR code is saved as, without their endings. */
  fileName: string;
  words: Readonly<Record<'label' | 'copy' | 'copied' | 'notCopied' | 'code' | 'hint', string>> & SaveQrCodeWords;
  /** What else can be done with it. */
  ways?: ReactNode;
  /** What it is made of. */
  children?: ReactNode;
}

/** A link with what can be done with it. */
export function LinkPanel({ link, fileName, words, ways, children }: LinkPanelProps) {
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
          aria-describedby={`${id}-hint`}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={styles.ways}>
          <CopyButton
            text={link}
            variant="primary"
            disabled={link === ''}
            copied={words.copied}
            notCopied={words.notCopied}
          >
            {words.copy}
          </CopyButton>
          {ways}
        </div>
        <p id={`${id}-hint`} className={styles.hint}>
          {words.hint}
        </p>
      </div>
      <div className={styles.code}>
        <QrCode text={link} label={words.code} />
        <SaveQrCode text={link} fileName={fileName} words={words} />
      </div>
    </section>
  );
}
