import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { ageOn } from '#people/member/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { beijingDay, daysBetween } from '#platform/time/days.ts';
import type * as contract from '#procedures/recruitment/contract.ts';
import { FILE_VIEWS, type FileRow, STAGES } from '#procedures/recruitment/contract.ts';
import { findingsUpTo } from '#procedures/recruitment/rules/findings.ts';
import { lastAskedStep } from '#procedures/recruitment/rules/path.ts';
import { STEPS, stepDefinition } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/file.ts';
import * as lists from '../queries/list.ts';
import { hasCommittee as branchHasCommittee } from '../queries/meeting.ts';
import { canAgain } from './again.ts';
import { isHandedBy, mayDecide, mayReview, paperFindings } from './decide.ts';
import { endingAsked } from './ending.ts';
import { factText } from './facts.ts';
import { wireFiles } from './fileWire.ts';
import { mayOpine } from './opinion.ts';
import { isConsented, isWorker } from './steps.ts';
import { deskOf, loadWholeFile, MISSING, stepOf, type WholeFile } from './wholeFile.ts';

const category = (value: number) => PERSON_CATEGORIES[value as keyof typeof PERSON_CATEGORIES] ?? '';

function nextAct({ step, stepState, ending, isEnding }: queries.FileRecord): string {
  if (ending !== null) return '';
  if (isEnding) return '终止培养等待决定';
  const { title } = stepDefinition(step);
  if (stepState === 'submitted') return `等待${title}`;
  if (stepState === 'returned') return `补正：${title}`;
  return stepState === 'failed' ? `未通过：${title}` : title;
}

/** Whose desk 待我审批 is asked of. */
export function askerOf(ctx: Ctx): lists.Asker {
  const { accountId, orgId, memberId } = ctx.session;
  const decides = ctx.scope.memberId === null && ctx.may('recruit:approve');
  return { accountId, orgId, memberId, decides, corrects: decides && isWorker(ctx) };
}

/** A file as lists show it; `correctionWaits`: for the session's decision. */
export function rowOf(file: queries.FileRecord, correctionWaits = false): FileRow {
  // Its terms rest while 终止培养 waits.
  const [earliestOn, dueOn] = file.isEnding ? [null, null] : [file.earliestOn, file.dueOn];
  return {
    id: file.id,
    memberId: file.memberId,
    name: file.name,
    genderName: GENDERS[file.gender as keyof typeof GENDERS] ?? '',
    age: file.birthDate === null ? null : ageOn(file.birthDate, file.today),
    orgId: file.orgId,
    orgName: file.orgName,
    category: file.category,
    categoryName: category(file.category),
    appliedOn: file.appliedOn,
    step: file.step,
    stepName: stepDefinition(file.step).title,
    stepState: file.stepState,
    nextAct: nextAct(file),
    earliestOn,
    dueOn,
    daysLeft: dueOn === null ? null : daysBetween(file.today, dueOn),
    isSupplement: file.paperUntil > 0,
    ending: file.ending,
    endedOn: file.endedOn,
    isEnding: file.isEnding,
    correctionWaits,
    version: file.version,
  };
}

