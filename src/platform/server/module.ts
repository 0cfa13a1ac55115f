import type { Endpoint } from '#platform/contract.ts';
import type { Binding } from './bind.ts';
import type { Services } from './context.ts';
import type { SealedColumn } from './sealedColumns.ts';

/** What a finished job leaves: a sentence, figures for its page, a file to be fetched. */
export interface JobResult {
  message: string;
  result?: Record<string, unknown>;
  fileId?: string;
}

/** A job in the hands of its runner. A runner may be started anew after a crash and must then go on or begin again. */
export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  readonly accountId: string | null;
  readonly orgId: string | null;
  readonly orgCode: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** 1 at first; more after a crash of the process that ran it. */
  readonly attempt: number;
  readonly services: Services;
  /**
   * Says how far the job is. Throws where it must stop here: its user cancelled it or lost the
   * right, another process took it over, or this process ends (it is then taken up again).
   */
  progress(done: number, total: number | null, message?: string): Promise<void>;
}

/** Carries out one kind of job. A `Refusal` ends it with its sentence, any other error with a general one. */
export type JobRunner = (job: RunningJob) => Promise<JobResult>;

/** What a module hands to the server: its calls, the functions behind them, and its background work. */
export interface ServerModule {
  name: string;
  contract: readonly Endpoint[];
  routes: readonly Binding[];
  /** Kinds of jobs that this module carries out; a registry of functions, never of names from data. */
  jobs?: Readonly<Record<string, JobRunner>>;
  /** Where its tables hold sealed values, so that a new master key reaches them (0011). */
  sealed?: readonly SealedColumn[];
  /** Work that recurs by itself in one process at a time. */
  recurring?: readonly { name: string; everySeconds: number; run: (services: Services) => Promise<void> }[];
}
