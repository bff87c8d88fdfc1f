import type { Position } from '../../../lib/contract/entities.ts';
import { positionsCsv } from '../../../lib/format/positions-csv.ts';
import { saveFile } from '../../shared/export/save-file.ts';

/** Saves positions as a CSV file with this name. This module is loaded on first use. */
export function savePositions(file: string, positions: readonly Position[], currency: string): void {
  saveFile({ name: file, content: positionsCsv(positions, currency), type: 'text/csv' });
}
