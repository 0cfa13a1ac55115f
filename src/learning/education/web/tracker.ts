import { mergeSpans, type Span, subtractSpans } from '../rules.seen.ts';

/** A time may lie so much (seconds) behind a whole second and still begin with it: players stop a little late. */
const SLACK = 0.3;

/**
 * Gathers which whole seconds a player has gone through. What was told and not acknowledged is told again with the next
 * beat, so that a lost one loses nothing.
 */
export class Tracker {
  #from: number | null = null;
  #to = 0;
  #waiting: Span[] = [];
  #number: number;

  /** @param number of the first beat */
  constructor(number = 0) {
    this.#number = number;
  }

  /** The player goes on from here: after a jump, or for the first time. */
  begin(second: number): void {
    this.#close();
    this.#from = Math.max(0, Math.ceil(second - SLACK));
    this.#to = this.#from;
  }

  /** The player has come to here without a jump. */
  reach(second: number): void {
    if (this.#from === null) this.begin(second);
    this.#to = Math.max(this.#to, Math.floor(second));
  }

  #close(): void {
    if (this.#from !== null && this.#to > this.#from)
      this.#waiting = mergeSpans([...this.#waiting, [this.#from, this.#to]]);
    // The next run goes on where this one ended.
    if (this.#from !== null) this.#from = this.#to;
  }

  /** The seconds that are not acknowledged, with the number of their beat. */
  beat(): { number: number; spans: Span[] } {
    this.#close();
    const number = this.#number;
    this.#number += 1;
    return { number, spans: [...this.#waiting] };
  }

  /** Those seconds have arrived. */
  arrived(spans: readonly Span[]): void {
    this.#waiting = subtractSpans(this.#waiting, mergeSpans(spans));
  }

  /** Everything gone through that is not acknowledged, the run of now included. */
  get pending(): Span[] {
    const run: Span[] = this.#from !== null && this.#to > this.#from ? [[this.#from, this.#to]] : [];
    return mergeSpans([...this.#waiting, ...run]);
  }
}
