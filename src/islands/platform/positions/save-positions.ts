import type { Position } from '../../../lib/contract/entities.ts';
import { positionsCsv } from '../../../lib/format/positions-csv.ts';
import { saveCsv } from '../../shared/save-file.ts';

/** Saves positions as a CSV file of this name. Loaded when somebody does. */
export function savePositions(file: string, positions: readonly Position[], currency: string): void {
  saveCsv(file, positionsCsv(positions, currency));
}
