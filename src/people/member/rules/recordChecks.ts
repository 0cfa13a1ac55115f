import { personProblems } from '#people/member/rules/checks.ts';
import { ageOn, emptyPerson, type Person } from '#people/member/rules.ts';
import type { Around, AroundRow, RecordProblem, RecordType, RecordValues } from '#platform/records/records.ts';

/** The checks of data quality that look at the rows of the tabs; `member_row_faults` (0182) says when, in SQL. */
export type RowCheck =
  | 'row-before-birth'
  | 'worked-young'
  | 'row-before-joined'
  | 'post-in-probation'
  | 'row-after-leaving'
  | 'row-overlap'
  | 'entry-after-branch';

/** A contradiction with the check that finds it. */
export interface RowProblem extends RecordProblem {
  check: RowCheck | 'kin';
}

/** What the main record says, as far as rows are held against it. */
export const RECORD_FACTS = [
  'birthDate',
  'admissionDate',
  'conversionDate',
  'joinedBranchOn',
  'personCategory',
] as const satisfies readonly (keyof Person)[];

const CONSTITUTION_7 = '《中国共产党章程》第七条';
const LABOUR_LAW_15 = '《中华人民共和国劳动法》第十五条';
const WORKING_AGE = 16;
/** 其他表彰 may be of another kind than the party's. */
const OTHER_AWARD = '19';
/** 开除党籍, 劝退, 除名: who comes back has a later day of joining. */
const LEAVING: readonly unknown[] = ['25', '32', '33'];
const NEVER = '9999';

interface Span {
  /** The days on which it may end; the earliest counts, and without one it lasts. */
  ends: readonly string[];
  /** Two rows are held against each other where these are the same. */
  same: readonly string[];
  /** Cannot be at once. Moves and hardships may be told by halves: of these it is only shown. */
  impossible: boolean;
}
const SPANS: Readonly<Record<string, Span>> = {
  inoff: { ends: ['endedOn'], same: ['post', 'orgName'], impossible: true },
  adof: { ends: ['endedOn'], same: ['post', 'workUnit'], impossible: true },
  repr: { ends: ['stoppedOn', 'termEndsOn'], same: ['congress', 'level'], impossible: true },
  abroad: { ends: ['returnedAt'], same: [], impossible: true },
  flre: { ends: ['endedOn'], same: ['direction'], impossible: false },
  diff: { ends: ['endedOn'], same: ['type'], impossible: false },
};

const isPost = (kind: string) => kind === 'inoff' || kind === 'repr';
/** Names that a deployment adds itself have their own digits. */
const isPartyMatter = ({ kind, fields }: Row) =>
  kind === 'rewar' && /^[123]\d$/.test(String(fields.name)) && fields.name !== OTHER_AWARD;
const isLeaving = ({ kind, fields }: Row) => kind === 'rewar' && LEAVING.includes(fields.name);

type Row = Pick<AroundRow, 'kind' | 'fields'>;
const text = (values: RecordValues, field: string) => String(values[field] ?? '');

/** The day on which a row begins, by kind; a relative's own days are not bound by the person's. */
const BEGINS: Readonly<Record<string, string>> = {
  extra: 'workedFrom',
  entering: 'joinedOn',
  inoff: 'startedOn',
  adof: 'startedOn',
  rewar: 'approvedOn',
  repr: 'electedOn',
  abroad: 'leftAt',
  diff: 'foundOn',
  flre: 'startedOn',
  resume: 'startedOn',
};
const beginOf = ({ kind, fields }: Row) => text(fields, BEGINS[kind] ?? '');
const endOf = ({ kind, fields }: Row) =>
  (SPANS[kind]?.ends ?? [])
    .map((field) => text(fields, field))
    .filter(Boolean)
    .toSorted()[0] ?? NEVER;

/** What a row says against the person's main record and the other rows of the tabs, the impossible first. */
export function recordProblems(
  sort: RecordType,
  { id, fields }: { id: string | null; fields: RecordValues },
  around: Around,
): RowProblem[] {
  if (sort.kind === 'family') return kinProblems(fields, around);
  const row = { kind: sort.kind, fields };
  const field = BEGINS[sort.kind];
  const begins = beginOf(row);
  if (!field || begins === '') return [];
  const label = sort.fields.find(({ name }) => name === field)?.label ?? field;
  const found: RowProblem[] = [];
  const say = (check: RowCheck, impossible: boolean, words: string, clause = '') =>
    found.push({ check, field, impossible, text: words, clause });
  const others = around.rows.filter((other) => other.id !== id);
  againstMain(row, label, begins, around.owner, say);
  againstLeaving(row, label, begins, others, around.owner, say);
  againstSpans(row, begins, others, say);
  return found.toSorted((a, b) => Number(b.impossible) - Number(a.impossible));
}

