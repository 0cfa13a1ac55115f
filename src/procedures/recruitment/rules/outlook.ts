import { addDays } from '#platform/time/days.ts';
import { workdayEnd } from '#platform/time/workdays.ts';
import { type Finding, findingsAt, termOf } from './findings.ts';
import { dayDone, type Path, versionOf } from './path.ts';
import { STEPS } from './steps.ts';

/** A step that lies ahead, on the day that it would have. */
export interface Planned {
  no: number;
  day: string;
  /** From when the rules allow it, the steps before it being where they are planned. */
  earliest: string;
  /** Until when it would be in time; null: no term. */
  latest: string | null;
  /** The day was moved by hand. */
  moved: boolean;
  /** What the rules would say of that day: days and terms alone, nobody's votes or papers. */
  faults: Finding[];
}

/** Rules about days; the others ask for people, papers and votes that nobody can plan. */
const OF_DAYS = new Set([
  'TALK_OVERDUE',
  'TARGET_TOO_EARLY',
  'BRANCH_MEETING_LATE',
  'APPROVAL_LATE',
  'PROBATION_NOT_FINISHED',
  'REVIEW_OLD',
  'OATH_LATE',
  'DATE_ORDER',
]);

/** The day after the last one of a 公示 of five working days that begins on a day. */
const afterPublicity = (from: string, path: Path) => {
  const first = path.settings.inclusive ? from : addDays(from, 1);
  return addDays(workdayEnd(first, 5, path.calendar), 1);
};

const laterOf = (a: string, b: string): string => [a, b].sort()[1] ?? a;

/** From when a step may be done, asked of a path whose steps before are planned. */
function earliestOf(path: Path, no: number, before: string): string {
  const own = termOf(path, no).earliest;
  const candidates = [before, ...(own ? [own] : [])];
  // Consent and five working days of 公示 lie between the report and the listing (2026).
  if (no === 8 && versionOf(path, 8) === '2026' && path.publicity === null) {
    candidates.push(afterPublicity(path.steps[8]?.decided ?? before, path));
  }
  return candidates.sort().at(-1) ?? before;
}

/** A path as it would stand with a step done on a day. */
function planned(path: Path, no: number, day: string): Path {
  const step = path.steps[no];
  return {
    ...path,
    step: no + 1,
    steps: {
      ...path.steps,
      [no]: {
        state: 'done',
        day: no === 8 ? (step?.day ?? day) : day,
        decided: day,
        facts: step?.facts ?? {},
        lateReason: step?.lateReason ?? '',
      },
    },
  };
}

/**
 * 时间推演: when each step that lies ahead could be done. A day that somebody moves (`moved`, by step) shifts what comes after
 * it; whatever nobody moved stands on the first day that the rules allow. The past stays as it was written.
 */
export function forecastSteps(path: Path, moved: Readonly<Record<number, string>>): Planned[] {
  const rows: Planned[] = [];
  let now = path;
  const past = STEPS.flatMap(({ no }) => (no < path.step ? (dayDone(path, no) ?? []) : []));
  // Nothing ahead happens before today.
  let before = past.reduce(laterOf, path.today);
  for (const { no } of STEPS) {
    if (no < path.step) continue;
    const earliest = earliestOf(now, no, before);
    const { latest } = termOf(now, no);
    const day = moved[no] ?? earliest;
    now = planned(now, no, day);
    rows.push({
      no,
      day,
      earliest,
      latest,
      moved: moved[no] !== undefined,
      faults: findingsAt(now, no).filter(({ ok, code }) => !ok && OF_DAYS.has(code)),
    });
    before = laterOf(before, day);
  }
  return rows;
}
