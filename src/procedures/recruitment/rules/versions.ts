import { type RuleVersion, rulesVersionOn } from './days.ts';
import { type Finding, findingsAt } from './findings.ts';
import { endOf, type Path, versionOf } from './path.ts';
import { STEPS } from './steps.ts';

/** What one rule says of a step by each version; null: that version lacks it. */
export interface Compared {
  title: string;
  by: Readonly<Record<RuleVersion, Finding | null>>;
}

/** One step of a file that runs across the switch. */
export interface StepVersions {
  no: number;
  /** Its own day; null: it lies ahead, and today counts. */
  day: string | null;
  applied: RuleVersion;
  /** Why that version, as a sentence. */
  because: string;
  /** Rules that the versions judge or found differently. */
  compared: readonly Compared[];
  /** The procedure itself differs. */
  note: string;
}

const OTHER: Readonly<Record<RuleVersion, RuleVersion>> = { 2014: '2026', 2026: '2014' };
/** Steps whose procedure the version of 2026 changed. */
const NOTES: Readonly<Record<number, string>> = {
  8: '2014年版报上级党委备案即可；2026年版须上级党委同意、公示五个工作日，期满后列为发展对象。',
};

/** Whether a file has days on both sides of the switch, today among them while it runs. */
export function isAcross(path: Path, running: boolean): boolean {
  const days = Object.values(path.steps).flatMap((step) => endOf(step) ?? []);
  if (running) days.push(path.today);
  return new Set(days.map((day) => rulesVersionOn(day, path.settings))).size > 1;
}

function compare(path: Path, no: number, applied: RuleVersion): Compared[] {
  const mine = findingsAt(path, no, applied);
  const theirs = findingsAt(path, no, OTHER[applied]);
  const codes = [...new Set([...mine, ...theirs].map(({ code }) => code))];
  return codes.flatMap((code) => {
    const [a = null, b = null] = [mine, theirs].map((all) => all.find((one) => one.code === code));
    // The same judgement by the same rule, only numbered otherwise, needs no second line.
    if (a && b && a.ok === b.ok && a.evidence === b.evidence) return [];
    const by = applied === '2014' ? { 2014: a, 2026: b } : { 2014: b, 2026: a };
    return [{ title: (a ?? b)?.title ?? '', by }];
  });
}

/** Each step so far, with the version that holds for it and what the other one would say (细则 of 2014 and of 2026). */
export function stepVersions(path: Path): StepVersions[] {
  return STEPS.filter(({ no }) => no <= path.step).flatMap(({ no }) => {
    const day = endOf(path.steps[no]);
    // Of 补录 nobody wrote a day down yet: no version can be told.
    if (day === null && no !== path.step) return [];
    const applied = versionOf(path, no);
    const because =
      day === null
        ? `还没有办理，按今天（${path.today}）适用${applied}年版`
        : `${day} 在 ${path.settings.switchDay} ${applied === '2014' ? '以前' : '以后（含当日）'}，适用${applied}年版`;
    return [{ no, day, applied, because, compared: compare(path, no, applied), note: NOTES[no] ?? '' }];
  });
}
