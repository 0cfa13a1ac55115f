import { type Finding, findingsAt } from './findings.ts';
import { endOf, type Path, type StepState } from './path.ts';
import { CATEGORY_AFTER, FIRST_STEP, stepDefinition, stepName } from './steps.ts';

const before = (path: Path, no: number): { no: number; day: string } | null => {
  for (let n = no - 1; n >= 1; n--) {
    const day = endOf(path.steps[n]);
    if (day !== null) return { no: n, day };
  }
  return null;
};

const after = (path: Path, no: number): { no: number; day: string } | null => {
  for (let n = no + 1; n <= 25; n++) {
    const step = path.steps[n];
    if (step?.day && (step.state === 'done' || step.state === 'submitted')) return { no: n, day: step.day };
  }
  return null;
};

/**
 * Why a finished step may not bear another day; empty where it may. Among steps of 补录 the order only warns, as when they
 * are filled in.
 */
export function dayFault(path: Path, no: number, day: string): string {
  const { dayLabel } = stepDefinition(no);
  if (day > path.today) return `${dayLabel}不能晚于今天`;
  const decided = path.steps[no]?.decided;
  if (decided && day > decided) return `${dayLabel}不能晚于上级审批的 ${decided}`;
  if (no <= path.paperUntil) return '';
  const earlier = before(path, no);
  if (earlier && day < earlier.day) return `${dayLabel}不能早于${stepName(earlier.no)} ${earlier.day}`;
  const later = after(path, no);
  return later && day > later.day ? `${dayLabel}不能晚于${stepName(later.no)} ${later.day}` : '';
}

/** Why the superior's decision may not bear another day; empty where it may. `general`: when the 党总支 discussed it. */
export function decidedFault(path: Path, no: number, day: string, general: string | null): string {
  if (day > path.today) return '审批日期不能晚于今天';
  const own = path.steps[no]?.day;
  if (own && day < own) return `审批日期不能早于报送的 ${own}`;
  if (general !== null && day < general) return `审批日期不能早于党总支审议的 ${general}`;
  const later = after(path, no);
  return later && day > later.day ? `审批日期不能晚于${stepName(later.no)} ${later.day}` : '';
}

/** What the rules would block after a change of a day and did not before: of the step and of those behind it. */
export function newlyBlocked(was: Path, would: Path, no: number): Finding[] {
  const stops = (path: Path) =>
    Array.from({ length: path.step - no + 1 }, (_, at) => findingsAt(path, no + at))
      .flat()
      .filter(({ ok, level }) => !ok && level === 'block');
  const known = new Set(stops(was).map(({ code, no: at }) => `${code}.${at}`));
  return stops(would).filter(({ code, no: at }) => !known.has(`${code}.${at}`));
}

/** Where a file stands after its person's category was corrected. */
export interface Place {
  step: number;
  paperUntil: number;
  /** Steps that are done anew, with their days taken off. */
  anew: number[];
  /** Steps of 补录 that may be filled in now. */
  open: number[];
}

const stepTo = (category: number): number =>
  Number(Object.keys(CATEGORY_AFTER).find((no) => CATEGORY_AFTER[Number(no)] === category));

/**
 * The place of a running file for another category. Further on: as if the file were opened there, the steps before as 补录.
 * Back: to the first step that is not done, at the latest the one that leads out of the category.
 */
export function placeForCategory(
  { step, category, paperUntil }: { step: number; category: number; paperUntil: number },
  states: Readonly<Record<number, StepState>>,
  to: number,
): Place {
  const first = FIRST_STEP[to] ?? 1;
  const all = Array.from({ length: 25 }, (_, at) => at + 1);
  if (to < category) {
    const open = all.filter((no) => no < first && states[no] !== 'done');
    return { step: first, paperUntil: first - 1, anew: [], open };
  }
  const out = stepTo(to - 1);
  const firstOpenStep = all.find((no) => no >= first && no < out && states[no] !== 'done') ?? out;
  const anew = all.filter((no) => no >= firstOpenStep && no <= step);
  return { step: firstOpenStep, paperUntil: Math.min(paperUntil, first - 1), anew, open: [] };
}

/** The superior decided upon the category that these steps brought: that was no error of registration. */
export const decidedCategory = (
  category: number,
  paperUntil: number,
  states: Readonly<Record<number, StepState>>,
): number | null => {
  const no = stepTo(category);
  return stepDefinition(no || 1).decided === true && no > paperUntil && states[no] === 'done' ? no : null;
};
