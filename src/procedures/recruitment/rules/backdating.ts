import { addMonths, daysBetween } from '#platform/time/days.ts';
import { isWorkday, type WorkCalendar } from '#platform/time/workdays.ts';
import { stepName } from './steps.ts';

/** What was written down of a file, with when it was written. Days `YYYY-MM-DD`, of Beijing. */
export interface Written {
  /** Steps up to this one are 补录 from paper, which is late by its nature. */
  paperUntil: number;
  calendar: WorkCalendar;
  steps: readonly {
    no: number;
    handledOn: string | null;
    decidedOn: string | null;
    recordedOn: string | null;
  }[];
  /** 考察, and half-years without one that were answered for; `recordedOn` null: 补录, or not known. */
  notes: readonly { kind: string; day: string; recordedOn: string | null }[];
  papers: readonly {
    no: number;
    label: string;
    handedOn: string | null;
    /** The bytes of its files, as far as they are known. */
    prints: readonly string[];
  }[];
}

/** Something by which a day may have been written afterwards; no proof, a place to look at. */
export interface Doubt {
  no: number;
  text: string;
}

/** More days than these between what happened and its being written down stand out. */
const LATE_DAYS = 30;
/** So many steps, of days so far apart, written on one day stand out. */
const MANY = 3;
const APART_DAYS = 60;

/**
 * 倒签核对: signs in all steps and papers of a file that days were written in afterwards. 补录 is left out: it says so itself.
 */
export function findBackdating(file: Written): Doubt[] {
  const own = file.steps.filter(({ no, handledOn, recordedOn }) => no > file.paperUntil && handledOn && recordedOn);
  return [
    ...late(own),
    ...together(own),
    ...hasty(file),
    ...notesLate(file),
    ...decidedOff(file),
    ...papersLate(file),
    ...twice(file),
  ].sort((a, b) => a.no - b.no || (a.text < b.text ? -1 : 1));
}

const late = (steps: Written['steps']): Doubt[] =>
  steps.flatMap(({ no, handledOn, recordedOn }) => {
    const days = daysBetween(handledOn ?? '', recordedOn ?? '');
    return days > LATE_DAYS
      ? [{ no, text: `${stepName(no)}日期 ${handledOn}，${recordedOn} 才登记，晚了${days}天` }]
      : [];
  });

function together(steps: Written['steps']): Doubt[] {
  const days = new Map<string, Written['steps'][number][]>();
  for (const step of steps) {
    const day = step.recordedOn ?? '';
    days.set(day, [...(days.get(day) ?? []), step]);
  }
  return [...days].flatMap(([day, some]) => {
    const of = some.map(({ handledOn }) => handledOn ?? '').sort();
    const [first, last] = [of[0] ?? '', of.at(-1) ?? ''];
    if (some.length < MANY || daysBetween(first, last) <= APART_DAYS) return [];
    const numbers = some.map(({ no }) => no).sort((a, b) => a - b);
    return [
      {
        no: numbers[0] ?? 1,
        text: `${day} 一天登记了${some.length}步（第${numbers.join('、')}步），日期从 ${first} 到 ${last}`,
      },
    ];
  });
}

/** 培养教育考察 that was over before its year was, or of which nothing was ever written down. */
function hasty({ steps, notes, paperUntil }: Written): Doubt[] {
  const [start, end] = [3, 6].map((no) => {
    const step = steps.find((one) => one.no === no);
    return step?.decidedOn ?? step?.handledOn ?? null;
  });
  if (!start || !end || paperUntil >= 6) return [];
  const doubts: Doubt[] = [];
  if (end < addMonths(start, 12)) doubts.push({ no: 6, text: `${stepName(6)}从 ${start} 到 ${end}，不满一年就完成` });
  const written = notes.filter(({ kind, day }) => kind !== 'thought' && day <= end);
  if (written.length === 0) doubts.push({ no: 6, text: `${stepName(6)}没有一次考察记录或未考察说明就完成` });
  return doubts;
}

/** A 考察 that was written down long after its day; whoever answers for a half-year without one does so afterwards. */
const notesLate = ({ notes, paperUntil }: Written): Doubt[] =>
  notes.flatMap(({ kind, day, recordedOn }) => {
    if (kind !== 'inspection' || recordedOn === null || paperUntil >= 6) return [];
    const days = daysBetween(day, recordedOn);
    return days > LATE_DAYS ? [{ no: 6, text: `考察日期 ${day}，${recordedOn} 才登记，晚了${days}天` }] : [];
  });

/** A superior's meeting on a day off is possible, and rare. */
const decidedOff = ({ steps, calendar, paperUntil }: Written): Doubt[] =>
  steps.flatMap(({ no, decidedOn }) =>
    decidedOn && no > paperUntil && !isWorkday(decidedOn, calendar)
      ? [{ no, text: `${stepName(no)}的审批日期 ${decidedOn} 不是工作日` }]
      : [],
  );

const papersLate = ({ steps, papers, paperUntil }: Written): Doubt[] =>
  papers.flatMap(({ no, label, handedOn }) => {
    const step = steps.find((one) => one.no === no);
    const day = step?.decidedOn ?? step?.handledOn ?? null;
    if (no <= paperUntil || handedOn === null || day === null) return [];
    const days = daysBetween(day, handedOn);
    if (days > LATE_DAYS) return [{ no, text: `${label}（第${no}步，${day}）${handedOn} 才上传，晚了${days}天` }];
    // A paper about what had not happened yet.
    const early = step?.handledOn ? daysBetween(handedOn, step.handledOn) : 0;
    return early > 1
      ? [{ no, text: `${label}（第${no}步，${step?.handledOn}）${handedOn} 已经上传，早于办理日期` }]
      : [];
  });

function twice({ papers }: Written): Doubt[] {
  const seen = new Map<string, Written['papers'][number]>();
  return papers.flatMap((paper) =>
    [...new Set(paper.prints)].flatMap((print) => {
      const first = seen.get(print);
      seen.set(print, first ?? paper);
      if (!first || (first.no === paper.no && first.label === paper.label)) return [];
      return [
        {
          no: paper.no,
          text: `第${paper.no}步${paper.label}与第${first.no}步${first.label}是同一个文件`,
        },
      ];
    }),
  );
}
