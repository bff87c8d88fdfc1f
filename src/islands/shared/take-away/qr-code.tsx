import { useEffect, useState } from 'react';
import styles from './qr-code.module.css';

interface Drawing {
  of: string;
  size: number;
  path: string;
}

/** Its border is the quiet zone that readers want. */
const border = 4;

/** A text as a QR code, drawn once the page is there: what draws it is loaded then. Nothing where it cannot be: the text is beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    if (text === '') return;
    let isGone = false;
    draw(text).then(
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
    <div className={styles.code}>
      {drawing?.of === text && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { of: text, size, path };
}
