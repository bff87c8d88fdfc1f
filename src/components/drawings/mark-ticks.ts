/** One tick of the brand's mark, on a 24 by 24 grid. */
interface Tick {
  d: string;
  isAligned: boolean;
}

const steps = [-2, -1, 0, 1, 2];

/** Two scales of unequal pitch that meet in the middle: what a vernier does. */
export const markTicks: readonly Tick[] = steps.flatMap((step): Tick[] => {
  const upper = 12 + step * 4.6;
  const lower = 12 + step * 3.4;
  if (step === 0) return [{ d: 'M12 2V22', isAligned: true }];
  return [
    { d: `M${upper.toFixed(1)} 4V10.6`, isAligned: false },
    { d: `M${lower.toFixed(1)} 13.4V20`, isAligned: false },
  ];
});
