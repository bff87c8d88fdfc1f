import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** An asset in a made-up recording: quoted twice a second for so long out of so long, silent for the rest of it. */
export interface RecordedAsset {
  symbol: string;
  bid: number;
  quotedMs: number;
  ofMs: number;
}

const everyMs = 500;
const lengthMs = 10 * 60_000;

/** Writes ten minutes of quotes for `FEED=replay` into a folder and returns the file's path. */
export async function writeRecording(folder: string, assets: readonly RecordedAsset[]): Promise<string> {
  const lines: string[] = [];
  for (let atMs = 0; atMs < lengthMs; atMs += everyMs) {
    for (const { symbol, bid, quotedMs, ofMs } of assets) {
      const moved = bid * (1 + 0.0001 * Math.sin(atMs / 1_000));
      if (atMs % ofMs < quotedMs) lines.push(`${atMs},${symbol},${moved.toFixed(4)},${(moved * 1.0002).toFixed(4)}`);
    }
  }
  const path = join(folder, 'recording.csv.gz');
  await writeFile(path, await promisify(gzip)(lines.join('\n')));
  return path;
}
