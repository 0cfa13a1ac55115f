import type { Person } from '#people/member/rules.ts';
import { correctAdmissionDay } from '#people/member/server/index.ts';
import type { PersonChange } from '#people/member/server/service/record.ts';
import type { Ctx } from '#platform/server/context.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { addMonths } from '#platform/time/days.ts';
import type { CorrectionField, StepField } from '#procedures/recruitment/contract.correction.ts';
import { placeForCategory } from '#procedures/recruitment/rules/correction.ts';
import { rulesVersionOn } from '#procedures/recruitment/rules/days.ts';
import { findingsAt } from '#procedures/recruitment/rules/findings.ts';
import { probationEnd } from '#procedures/recruitment/rules/path.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import * as corrections from '../queries/correction.ts';
import * as writes from '../queries/write.ts';
import { subjectsOf, wayOf } from '../todos.ts';
import { changeOf } from './effects.ts';
import { failedFindings, logFile, saveFileState, stepOf, type WholeFile, withStep } from './wholeFile.ts';

/** What agreeing would write into the person's record. */
export function personChange(field: Exclude<CorrectionField, StepField>, after: string): PersonChange {
  if (field !== 'personCategory') return { [field]: after } as PersonChange;
  const personCategory = Number(after);
  // Whoever is not accepted has no such days, and whoever is on probation has not been made a full member.
  const days =
    personCategory > 2
      ? { admissionDate: null, conversionDate: null }
      : personCategory === 2
        ? { conversionDate: null }
        : {};
  return { personCategory, ...days } as PersonChange;
}

/** Writes another day of a finished step, and into the record what is that day. */
export async function correctStep(
  ctx: Ctx,
  held: WholeFile,
  person: Person,
  no: number,
  day: string,
  why: string,
): Promise<void> {
  const { file, votes } = held;
  const step = stepOf(held, no);
  const before = step.handledOn;
  const path = withStep(held.path, no, { day });
  await writes.writeStep(ctx.db, file.id, no, {
    state: step.state,
    handledOn: day,
    ruleVersion: rulesVersionOn(day, path.settings),
    warnings: failedFindings(findingsAt(path, no)),
  });
  const { vote } = stepDefinition(no);
  const meeting = vote && no > file.paperUntil ? votes.find(({ stage }) => stage === vote) : undefined;
  if (meeting) await corrections.setMeetingDay(ctx.db, meeting.meetingId, day);
  logFile(ctx, file, { step: [null, stepName(no)], handledOn: [before, day] }, why);
  if (no === 1) await changeOf(ctx, file.memberId, { appliedOn: day } as PersonChange, why);
  if (no !== 15 || file.category > 2) {
    await saveFileState(ctx, file.id);
    return;
  }
  const change: Record<string, string> = { admissionDate: day };
  if (person.joinedBranchOn === before) change.joinedBranchOn = day;
  const end = probationEnd(path);
  if (person.conversionDate !== null && end !== null && person.conversionDate === probationEnd(held.path)) {
    change.conversionDate = end;
  }
  await changeOf(ctx, file.memberId, change as PersonChange, why);
  if (before !== null) await correctAdmissionDay(ctx.db, file.memberId, before, day, ctx.session.accountName);
  await saveFileState(ctx, file.id, { probationUntil: end });
}

/** Writes another day of the superior's decision; no day of the person's record rests on it. */
export async function correctDecision(ctx: Ctx, held: WholeFile, no: number, day: string, why: string): Promise<void> {
  const { file } = held;
  const step = stepOf(held, no);
  const before = step.decidedOn;
  await corrections.setDecisionDay(ctx.db, file.id, no, day);
  if (typeof step.facts.listedOn !== 'string') {
    const path = withStep(held.path, no, { decided: day });
    await writes.writeStep(ctx.db, file.id, no, {
      state: step.state,
      ruleVersion: rulesVersionOn(day, path.settings),
      warnings: failedFindings(findingsAt(path, no)),
    });
  }
  logFile(ctx, file, { step: [null, stepName(no)], decidedOn: [before, day] }, why);
  await saveFileState(ctx, file.id);
}

/** Writes a day of the record that no step holds; the end of probation follows the day of admission. */
export async function correctRecordDay(
  ctx: Ctx,
  held: WholeFile | null,
  memberId: string,
  field: 'appliedOn' | 'admissionDate' | 'conversionDate',
  day: string,
  why: string,
): Promise<void> {
  await changeOf(ctx, memberId, personChange(field, day), why);
  if (!held) return;
  logFile(ctx, held.file, { [field]: [null, day] }, why);
  if (field !== 'admissionDate' || held.file.category !== 2) return;
  await saveFileState(ctx, held.file.id, { probationUntil: addMonths(day, 12 + (held.file.extensionMonths ?? 0)) });
}

/** Writes another category; the running file goes to the step where people of that category stand, or ends, or is opened. */
export async function correctCategory(
  ctx: Ctx,
  held: WholeFile | null,
  memberId: string,
  category: number,
  why: string,
): Promise<void> {
  await changeOf(ctx, memberId, personChange('personCategory', String(category)), why);
  if (!held) {
    await writes.openFiles(ctx.db, [memberId], ctx.session.accountName);
    return;
  }
  const { file } = held;
  logFile(ctx, file, { personCategory: [file.category, category] }, why);
  await closeTodos(ctx.db, category === 1 ? subjectsOf(file.id) : wayOf(file.id));
  if (category === 1) {
    await writes.endFile(ctx.db, file.id, 'converted', null, why);
    return;
  }
  const states = Object.fromEntries(held.steps.map(({ no, state }) => [no, state]));
  const { step, paperUntil, anew, open } = placeForCategory(file, states, category);
  if (anew.length > 0) await corrections.clearSteps(ctx.db, file.id, anew, step);
  await writes.setStates(ctx.db, file.id, [...open, step], 'ready');
  await saveFileState(ctx, file.id, { step, paperUntil, category, ...(category > 2 ? { probationUntil: null } : {}) });
}
