/**
 * Orders data that is requested repeatedly, and possibly pushed too: answers may arrive in a different order than the
 * states that they describe.
 */
export interface AnswerOrder {
  /**
   * Call it with each request. The returned function tells, once, whether to apply the answer: nothing newer was
   * applied in the meantime.
   */
  ask: () => () => boolean;
  /** Call it with each push, which is newer than the answers to all earlier requests. */
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
