import { normaliseIdCard, readIdCard } from '#people/member/rules/idCard.ts';
import { countedNumber, hasLostDigits, LOST_DIGITS } from '#platform/reading/cells.ts';
import { readDay } from '#platform/reading/days.ts';
import { numberTyped } from '#platform/reading/numbers.ts';
import type { ImportKind } from '#platform/records/recordImport.ts';
import {
  cleanHead,
  dayFault,
  faultInColumn,
  notAnOption,
  type SheetColumn,
  type SheetFault,
  type SheetTemplateColumn,
} from '#platform/records/recordSheet.ts';
import { METHODS, POSTS } from './rules.office.ts';
import { orgFault, orgOfSheet } from './rules.recordSheet.ts';

/** Terms as sheets: a line is one of the leadership. */
export const TERM_SHEET: ImportKind = {
  kind: 'office',
  label: '届次班子成员',
  hint: '同一届各行的当选日期相同；一届里有一行有误，这一届就都不写入。姓名有重名，或组织关系不在该组织时，请填身份证号。任期和下次换届由系统按规定计算。',
};

/** The columns of a term and of one of its leadership, in the order of the template; those after 备注 are told, never read. */
export const TERM_COLUMNS = [
  { field: 'number', label: '届次' },
  { field: 'electedOn', label: '当选日期', required: true },
  { field: 'method', label: '产生方式', required: true },
  { field: 'entitled', label: '应到会人数' },
  { field: 'present', label: '实到会人数' },
  { field: 'post', label: '党内职务', required: true },
  { field: 'name', label: '姓名', required: true },
  { field: 'idCardNo', label: '身份证号' },
  { field: 'votes', label: '得票' },
  { field: 'remark', label: '备注' },
] as const satisfies readonly { field: string; label: string; required?: true }[];
type TermField = (typeof TERM_COLUMNS)[number]['field'];
/** What an export says besides; the rule reckons it. */
export const RECKONED = [
  { field: 'years', label: '任期' },
  { field: 'nextElectionOn', label: '下次换届' },
] as const;
const FIELD_OF = new Map<string, string>([...TERM_COLUMNS, ...RECKONED].map(({ field, label }) => [label, field]));
const isRequired = (column: (typeof TERM_COLUMNS)[number]) => 'required' in column;

const SAMPLES: Readonly<Record<TermField, string>> = {
  number: '第1届',
  electedOn: '2024-06-20',
  method: METHODS[0] ?? '',
  entitled: '20',
  present: '18',
  post: POSTS[0] ?? '',
  name: '张三',
  idCardNo: '',
  votes: '17',
  remark: '',
};
const OPTIONS: Readonly<Record<string, readonly string[]>> = { method: METHODS, post: POSTS };

/** The columns of the template. */
export const termTemplate: SheetTemplateColumn[] = [
  ...orgOfSheet.columns.map((column) => ({ ...headed(column), sample: column.sample })),
  ...TERM_COLUMNS.map((column) => {
    const options = OPTIONS[column.field];
    return { ...headed(column), sample: SAMPLES[column.field], ...(options ? { options } : {}) };
  }),
];
function headed(column: { label: string; required?: true }) {
  const required = column.required === true;
  return { head: required ? `${column.label}*` : column.label, required };
}

/** What each head means. */
export function readTermHeads(heads: readonly string[]): SheetColumn[] {
  const owners = orgOfSheet.match(heads);
  const taken = new Set<string>();
  return heads.map((text, at) => {
    const head = text.slice(0, 60);
    const own = FIELD_OF.get(cleanHead(text));
    if (own !== undefined && !taken.has(own)) {
      taken.add(own);
      return { head, field: own, owner: false };
    }
    const field = owners[at] ?? null;
    return { head, field, owner: field !== null };
  });
}

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export function lackingTermHeads(columns: readonly SheetColumn[]): string {
  const has = (owner: boolean, field: string) => columns.some((one) => one.owner === owner && one.field === field);
  const lacking = [
    ...orgOfSheet.columns.filter(({ field, required }) => required && !has(true, field)),
    ...TERM_COLUMNS.filter((column) => isRequired(column) && !has(false, column.field)),
  ];
  return lacking.length > 0 ? `缺少“${lacking.map(({ label }) => label).join('”“')}”列，请对照模板` : '';
}

