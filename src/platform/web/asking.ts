import { emit } from './events.ts';
import { ApiError } from './request.ts';

/** The user read the question before an act and does not go on: nothing was done, and nothing is to be said. */
export class Declined extends ApiError {
  constructor() {
    super('', 0, 200);
    this.noticed = true;
  }
}

/** A question before an act. */
export interface Question {
  /** What the act is called, on its button too. */
  act: string;
  /** What it does, to how many and to whom, a sentence each. */
  words: readonly string[];
}

/** Asks the user by the dialog that stands over every page (`AskDialog`). */
export const agreed = (question: Question): Promise<boolean> =>
  new Promise((answer) => emit('asked', { ...question, answer }));
