import type { Endpoint } from '#platform/contract.ts';
import { emit } from '../call/events.ts';
import { ApiError } from '../call/request.ts';

/** Thrown when the user reads the question before an act and does not go on. Nothing was done, and nothing needs to be shown. */
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

/** Asks the user by `AskDialog`, which is mounted above every page. */
export const confirmByUser = (question: Question): Promise<boolean> =>
  new Promise((answer) => emit('asked', { ...question, answer }));

const keyOf = (endpoint: Endpoint, input: object) => `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`;
/** Acts that a page's own dialog has asked about with the number and who, and that are about to be called. */
const answered = new Set<string>();

/** Notes that the user agreed to exactly this act; its next call does not ask again. */
export const markConfirmed = (endpoint: Endpoint, input: object): void => void answered.add(keyOf(endpoint, input));
/** Whether the user agreed to exactly this act; answers true once. */
export const isSettled = (endpoint: Endpoint, input: object): boolean => answered.delete(keyOf(endpoint, input));

/** Acts under way whose own dialog, or the place where they are chosen, has said what they do and to whom. */
let told = 0;

/**
 * Runs an act of a dialog that has said before what follows from it: of calls with `asks: 'page'`, none asks again. Dialogs of the kit
 * do so themselves; a page that says it beside the choice instead (who is next, who is told) names it by this.
 */
export async function asTold<T>(run: () => Promise<T>): Promise<T> {
  told++;
  try {
    return await run();
  } finally {
    told--;
  }
}
/** Whether an act that the page is to ask about is called from such a place. */
export const isTold = (): boolean => told > 0;
