import { expect } from 'vitest';

/** Says what a pure decision does: given a state, when a command comes, then this is the outcome. */
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
