/** Orders data that is requested repeatedly, and possibly pushed too. Answers can arrive out of order. */
export interface AnswerOrder {
  /**
   * Call this with each request. Call the returned function once, when the answer arrives: it returns true if nothing
   * newer has been applied, so the answer should be.
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
