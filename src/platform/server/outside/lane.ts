import { tooManyRequests } from '../errors.ts';

/** Where work waits for its turn: so much at once, so much waiting, no more. */
export interface Lane {
  /**
   * Waits for a turn. @returns what gives it back, to be called once, whatever became of the work
   * @throws HTTP 429 where as many wait already as may
   */
  enter(): Promise<() => void>;
  /** Does the work at its turn. @throws HTTP 429 as above */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Makes a lane.
 * @param atOnce pieces of work that run side by side in a process
 * @param mostWaiting how many more may wait; further ones get 429
 */
export function createLane(atOnce: number, mostWaiting: number): Lane {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  async function enter(): Promise<() => void> {
    if (running < atOnce) running++;
    else if (waiting.length >= mostWaiting) throw tooManyRequests(5);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return leave;
  }
  return {
    enter,
    async run(work) {
      const done = await enter();
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
}
