/**
 * What is both asked for and pushed, or asked for again: answers may come in another order than the state that they
 * tell of.
 */
export interface AnswerOrder {
  /**
   * To be called with a question. Its result says, once, whether the answer is to be taken: nothing newer was taken
   * meanwhile.
   */
  ask: () => () => boolean;
  /** To be called with a push: it is newer than the answers to all that was asked for until now. */
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
