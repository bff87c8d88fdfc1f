/**
 * Decides which data to apply if it is requested repeatedly and possibly pushed too: answers can arrive out of order.
 */
export interface AnswerOrder {
  /**
   * Call this with each request. Call the returned function once, when the answer arrives: it returns true if the
   * answer should be applied, because nothing newer has been applied yet.
   */
  ask: () => () => boolean;
  /** Call this with each push: a push is newer than the answers to all earlier requests. */
  push: () => void;
}

export function createAnswerOrder(): AnswerOrder {
  let asked = 0;
  let newest = 0;
  return {
    ask() {
      const mine = ++asked;
      return () => {
        const isNewer = mine > newest;
        if (isNewer) newest = mine;
        return isNewer;
      };
    },
    push() {
      newest = asked;
    },
  };
}
