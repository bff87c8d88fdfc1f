import { expect } from 'vitest';

/** Tests a pure decision: given a state, when a command comes, then this is the outcome. */
export function decision<State, Command, Outcome>(decide: (state: State, command: Command) => Outcome) {
  return {
    given: (state: State) => ({
      when: (command: Command) => ({
        then: (outcome: Outcome) => {
          expect(decide(state, command)).toEqual(outcome);
        },
        thenItThrows: (message: string) => {
          expect(() => decide(state, command)).toThrow(message);
        },
      }),
    }),
  };
}