/** Files of the scope; somebody without office meets the own one, running or ended. */
export async function files(ctx: Ctx, input: ParsedOf<typeof contract.listFiles>) {
  const { scope, orgId } = placeOf(ctx, input);
  const filter = {
    orgId,
    stage: input.stage ?? null,
    name: input.name || null,
    view: input.view ?? null,
    memberId: input.memberId ?? null,
    step: input.step ?? null,
    accepted: input.accepted ?? null,
    steps: input.phase ? STEPS.filter(({ phase }) => phase === input.phase).map(({ no }) => no) : null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await lists.pageOfFiles(ctx.db, scope, askerOf(ctx), filter, input.pageSize, offset);
  return { rows: rows.map((row) => rowOf(row, row.correctionWaits)), total };
}

/** The part of the scope that is asked for. */
function placeOf(
  ctx: Ctx,
  input: { orgId?: string | undefined; searchRange?: string },
): { scope: Scope; orgId: string | null } {
  const scope = chosenScope(ctx, input.orgId, '所选党组织不存在');
  return { scope, orgId: input.searchRange === 'onlySelf' ? (ctx.chosenOrg?.id ?? null) : null };
}

const DESKS = 10;
/** Stages in the order of the way. */
const ORDER = [5, 4, 3, 2];

/** The numbers of the first page; each opens the list that it counts. */
export async function overview(
  ctx: Ctx,
  input: ParsedOf<typeof contract.overview>,
): Promise<ReplyOf<typeof contract.overview>> {
  const { scope } = placeOf(ctx, input);
  const orgId = ctx.chosenOrg?.id ?? ctx.session.orgId;
  const year = Number(beijingDay().slice(0, 4));
  const [counts, accepted, plan, desks] = await Promise.all([
    lists.countFiles(ctx.db, scope, askerOf(ctx)),
    lists.acceptedIn(ctx.db, scope, year),
    // The person is told the own way alone.
    scope.memberId === null ? lists.planOf(ctx.db, orgId, year) : null,
    lists.overdueDesks(ctx.db, scope, DESKS),
  ]);
  const sum = (name: Exclude<keyof typeof FILE_VIEWS, 'ended'>) => counts.reduce((total, row) => total + row[name], 0);
  return {
    stages: ORDER.map((stage) => ({
      stage,
      label: STAGES[stage as keyof typeof STAGES],
      count: counts.find((row) => row.stage === stage)?.n ?? 0,
    })),
    views: (['decide', 'overdue', 'week', 'soon', 'returned', 'ready', 'stalled'] as const).map((view) => ({
      view,
      label: FILE_VIEWS[view],
      count: sum(view),
      stages: ORDER.map((stage) => ({ stage, count: counts.find((row) => row.stage === stage)?.[view] ?? 0 })),
    })),
    year,
    accepted,
    plan,
    desks,
  };
}

/** How a step came out is told to the person. */
const isOver = (state: string) => state === 'done' || state === 'failed';

type Detail = ReplyOf<typeof contract.getFile>;

/** Whether a paper is handed in by itself: with the step that is done now it goes in by that step's form. */
function mayHand(held: WholeFile, no: number, state: queries.PaperRecord['state'] | 'missing'): boolean {
  if (state === 'returned') return true;
  return stepOf(held, no).state === 'done' && state !== 'passed';
}

/** `own`: the person reads and hands in what the person writes, nothing else. */
async function paperRows(ctx: Ctx, held: WholeFile, own: boolean): Promise<Detail['papers']> {
  const wire = await wireFiles(
    ctx.db,
    held.papers.flatMap(({ files }) => files),
  );
  const upTo = Math.max(held.file.step, held.file.paperUntil);
  const open = held.file.endedOn === null;
  const reviews = open && mayReview(ctx, held.file);
  const writes = open && isWorker(ctx);
  const mayOwn = (no: number, state: queries.PaperRecord['state'] | 'missing') =>
    open && own && (state === 'returned' || ['ready', 'returned', 'failed'].includes(stepOf(held, no).state));
  return STEPS.filter(({ no }) => no <= upTo).flatMap(({ no, papers }) =>
    papers
      .filter((kind) => !own || kind.own)
      .map(({ kind, label, required }) => {
        const row = held.papers.find((one) => one.no === no && one.kind === kind);
        return {
          no,
          kind,
          label,
          required: required === true,
          state: row?.state ?? ('missing' as const),
          note: row?.note ?? '',
          handedBy: row?.handedBy ?? '',
          handedAt: row?.handedAt.toISOString() ?? null,
          reviewedBy: row?.reviewedBy ?? '',
          files: (row?.files ?? []).flatMap(wire),
          can: {
            hand: own
              ? row?.state !== 'passed' && mayOwn(no, row?.state ?? 'missing')
              : writes && mayHand(held, no, row?.state ?? 'missing'),
            review: reviews && row?.state === 'pending' && !isHandedBy(ctx, row),
          },
        };
      }),
  );
}

function stepRow(
  ctx: Ctx,
  held: WholeFile,
  step: queries.StepRecord,
  own: boolean,
  ends: boolean,
): Detail['steps'][number] {
  const { file } = held;
  const def = stepDefinition(step.no);
  const open = file.endedOn === null;
  const writes = open && isWorker(ctx);
  const late = step.recordedAt && step.handledOn ? daysBetween(step.handledOn, beijingDay(step.recordedAt)) : 0;
  const may = step.no === file.step || (step.no <= file.paperUntil && step.no < file.step);
  return {
    no: step.no,
    state: step.state,
    handledOn: step.handledOn,
    decidedOn: step.decidedOn,
    facts: own
      ? []
      : [
          ...def.fields.flatMap((field) => {
            const value = factText(field, step.facts[field.name]);
            return value === '' ? [] : [{ name: field.name, label: field.label, value }];
          }),
          ...(typeof step.facts.listedOn === 'string'
            ? [{ name: 'listedOn', label: '列为发展对象日期', value: step.facts.listedOn }]
            : []),
        ],
    values: own ? {} : { ...step.facts },
    opinion: own ? '' : step.opinion,
    ruleVersion: step.ruleVersion,
    warnings: own ? [] : step.warnings,
    lateReason: own ? '' : step.lateReason,
    submittedBy: own ? '' : step.submittedByName,
    process: own ? null : step.process,
    recordedAt: step.recordedAt?.toISOString() ?? null,
    lateDays: late > held.path.settings.lateDays ? late : 0,
    approver: step.approverName,
    general: step.generalName,
    generalOn: own ? null : step.generalOn,
    generalOpinion: own ? '' : step.generalOpinion,
    decidedBy: own ? '' : step.decidedBy,
    present: own ? null : (step.decision.present ?? null),
    yes: own ? null : (step.decision.yes ?? null),
    meeting: own ? '' : (step.decision.meeting ?? ''),
    decision: own ? '' : (step.decision.opinion ?? ''),
    returnNote: own ? '' : step.returnNote,
    knownAt: step.knownAt?.toISOString() ?? null,
    can: {
      submit:
        writes && !ends && may && (['ready', 'returned', 'failed'].includes(step.state) || step.process === 'returned'),
      withdraw: writes && step.state === 'submitted' && step.submittedBy === ctx.session.accountId,
      opine: open && mayOpine(ctx, file, step),
      decide: open && mayDecide(ctx, file, step),
      correct: writes && step.state === 'done',
    },
  };
}

/** One file with its path; the person sees the own one without opinions, votes and names of those heard. */
export async function file(ctx: Ctx, id: string): Promise<Detail> {
  const found = await queries.findFile(ctx.db, ctx.scope, id);
  if (!found) throw notFound(MISSING);
  const held = await loadWholeFile(ctx, found);
  const own = ctx.scope.memberId !== null;
  const [names, papers, { approver }, hasCommittee, ends, again] = await Promise.all([
    dictionaryNames(ctx.services),
    paperRows(ctx, held, own),
    queries.approverOf(ctx.db, found.orgCode),
    branchHasCommittee(ctx.db, found.orgId),
    own ? null : endingAsked(ctx, found),
    canAgain(ctx, found),
  ]);
  const writes = found.endedOn === null && isWorker(ctx);
  const consented = held.steps.find(({ no }) => no === 8);
  const people = (no: number, name: string) => {
    const field = stepDefinition(no).fields.find((one) => one.name === name);
    return field ? factText(field, held.path.steps[no]?.facts[name]) : '';
  };
  const upTo = lastAskedStep(found.ending, found.step);
  return {
    ...rowOf(found),
    birthDate: found.birthDate,
    nationName: names.name('0005', found.nation),
    educationName: found.education === null ? '' : names.name('0006', found.education),
    workUnit: found.workUnit,
    position: found.position,
    idCardNo: found.idCardMask ?? '',
    paperUntil: found.paperUntil,
    probationUntil: found.probationUntil,
    extensionMonths: found.extensionMonths,
    endedFor: own ? '' : found.endedFor,
    openedAt: found.openedAt.toISOString(),
    today: found.today,
    isMigrant: found.isMigrant,
    settings: held.path.settings,
    isConsented: consented !== undefined && isConsented(consented),
    contacts: people(5, 'contacts'),
    introducers: people(9, 'introducers'),
    steps: held.steps.map((step) => stepRow(ctx, held, step, own, ends !== null)),
    papers: own ? papers.map((paper) => ({ ...paper, handedBy: '', reviewedBy: '' })) : papers,
    findings: own
      ? []
      : [...paperFindings(held, upTo), ...findingsUpTo(held.path, upTo)].map((one) => ({
          ...one,
          desk: deskOf(held)(one.no),
        })),
    notes: held.notes.filter(({ kind }) => !own || kind === 'thought'),
    votes: own ? [] : held.votes.map(({ body, ...vote }) => ({ ...vote, isVoted: body === 'general' })),
    // How it ended would say that somebody objected.
    publicity:
      held.publicity && (!own || held.publicity.result === null)
        ? {
            id: held.publicity.id,
            code: held.publicity.code,
            startsOn: held.publicity.startsOn,
            endsOn: held.publicity.endsOn,
            result: held.publicity.result,
            resultNote: own ? '' : held.publicity.resultNote,
          }
        : null,
    hasCommittee,
    approver: approver?.name ?? '',
    endingAsked: ends,
    isOwn: own,
    can: {
      write: writes,
      note: found.endedOn === null && (own || writes),
      know: own && found.endedOn === null && held.steps.some(({ state, knownAt }) => isOver(state) && knownAt === null),
      again,
      end: writes && found.stepState !== 'submitted',
      publicity:
        writes &&
        consented !== undefined &&
        isConsented(consented) &&
        (held.publicity === undefined || held.publicity.result === 'blocking'),
    },
  };
}
