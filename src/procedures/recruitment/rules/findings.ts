import { addDays, addMonths, earlierOf } from '#platform/time/days.ts';
import type { Check, Level, Said } from './check.ts';
import { CHECKS } from './checks.ts';
import { notBeforeSwitch, type RuleVersion, rulesVersionOn } from './days.ts';
import { nextInspection } from './inspections.ts';
import { dayDone, firstConclusionDay, type Path, probationEnd, versionOf } from './path.ts';
import { STEPS } from './steps.ts';

/** What one rule says of a file. */
export interface Finding {
  code: string;
  /** What must hold, as a sentence. */
  title: string;
  ok: boolean;
  level: Level;
  /** The facts that it rests on. */
  evidence: string;
  /** 细则第十三条. */
  clause: string;
  /** The step to go to. */
  no: number;
  /** The first day on which it would hold; null: no day alone fixes it. */
  earliest: string | null;
  /** Kept so far, and nothing of it has been done yet: no reason to tick it. */
  open?: true;
}

/** The clause behind a rule, by the version that holds for the step's own day. */
export function clauseOf(check: Check, version: RuleVersion, no: number): string {
  const place = check.article === '' || version === '2014' ? `发展党员流程第${no}步` : `细则${check.article}`;
  return check.unread ? `${place}（条文待核实）` : place;
}

/** More than six months are no warning any more. */
const levelOf = (check: Check, statement: Said): Level =>
  check.code === 'APPROVAL_LATE' && statement.no !== undefined ? 'block' : check.level;

/** What the rules say of one step as it stands, or as it would stand; by the version of its own day, unless another is asked. */
export function findingsAt(path: Path, no: number, version: RuleVersion = versionOf(path, no)): Finding[] {
  return CHECKS.flatMap((check): Finding[] => {
    if (!check.at.includes(no) || (check.only !== undefined && check.only !== version)) return [];
    const statement = check.say(path, no);
    if (!statement) return [];
    return [
      {
        code: check.code,
        title: check.title,
        ok: statement.ok,
        level: no <= path.paperUntil ? 'warn' : levelOf(check, statement),
        evidence: statement.evidence,
        clause: clauseOf(check, version, no),
        no: statement.no ?? no,
        earliest: statement.earliest ?? null,
        ...(statement.open ? { open: true } : {}),
      },
    ];
  });
}

/**
 * What the page lists beside a step: everything asked so far, faults first. The order of days is told where it is broken
 * alone: nobody reads twenty lines that say that all is well.
 */
export function findingsUpTo(path: Path, no: number): Finding[] {
  const all = STEPS.filter((step) => step.no <= no).flatMap((step) => findingsAt(path, step.no));
  const seen = new Set<string>();
  const shownFindings = all.filter(({ code, ok, evidence }) => {
    if (code === 'DATE_ORDER' && ok) return false;
    const key = `${code}|${evidence}`;
    return !seen.has(key) && seen.add(key);
  });
  const rank = ({ ok, level, open }: Finding) => (ok ? (open ? 2 : 3) : level === 'block' ? 0 : 1);
  return shownFindings.sort((a, b) => rank(a) - rank(b));
}

/** What stands in the way of a step. */
export const blockingFindings = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ ok, level }) => !ok && level === 'block');

/**
 * The sentence of a blocked act: what, by which facts, by which clause, at whose desk it is mended, and from when it could be done.
 *
 * @param deskOf the organisation at whose desk a step is
 */
export function blockedText([first, ...others]: readonly Finding[], deskOf?: (no: number) => string): string {
  if (!first) return '';
  const desk = deskOf ? `，由${deskOf(first.no)}办理` : '';
  const from = first.earliest ? `，最早 ${first.earliest} 可以办理` : '';
  const more = others.length > 0 ? `；另有${others.length}项不符合` : '';
  return `不符合“${first.title}”：${first.evidence}（${first.clause}）${desk}${from}${more}`;
}

/** From when a step may be done and until when it is in time; null: no such day. */
export function termOf(path: Path, no: number): { earliest: string | null; latest: string | null } {
  const plus = (from: string | null, months: number) => (from === null ? null : addMonths(from, months));
  const none = { earliest: null, latest: null };
  const isNew = rulesVersionOn(path.today, path.settings) === '2026';
  const switched = (day: string | null) =>
    day === null || !isNew ? null : addMonths(notBeforeSwitch(day, path.settings), 1);
  const soonest = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : earlierOf(a, b));
  switch (no) {
    case 2:
      return { earliest: null, latest: plus(dayDone(path, 1), 1) };
    case 6: {
      const start = dayDone(path, 3);
      if (start === null) return none;
      return {
        earliest: addMonths(start, 12),
        latest: nextInspection(start, [...path.inspections, ...path.explained]),
      };
    }
    case 7:
      return { earliest: plus(dayDone(path, 3), 12), latest: null };
    case 8:
      return { earliest: path.publicity?.result === null ? addDays(path.publicity.endsOn, 1) : null, latest: null };
    case 15:
      return { earliest: null, latest: switched(dayDone(path, 13)) };
    case 16:
    case 17:
      return { earliest: null, latest: plus(dayDone(path, 15), 3) };
    // 编组, 备案 and 宣誓 are done in the probation; its end is told even where they were left undone.
    case 18:
    case 19:
      return { earliest: null, latest: probationEnd(path) };
    case 20:
      return { earliest: null, latest: soonest(switched(dayDone(path, 17)), probationEnd(path)) };
    case 21: {
      const start = path.steps[15]?.day ?? null;
      const end = probationEnd(path);
      if (start === null || end === null)
        return { earliest: end === null ? null : firstConclusionDay(end), latest: end };
      const next = nextInspection(start, [...path.inspections, ...path.explained]);
      return { earliest: firstConclusionDay(end), latest: earlierOf(next, end) };
    }
    case 22:
      return { earliest: null, latest: probationEnd(path) };
    // The application does not end the term: the meeting is due when the probation is over, and the superior within three months of it.
    case 23: {
      const end = probationEnd(path);
      const held = path.votes[9]?.heldOn;
      return { earliest: end, latest: held === undefined ? end : addMonths(held, 3) };
    }
    case 24:
      return { earliest: null, latest: plus(dayDone(path, 23), 3) };
    default:
      return none;
  }
}
