import type { RightGroup } from '#platform/acts/rights.ts';
import type { Endpoint } from '#platform/contract.ts';
import type { Ctx, Services } from './context.ts';
import type { Db } from './database/db.ts';
import { platformTables } from './database/platformTables.ts';
import { announceTables, type TableName, type Tables } from './database/tables.ts';
import type { Binding } from './http/bind.ts';
import type { IsOwnMatter } from './http/oneself.ts';
import type { StateWords } from './inbox/waiting.ts';
import type { ServedNoun } from './noun/serve.ts';
import type { EncryptedColumn } from './secrecy/encryptedColumns.ts';

/** The result of a finished job: a sentence, figures for its page, a file to download. */
export interface JobResult {
  message: string;
  result?: Record<string, unknown>;
  fileId?: string;
}

/** A job while it runs. After a crash the runner may be started again; it must then continue or start over. */
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

/** A rule, of party regulations or of our own, whose breaches are counted. */
export interface RuleCheck {
  /** Letters only, unique in the house, as it stands in calls. */
  code: string;
  /** Two to six words: 任期届满. */
  label: string;
  /** What it finds, as one phrase. */
  detail: string;
  /** Regulation and article, a colon, and what it says. */
  clause: string;
  /** What is counted. */
  unit: '人' | '个' | '件' | '项';
  /** The list that holds exactly these rows; null: there is none, and they are shown by `rows`. */
  href: string | null;
}

/** One breach of a rule, written for readers who do not know the module. */
export interface RuleRow {
  id: string;
  title: string;
  orgName: string;
  /** What is amiss with it. */
  detail: string;
  /** Where it is put right, or whoever has to do it is found: a page that the reader may open. */
  href: string;
}

/** An organisation that is late with something. */
export interface LateOrg {
  orgId: string;
  /** What is late, in words for its workers: 3名预备党员待讨论转正. */
  detail: string;
}

/** Checks whose numbers are stored by organisation. Triggers on the tables that they read mark what must be counted again. */
export interface KeptPart {
  /** As `rule_due.part` names it. */
  part: string;
  /** `countBelow` of these alone; of codes of several lengths each organisation is counted by itself. */
  below: RuleChecks['countBelow'];
  /** `countBelow` of the others; absent: there are none. */
  rest?: RuleChecks['countBelow'];
}

