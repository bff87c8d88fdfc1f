/** How long the tick of a step of a scale is: the longest at every tenth, the next at every fifth. */
export function tickLength(step: number, [tenth, fifth, other]: readonly [number, number, number]): number {
  return step % 10 === 0 ? tenth : step % 5 === 0 ? fifth : other;
}
