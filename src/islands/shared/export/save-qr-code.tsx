import { showToast } from '../../../stores/toasts.ts';
import { Button } from '../button.tsx';
import type { QrDrawing } from './draw-qr-code.ts';
import { drawQrCode, qrCodePng, qrCodeSvg } from './draw-qr-code.ts';
import { saveFile } from './save-file.ts';
import styles from './save-qr-code.module.css';

const kinds = {
  SVG: { type: 'image/svg+xml', write: qrCodeSvg },
  PNG: { type: 'image/png', write: qrCodePng },
} as const satisfies Record<string, { type: string; write: (drawing: QrDrawing) => unknown }>;

export interface SaveQrCodeWords {
  /** What is saved. */
  save: string;
  saved: (file: string) => string;
  notSaved: string;
}

interface SaveQrCodeProps {
  /** What readers find in it; empty while it is not known. */
  text: string;
  /** Of the file, without its ending. */
  fileName: string;
  words: SaveQrCodeWords;
}

/** Saves a QR code as a file to print: as lines of any size, or as a picture. */
export function SaveQrCode({ text, fileName, words }: SaveQrCodeProps) {
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
    <div className={styles.ways} role="group" aria-label={words.save}>
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
