import { workCalendar } from '#house/server/workCalendar.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { type Finding, termOf } from '#procedures/recruitment/rules/findings.ts';
import type { MeetingVote, Path, PathStep, StepState } from '#procedures/recruitment/rules/path.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/file.ts';
import { readSettings } from '../queries/settings.ts';
import * as writes from '../queries/write.ts';

export const MISSING = '该发展档案不存在或已被删除';
/** The kind of a file's papers among the stored files. */
export const PAPERS = 'recruitment.paper';
/** 临时党支部, which does not recruit. */
const TEMPORARY_BRANCH = 48;

/** A file with all that the rules look at. */
export interface WholeFile {
  file: queries.FileRecord;
  steps: queries.StepRecord[];
  papers: queries.PaperRecord[];
  notes: queries.NoteRecord[];
  votes: queries.VoteRecord[];
  publicity: queries.PublicityRecord | undefined;
  path: Path;
}

const latest = (votes: readonly queries.VoteRecord[], stage: number): MeetingVote | undefined =>
  votes.find((vote) => vote.stage === stage);

const daysOf = (notes: readonly queries.NoteRecord[], kind: string) =>
  notes.filter((note) => note.kind === kind).map(({ day }) => day);

/** A step as the rules see it; listing after 公示 is its last day. */
const pathStep = (step: queries.StepRecord): PathStep => ({
  state: step.state,
  day: step.handledOn,
  decided: typeof step.facts.listedOn === 'string' ? step.facts.listedOn : step.decidedOn,
  facts: step.facts,
  lateReason: step.lateReason,
});

/** Reads everything of a file that was found in scope. */
export async function loadWholeFile(ctx: Pick<Ctx, 'db'>, file: queries.FileRecord): Promise<WholeFile> {
  const [steps, papers, notes, votes, publicity, calendar, settings] = await Promise.all([
    queries.stepsOf(ctx.db, file.id),
    queries.papersOf(ctx.db, file.id),
    queries.notesOf(ctx.db, file.id),
    queries.votesOf(ctx.db, file.id),
    queries.publicityOf(ctx.db, file.id),
    workCalendar(ctx.db),
    readSettings(ctx.db),
  ]);
  const path: Path = {
    birthDate: file.birthDate,
    today: file.today,
    calendar,
    settings,
    step: file.step,
    paperUntil: file.paperUntil,
    steps: Object.fromEntries(steps.map((step) => [step.no, pathStep(step)])),
    inspections: daysOf(notes, 'inspection'),
    explained: daysOf(notes, 'gap'),
    thoughts: daysOf(notes, 'thought'),
    publicity: publicity ?? null,
    votes: { 7: latest(votes, 7), 9: latest(votes, 9) },
    extensionMonths: file.extensionMonths,
    probationUntil: file.probationUntil,
    temporary: file.orgType === TEMPORARY_BRANCH,
  };
  return { file, steps, papers, notes, votes, publicity, path };
}

/** The path with one step changed, as it would stand after an act. */
export const withStep = (path: Path, no: number, change: Partial<PathStep>): Path => ({
  ...path,
  steps: { ...path.steps, [no]: { ...(path.steps[no] ?? EMPTY), ...change } },
});
const EMPTY: PathStep = { state: 'none', day: null, decided: null, facts: {}, lateReason: '' };

/** A running file of the scope, locked, at the version that was read; else it was handled meanwhile. */
export async function lockFile(ctx: Ctx, id: string, version?: number): Promise<WholeFile> {
  const file = await queries.findFile(ctx.db, ctx.scope, id, true);
  if (!file) throw notFound(MISSING);
  if (file.endedOn !== null) throw refuse('该发展档案已经结束');
  if (version !== undefined && file.version !== version) {
    throw conflict('该发展档案已被处理，请刷新后核对再办理', { current: { version: file.version } });
  }
  return loadWholeFile(ctx, file);
}

export const stepOf = (held: WholeFile, no: number): queries.StepRecord => {
  const step = held.steps.find((one) => one.no === no);
  if (!step) throw notFound(MISSING);
  return step;
};

/** At whose desk a step is: the 党总支's or the superior's while it waits there, else the branch's. */
export const deskOf =
  (held: Pick<WholeFile, 'file' | 'steps'>) =>
  (no: number): string => {
    const step = held.steps.find((one) => one.no === no);
    if (step?.state !== 'submitted') return held.file.orgName;
    return (step.generalOn === null && step.generalName) || step.approverName || held.file.orgName;
  };

/** Writes where a locked file stands, with the terms of its next step as they are now. Answers what calls answer. */
export async function saveFileState(
  ctx: Ctx,
  id: string,
  change: {
    step?: number;
    category?: number;
    probationUntil?: string | null;
    extensionMonths?: number;
    paperUntil?: number;
  } = {},
): Promise<{ version: number; step: number; stepState: StepState }> {
  const file = await queries.findFile(ctx.db, ctx.scope, id);
  if (!file) throw notFound(MISSING);
  const { step: given, ...others } = change;
  const now: queries.FileRecord = { ...file };
  if (others.probationUntil !== undefined) now.probationUntil = others.probationUntil;
  if (others.extensionMonths !== undefined) now.extensionMonths = others.extensionMonths;
  if (others.paperUntil !== undefined) now.paperUntil = others.paperUntil;
  const held = await loadWholeFile(ctx, now);
  const step = given ?? file.step;
  const { earliest, latest: last } = termOf(held.path, step);
  const stepState = stepOf(held, step).state;
  const version = await writes.writeFile(ctx.db, id, { step, stepState, ...others, earliestOn: earliest, dueOn: last });
  return { version, step, stepState };
}

/** A line in the file's timeline. */
export function logFile(
  ctx: Ctx,
  file: queries.FileRecord,
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
): void {
  const detail = { type: 'developmentFile', id: file.id, name: file.name, orgCode: file.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

/** `第17步“上级党委审批”` with a state, as the timeline tells it. */
export const stateChange = (no: number, before: string, after: string): Record<string, [unknown, unknown]> => ({
  step: [null, stepName(no)],
  state: [before, after],
});

/** What warned, to be kept with the step. */
export const failedFindings = (findings: readonly Finding[]): Finding[] => findings.filter(({ ok }) => !ok);
