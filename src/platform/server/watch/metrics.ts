import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** All that this process counts. Names, labels and values hold nothing personal: templates of routes, kinds and codes alone. */
export const registry = new Registry();

const own = { registers: [registry] };

/** Seconds of a call until its answer is out, by the template of its route. */
const calls = new Histogram({
  ...own,
  name: 'party_call_seconds',
  help: 'Seconds until the answer of a call is out, by route template and HTTP status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

// The label values of one route and status are put together once, not at each call.
const known = new Map<string, Map<number, { observe(seconds: number): void }>>();

/** Notes an answered call. @param route the template of its path; absent for paths that lead nowhere */
export function noteCall(method: string, route: string | undefined, status: number, seconds: number): void {
  const name = `${method} ${route ?? 'none'}`;
  const ofRoute = known.get(name) ?? new Map<number, { observe(seconds: number): void }>();
  known.set(name, ofRoute);
  let child = ofRoute.get(status);
  if (!child) {
    child = calls.labels({ method, route: route ?? 'none', status: String(status) });
    ofRoute.set(status, child);
  }
  child.observe(seconds);
}

const refusals = new Counter({
  ...own,
  name: 'party_refusals_total',
  help: 'Calls refused with a sentence, by body code.',
  labelNames: ['code'],
});

/** Notes a call that was refused with a sentence. */
export const noteRefusal = (code: number) => refusals.inc({ code: String(code) });

const signIns = new Counter({
  ...own,
  name: 'party_sign_ins_total',
  help: 'Sign-ins by way and outcome.',
  labelNames: ['way', 'outcome'],
});

/** Notes a sign-in as the log has it. */
export const noteSignIn = (way: string, outcome: string) => signIns.inc({ way, outcome });

const files = new Counter({
  ...own,
  name: 'party_file_acts_total',
  help: 'Files kept, read and removed, and what failed of it.',
  labelNames: ['act', 'outcome'],
});

/** Notes what became of an act on the file store. */
export const noteFile = (act: 'keep' | 'read' | 'remove', outcome: 'done' | 'failed') => files.inc({ act, outcome });

// Statements are many and short: plain numbers, read when somebody asks.
const statements = { ended: 0, failed: 0, seconds: 0 };

/** Notes a statement when its outcome is known, without standing between it and its caller. */
export function noteStatement<T>(outcome: Promise<T>): Promise<T> {
  const begun = performance.now();
  const note = (failed: number) => {
    statements.ended++;
    statements.failed += failed;
    statements.seconds += (performance.now() - begun) / 1000;
  };
  outcome.then(
    () => note(0),
    () => note(1),
  );
  return outcome;
}

function counterOf(name: string, help: string, read: () => number): void {
  new Counter({
    ...own,
    name,
    help,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
counterOf('party_statements_total', 'Statements sent to the database by the pool.', () => statements.ended);
counterOf('party_statements_failed_total', 'Statements that ended in an error.', () => statements.failed);
counterOf('party_statement_seconds_total', 'Seconds waited for statements.', () => statements.seconds);

/** A figure that is read when somebody asks. */
export function gaugeOf(name: string, help: string, read: () => number): void {
  registry.removeSingleMetric(name);
  new Gauge({
    ...own,
    name,
    help,
    collect() {
      this.set(read());
    },
  });
}

/** Begins to watch memory, processor, event loop and garbage of this process. Call it once. */
export const watchProcess = () => collectDefaultMetrics({ register: registry, prefix: 'party_' });