/** A line as it was read. */
export interface TermLine {
  said: Readonly<Record<string, string>>;
  /** By which the organisation is found. */
  key: string | null;
  number: number | null;
  /** `YYYY-MM-DD`; empty where it is wrong. */
  electedOn: string;
  method: string;
  entitled: number | null;
  present: number | null;
  remark: string;
  post: string;
  name: string;
  idCard: string | null;
  votes: number | null;
  /** What is wrong with the line itself. */
  faults: SheetFault[];
}

const LABELS = new Map<string, string>(TERM_COLUMNS.map(({ field, label }) => [field, label]));
/** A fault at the column of a field. */
export const columnFault = (
  field: TermField | 'posts',
  text: string,
  suggestions: readonly string[] = [],
): SheetFault => faultInColumn(columnOf(field === 'posts' ? 'post' : field), text, suggestions);
const columnOf = (field: TermField) => ({ field, label: LABELS.get(field) ?? '' });

/** Reads one line of a sheet of terms, without the database; `today` as `YYYY-MM-DD`. */
export function readTermLine(columns: readonly SheetColumn[], cells: readonly string[], today: string): TermLine {
  const at = (owner: boolean, field: string) =>
    (cells[columns.findIndex((one) => one.owner === owner && one.field === field)] ?? '').trim();
  const text = (field: TermField) => at(false, field);
  const faults: SheetFault[] = [];
  const texts = Object.fromEntries(orgOfSheet.columns.map(({ field }) => [field, at(true, field)]));
  const { key } = orgOfSheet.read(texts, today);
  if (key === null) faults.push(orgFault.name('请填写'));
  const whole = (field: TermField, from: number, most: number): number | null => {
    const given = text(field);
    if (given === '') return null;
    const value = numberTyped(given, 0, '', most);
    if (value !== null && value >= from) return value;
    faults.push(columnFault(field, `请填${from}到${most}的整数`));
    return null;
  };
  const number = countedNumber(text('number')).replace(/^第|届$/g, '');
  if (number !== '' && !/^[1-9]\d?$/.test(number)) faults.push(columnFault('number', '请填1到99的整数，如 第3届'));
  const choice = (field: TermField, options: readonly string[]) => {
    const given = text(field);
    if (given !== '' && !options.includes(given)) {
      faults.push(notAnOption(columnOf(field), given, options));
    }
    return given;
  };
  if (hasLostDigits(text('idCardNo'))) faults.push(columnFault('idCardNo', LOST_DIGITS));
  const idCard = hasLostDigits(text('idCardNo')) ? '' : text('idCardNo').replace(/^'/, '');
  const card = idCard === '' ? null : readIdCard(idCard, today);
  if (card && 'reason' in card) faults.push(columnFault('idCardNo', card.reason));
  if (text('remark').length > 500) faults.push(columnFault('remark', '备注不能超过500个字'));
  return {
    said: texts,
    key,
    number: /^[1-9]\d?$/.test(number) ? Number(number) : null,
    electedOn: dayOf(text('electedOn'), faults),
    method: choice('method', METHODS),
    entitled: whole('entitled', 1, 999_999),
    present: whole('present', 1, 999_999),
    remark: text('remark'),
    post: choice('post', POSTS),
    name: text('name'),
    idCard: card && 'card' in card ? normaliseIdCard(idCard) : null,
    votes: whole('votes', 0, 999_999),
    faults,
  };
}

function dayOf(given: string, faults: SheetFault[]): string {
  if (given === '') {
    faults.push(columnFault('electedOn', '请填写'));
    return '';
  }
  const day = readDay(given);
  if ('day' in day) return day.day;
  if ('fix' in day && !('month' in day)) return day.fix;
  faults.push(columnFault('electedOn', ...dayFault(day)));
  return '';
}
