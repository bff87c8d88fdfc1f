import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './security.module.css';

/** A QR code of a text, black on white in both themes: that is what cameras know. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // A border of four is what the standard asks for.
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text]);
  const path = useMemo(() => squaresOf(data), [data]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Dark squares of a row that touch are one stroke. */
function squaresOf(rows: readonly (readonly boolean[])[]): string {
  const strokes: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      strokes.push(`M${from} ${y}h${x - from + 1}v1H${from}z`);
    }
  });
  return strokes.join('');
}
