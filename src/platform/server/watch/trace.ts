import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string>();

/** Letters, digits and hyphens alone: a trace is written into statements, where no value can be bound. */
const SHAPE = /^[\w-]{1,60}$/;

/** Runs work whose statements the database's own log names by this trace: that of a call, or `job-17`. */
export function withTrace<T>(trace: string, work: () => T): T {
  return traces.run(trace, work);
}

/** The trace of the work that is under way here; null outside of calls and jobs. */
export function currentTrace(): string | null {
  const trace = traces.getStore();
  return trace !== undefined && SHAPE.test(trace) ? trace : null;
}
