import type { WorkCalendar } from '#platform/time/workdays.ts';
import type { FileDetail } from '../../contract.ts';
import type { Written } from '../../rules/backdating.ts';
import type { MeetingVote, Path } from '../../rules/path.ts';

const latest = (file: FileDetail, stage: 7 | 9): MeetingVote | undefined =>
  file.votes.find((vote) => vote.stage === stage);

const daysOf = (file: FileDetail, of: string): string[] =>
  file.notes.filter(({ kind }) => kind === of).map(({ day }) => day);

/** A file as the rules see it: what the server builds in `wholeFile.ts`, from what the page was sent. */
export const pathOf = (file: FileDetail, calendar: WorkCalendar): Path => ({
  birthDate: file.birthDate,
  today: file.today,
  calendar,
  settings: file.settings,
  step: file.step,
  paperUntil: file.paperUntil,
  steps: Object.fromEntries(
    file.steps.map((step) => [
      step.no,
      {
        state: step.state,
        day: step.handledOn,
        decided: typeof step.values.listedOn === 'string' ? step.values.listedOn : step.decidedOn,
        facts: step.values,
        lateReason: step.lateReason,
      },
    ]),
  ),
  inspections: daysOf(file, 'inspection'),
  explained: daysOf(file, 'gap'),
  thoughts: daysOf(file, 'thought'),
  publicity: file.publicity,
  votes: { 7: latest(file, 7), 9: latest(file, 9) },
  extensionMonths: file.extensionMonths,
  probationUntil: file.probationUntil,
  temporary: false,
});

const beijing = (time: string | null): string | null =>
  time === null ? null : new Date(time).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

/** A file as 倒签核对 reads it; the same bytes twice are told by the server's list alone. */
export const writtenOf = (file: FileDetail, calendar: WorkCalendar): Written => ({
  paperUntil: file.paperUntil,
  calendar,
  steps: file.steps.map(({ no, handledOn, decidedOn, recordedAt }) => ({
    no,
    handledOn,
    decidedOn,
    recordedOn: beijing(recordedAt),
  })),
  notes: file.notes,
  papers: file.papers.map(({ no, label, handedAt, files }) => ({
    no,
    label,
    handedOn: beijing(handedAt),
    prints: files.map(({ id }) => id),
  })),
});
