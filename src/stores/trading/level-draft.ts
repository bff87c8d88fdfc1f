import { atom } from 'nanostores';
import type { LevelKind, PositionLevel } from './levels.ts';

export const levelKinds = ['takeProfit', 'stopLoss'] as const satisfies readonly LevelKind[];

/** A level that is being moved on the chart. */
export interface LevelDraft extends PositionLevel {
  /** Null: the level is being removed. */
  rate: number | null;
  /** It was sent, and the answer has not arrived. */
  isPending: boolean;
}

/** The level that is being changed; there is only one. */
export const $levelDraft = atom<LevelDraft | null>(null);

/** The position whose levels can be moved on the chart. If no position has this id, it is the newest of the asset. */
export const $chosenId = atom<string | null>(null);

/** Chooses another position, unless a level is being moved. */
export function choosePosition(id: string): void {
  if (!$levelDraft.get()) $chosenId.set(id);
}