/** Rules that a module counts together, in as few statements as it can. */
export interface RuleChecks {
  /** The right without which none of them is shown. */
  right: string;
  checks: readonly RuleCheck[];
  /** Parts of them that assessments count by themselves; their rows are among those above, so that nobody is warned of them twice. */
  parts?: readonly RuleCheck[];
  /** The breaches of each within `ctx.scope`, by code. */
  count(ctx: Ctx): Promise<Readonly<Record<string, number>>>;
  /**
   * The same for several organisations of `ctx.scope` at once, each with all below it, as `count` says standing there; an
   * organisation without breaches may be left out.
   * @param codes all of one length
   */
  countBelow(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  /** Those of them that are slow to count, and whose breaches each stand at one organisation: their numbers are kept (keptChecks.ts). */
  kept?: KeptPart;
  /** One page of the breaches of one of them, in a total order; as many in all as `count` says. */
  rows(ctx: Ctx, code: string, page: { pageNum: number; pageSize: number }): Promise<RuleRow[]>;
  /** The organisations of `ctx.scope` that break one of them, each once, at most `limit`; left out: nobody is reminded of it. */
  late?(ctx: Ctx, code: string, limit: number): Promise<LateOrg[]>;
}

/** An act on what a to-do is about. @param id what stands behind the colon of its subject @param reason empty where the act asks for none */
export type TodoAct = (ctx: Ctx, id: string, reason: string) => Promise<unknown>;

/** What can be done with a to-do without looking at it first, so that several of a kind are done at once in 今日. */
export interface TogetherActs {
  /** The right of the calls that do the same one by one. */
  right: string;
  agree?: TodoAct;
  /** With a reason. */
  return?: TodoAct;
}

/** A kind of facts that may give points: who announces it writes them by `recordEvidence` in its own transactions. */
export interface PointSource {
  /** Letters only, unique in the house. */
  code: string;
  /** Two to eight words: 按时缴纳党费. */
  label: string;
  /** What its quantity counts. */
  unit: '次' | '小时' | '件' | '月';
  /** The page of the module where such facts are found. */
  link: string;
  /** Writes the facts of before, set-wise and repeatable; answers how many. Run once a deployment. */
  takeUp(db: Db): Promise<number>;
}

/** What a stranger reads who looks up the code of a paper. It must not be more than the paper itself shows. */
export interface Verified {
  /** What kind of paper it is: 党员介绍信. */
  title: string;
  /** Whether it holds today, in two to four words. */
  state: string;
  /** `good`: it holds; `warn`: it does not hold any more, or not yet. */
  tone: 'good' | 'warn';
  orgName: string;
  /** Whose paper it is, or what it is called; names of people masked (`张**`). */
  name: string;
  /** The number that stands on it; null: it has none but the code. */
  number: string | null;
  /** The day on which it was made out, `YYYY-MM-DD`; null: not made out yet. */
  issuedOn: string | null;
  /** What else stands on it: label and value, in this order. */
  facts: readonly (readonly [label: string, value: string])[];
}

/** A kind of papers whose codes are looked up on the page `/verify`. */
export interface VerifyKind {
  /**
   * What may be read of the paper's row now; null: the row is gone.
   * @param subjectId as it was given when the code was made (`verifyCode`)
   */
  read(ctx: Ctx, subjectId: string): Promise<Verified | null>;
}

/** A row of the demo, by the columns of its table. */
export type DemoRow = Readonly<Record<string, string | number | boolean | Buffer | readonly string[] | null>>;

/** What the rows of a room in the demo are made of. */
export interface DemoCity {
  orgs: readonly { id: number; code: string; name: string }[];
  /** The day of the demo, `YYYY-MM-DD`. */
  today: string;
}

/** A sum of money or the like over all that a module keeps, by which a restored backup is held against the original. */
export interface Ledger {
  /** What is summed, with its unit: 已缴党费合计（分）. */
  label: string;
  /** The sum as text. */
  total(db: Db): Promise<string>;
}

/** What a module hands to the server: its calls, the functions behind them, and its background work. */
export interface ServerModule {
  name: string;
  /** Where its rights stand among those of all rooms. */
  rights?: readonly RightGroup[];
  /** The tables that it owns: nobody else writes them. */
  tables?: Tables;
  routes: readonly Binding[];
  /** Kinds of jobs that this module carries out; a registry of functions, never of names from data. */
  jobs?: Readonly<Record<string, JobRunner>>;
  /** Of kinds that may take hours: how many run side by side in a process at most, so that they leave room for the others. */
  jobsAtOnce?: Readonly<Record<string, number>>;
  /** Where its tables hold encrypted values, so that a new master key reaches them (0011). */
  encrypted?: readonly EncryptedColumn[];
  /** Rules whose breaches it counts; the home's warnings and whoever asks for them read them all. */
  ruleChecks?: readonly RuleChecks[];
  /** Facts of its own that may give points. */
  pointSources?: readonly PointSource[];
  /**
   * Reasons against honouring an organisation now, shown to the person who enters an award; empty: none are known.
   * @param orgId an organisation that the caller has found within `ctx.scope`
   */
  awardDoubts?: (ctx: Ctx, orgId: string) => Promise<readonly string[]>;
  /** Of kinds of rows, by the names that contracts use in `subject`: whether one of them is a person's own matter. */
  subjects?: Readonly<Record<string, IsOwnMatter>>;
  /** Papers that strangers may verify, by kind: `module.noun`. */
  verify?: Readonly<Record<string, VerifyKind>>;
  /** Its nouns (noun/serve.ts); the access matrix walks them by what they declare. */
  nouns?: readonly ServedNoun[];
  /** What of its states waits for somebody, and why nothing of the others does (waiting.ts). */
  states?: StateWords;
  /** What of its to-dos is done several at once, by the first part of their subjects. Kinds that need a look of their own are not here. */
  together?: Readonly<Record<string, TogetherActs>>;
  /** Its sums, which backups note and restore drills compare. */
  ledgers?: readonly Ledger[];
  /** Its rows in the demo, by table, in the order in which they are written; what they are made of is loaded for it alone. */
  demo?: (city: DemoCity) => Promise<Readonly<Partial<Record<TableName, readonly DemoRow[]>>>>;
  /** Work that recurs by itself in one process at a time. */
  recurring?: readonly { name: string; everySeconds: number; run: (services: Services) => Promise<void> }[];
  /**
   * Tells the registries of the platform and of the modules below what of this module they serve: who reads its files, what lies in
   * the recycle bin, how the log words its fields, what uses a dictionary, what follows when organisations or people are merged.
   */
  announce?: () => void;
}

/** The calls of modules, in the order in which they are bound. */
export const callsOfModules = (modules: readonly Pick<ServerModule, 'routes'>[]): Endpoint[] =>
  modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint));

const announced = new WeakSet<ServerModule>();

/** Calls `announce` of each module, in their order, once a process, before anything else is done with them. */
export function announceModules(modules: readonly ServerModule[]): void {
  announceTables(platformTables);
  for (const module of modules) {
    if (announced.has(module)) continue;
    announced.add(module);
    announceTables(module.tables ?? {});
    for (const noun of module.nouns ?? []) noun.announce();
    module.announce?.();
  }
}
