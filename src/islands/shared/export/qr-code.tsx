import { useEffect, useState } from 'react';
import type { QrDrawing } from './draw-qr-code.ts';
import { drawQrCode } from './draw-qr-code.ts';
import styles from './qr-code.module.css';

/**
 * A text as a QR code, drawn after hydration. Stays empty if the code cannot be drawn, because the text is shown beside
 * it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    if (text === '') return;
    let isGone = false;
    drawQrCode(text).then(
      (drawn) => {
        if (!isGone) setDrawing(drawn);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [text]);

  return (
    <div className={styles.code} data-none={text === '' || undefined}>
      {drawing?.of === text && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}
