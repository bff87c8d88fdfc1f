/** The length of a scale's tick: longest at every tenth step, next longest at every fifth. */
export function tickLength(step: number, [tenth, fifth, other]: readonly [number, number, number]): number {
  return step % 10 === 0 ? tenth : step % 5 === 0 ? fifth : other;
}
