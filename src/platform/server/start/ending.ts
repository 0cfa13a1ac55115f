import { setTimeout as sleep } from 'node:timers/promises';
import { sayFault } from '../log/log.ts';

/** So long work may reach its next step, whatever runs. */
const IN_ORDER_MS = 3000;
/** And so long the database has for its own end; what is left of it is done by the next start. */
const DATABASE_MS = 1000;

/** What has to be ended, as far as the start has come. */
export interface Running {
  /** Says that an end is under way: to whoever asks for readiness, and to a start that waits for the data folder. */
  announceEnd?: () => void;
  /** Seconds that it still serves after it said so. */
  drainSeconds: number;
  /** Answers what is being answered and lets works reach their next step; absent while the start is still under way. */
  stopServing?: () => Promise<void>;
  /** Ends an embedded database: open transactions are undone. */
  stopDatabase?: () => Promise<void>;
}

/**
 * Ends this process with code 0 when it is asked to (SIGINT, SIGTERM, the channel of the supervisor), also during the start, and
 * after these times at the latest, draining apart. Work that does not come to its next step in time is cut off as by a crash: its
 * transactions are undone and its jobs taken up by the next start.
 * @returns whether an end is under way: what fails meanwhile fails for that reason
 */
export function endWhenAsked(running: Running): () => boolean {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    running.announceEnd?.();
    if (running.stopServing && running.drainSeconds > 0) await sleep(running.drainSeconds * 1000);
    await atMost(IN_ORDER_MS, running.stopServing);
    await atMost(DATABASE_MS, running.stopDatabase);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  // Started through npm, the parent holds a channel: when it is killed, the server ends in order.
  process.on('disconnect', end);
  return () => ending;
}

const atMost = (ms: number, work: (() => Promise<void>) | undefined): Promise<void> =>
  Promise.race([work?.().catch((error: unknown) => sayFault('the end of the server', error)), sleep(ms)]);
