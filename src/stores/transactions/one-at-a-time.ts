/**
 * A load that is under way once at most: who asks meanwhile is answered by one more that begins when it is over, since its own answer
 * may be from before what they know of.
 */
export function oneAtATime(load: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let asks = 0;

  async function loadToTheEnd(): Promise<boolean> {
    const asksBefore = asks;
    const isLoaded = await load();
    // Of one that failed the next would too; whoever asks tries again later.
    return isLoaded && asks !== asksBefore ? loadToTheEnd() : isLoaded;
  }

  return () => {
    asks += 1;
    underWay ??= loadToTheEnd().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