/** Dictionary 0040. */
const CHILDREN: readonly unknown[] = ['2', '3'];
const PARENTS: readonly unknown[] = ['4', '5'];
/** Years that somebody is older than a child of theirs, at the least. */
const GENERATION = 14;

/** Ages of relatives that are hardly right; nobody is stopped by them, whoever writes them is asked. */
function kinProblems(fields: RecordValues, around: Around): RowProblem[] {
  const [born, own] = [text(fields, 'birthDate'), text(around.owner, 'birthDate')];
  if (born === '' || own === '') return [];
  const ask = (words: string): RowProblem[] => [
    { check: 'kin', field: 'birthDate', impossible: false, text: words, clause: '' },
  ];
  if (CHILDREN.includes(fields.relation)) {
    if (born <= own) return ask(`子女的出生日期早于本人（${own}）`);
    if (ageOn(own, born) < GENERATION) return ask(`子女出生时本人未满${GENERATION}岁`);
  }
  if (PARENTS.includes(fields.relation)) {
    if (born >= own) return ask(`父母的出生日期晚于本人（${own}）`);
    if (ageOn(born, own) < GENERATION) return ask(`本人出生时父母未满${GENERATION}岁`);
  }
  if (fields.relation === '1' && Math.abs(Number(born.slice(0, 4)) - Number(own.slice(0, 4))) > 40)
    return ask('配偶与本人相差40岁以上');
  return [];
}

type Say = (check: RowCheck, impossible: boolean, words: string, clause?: string) => void;

function againstMain(row: Row, label: string, begins: string, main: RecordValues, say: Say) {
  const [born, joined, converted] = [
    text(main, 'birthDate'),
    text(main, 'admissionDate'),
    text(main, 'conversionDate'),
  ];
  if (row.kind === 'entering') return againstBranch(row, begins, main, say);
  if (born && begins < born) return say('row-before-birth', true, `${label}不能早于本人出生日期${born}`);
  if (row.kind === 'extra' && born && ageOn(born, begins) < WORKING_AGE) {
    say('worked-young', false, `参加工作时未满${WORKING_AGE}岁`, LABOUR_LAW_15);
  }
  if (joined === '' || !(isPost(row.kind) || isPartyMatter(row))) return;
  // Whoever was taken in a second time may have held a post before.
  if (begins < joined) return say('row-before-joined', false, `${label}早于入党日期${joined}`);
  const isProbation = converted ? begins < converted : main.personCategory === 2;
  if (isPost(row.kind) && isProbation) {
    say('post-in-probation', false, `${label}在预备期内，预备党员没有被选举权`, CONSTITUTION_7);
  }
}

/** The day of an entry is the main record's own, once it has passed: it is judged by the rules of that. */
function againstBranch({ fields }: Row, begins: string, main: RecordValues, say: Say) {
  const person = {
    ...emptyPerson,
    birthDate: text(main, 'birthDate') || null,
    admissionDate: text(main, 'admissionDate') || null,
    joinedBranchOn: begins,
  };
  for (const problem of personProblems(person, NEVER)) {
    if (problem.field !== 'joinedBranchOn') continue;
    say(problem.impossible ? 'row-before-birth' : 'row-before-joined', problem.impossible, problem.text);
  }
  const branch = text(main, 'joinedBranchOn');
  if (fields.state === '1' && branch && begins > branch) {
    say('entry-after-branch', false, `审核通过的进入支部日期晚于主档案的${branch}`);
  }
}

function againstLeaving(
  row: Row,
  label: string,
  begins: string,
  others: readonly AroundRow[],
  main: RecordValues,
  say: Say,
) {
  const ofParty = (one: Row) => isPost(one.kind) || isPartyMatter(one);
  const counts = (day: string) => day >= text(main, 'admissionDate');
  if (ofParty(row)) {
    const left = others.filter((other) => isLeaving(other) && counts(beginOf(other))).map(beginOf);
    const day = left.toSorted()[0];
    if (day && begins > day) return say('row-after-leaving', true, `${label}不能晚于出党日期${day}`);
  }
  if (!isLeaving(row) || !counts(begins)) return;
  const later = others.find((other) => ofParty(other) && beginOf(other) > begins);
  if (later) say('row-after-leaving', true, `出党后还有${beginOf(later)}的党内职务、代表或奖惩，请先核对`);
}

function againstSpans(row: Row, begins: string, others: readonly AroundRow[], say: Say) {
  const span = SPANS[row.kind];
  if (!span) return;
  const other = others.find(
    (one) =>
      one.kind === row.kind &&
      span.same.every((field) => text(one.fields, field) === text(row.fields, field)) &&
      begins < endOf(one) &&
      beginOf(one) < endOf(row),
  );
  if (!other) return;
  const end = endOf(other);
  const lasts = end === NEVER ? `${beginOf(other)}起、没有结束日期` : `${beginOf(other)}至${end}`;
  say('row-overlap', span.impossible, `与已登记的一条时间重叠（${lasts}），请核对`);
}
