import type { ReactNode } from 'react';
import { useId } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { Button } from '../button.tsx';
import { CopyButton } from './copy-button.tsx';
import type { QrDrawing } from './draw-qr-code.ts';
import { drawQrCode, qrCodePng, qrCodeSvg } from './draw-qr-code.ts';
import styles from './link-panel.module.css';
import { QrCode } from './qr-code.tsx';
import { saveFile } from './save-file.ts';

interface LinkPanelProps {
  /** Empty while the link is unknown, or if there is none. */
  link: string;
  /** File name for the saved QR code, without extension. */
  fileName: string;
  words: Readonly<Record<'label' | 'copy' | 'copied' | 'notCopied' | 'code' | 'hint', string>> & SaveQrCodeWords;
  /** Further actions. */
  ways?: ReactNode;
  /** Fields that the link is built from. */
  children?: ReactNode;
}

/** A link with its actions. */
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

const kinds = {
  SVG: { type: 'image/svg+xml', write: qrCodeSvg },
  PNG: { type: 'image/png', write: qrCodePng },
} as const satisfies Record<string, { type: string; write: (drawing: QrDrawing) => unknown }>;

interface SaveQrCodeWords {
  /** Accessible name of the buttons, to which the file type is added. */
  save: string;
  saved: (file: string) => string;
  notSaved: string;
}

interface SaveQrCodeProps {
  /** The encoded text; empty while it is not known. */
  text: string;
  /** File name without extension. */
  fileName: string;
  words: SaveQrCodeWords;
}

/** Saves a QR code as a file to print: as an SVG of any size, or as a PNG. */
function SaveQrCode({ text, fileName, words }: SaveQrCodeProps) {
  const save = async (kind: keyof typeof kinds) => {
    const { type, write } = kinds[kind];
    const name = `${fileName}.${kind.toLowerCase()}`;
    try {
      saveFile({ name, content: await write(await drawQrCode(text)), type });
      showToast({ kind: 'success', text: words.saved(name) });
    } catch {
      showToast({ kind: 'error', text: words.notSaved });
    }
  };
  return (
    <div className={styles.save} role="group" aria-label={words.save}>
      {(['SVG', 'PNG'] as const).map((kind) => (
        <Button key={kind} disabled={text === ''} aria-label={`${words.save}: ${kind}`} onClick={() => void save(kind)}>
          <svg className={styles.mark} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M8 2.5v7.5M4.8 7l3.2 3.2L11.2 7M3 13.5h10" />
          </svg>
          {kind}
        </Button>
      ))}
    </div>
  );
}
