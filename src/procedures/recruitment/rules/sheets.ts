import { personOfSheet } from '#people/member/rules/recordSheet.ts';
import { readDay } from '#platform/reading/days.ts';
import { numberTyped } from '#platform/reading/numbers.ts';
import {
  faultInColumn,
  lackingOf,
  matchHeads,
  ownerTemplate,
  readOwner,
  type SheetColumn,
  type SheetFault,
  type SheetTemplateColumn,
} from '#platform/records/recordSheet.ts';
import { STEPS, stepDefinition, stepName } from './steps.ts';

/** 集中培训. */
export const TRAINING_STEP = 11;
export const NOTE_KINDS = { inspection: '考察', thought: '思想汇报' } as const;
export type NoteKind = keyof typeof NOTE_KINDS;

interface OwnColumn {
  field: string;
  label: string;
  required?: true;
  sample: string;
  note?: string;
  options?: readonly string[];
}
const DAY_NOTE = '写成2020-07-01，2020.7.1也能识别';
const OWN = {
  step: [
    {
      field: 'no',
      label: '步骤',
      required: true,
      sample: '3',
      note: '步骤序号1至25，或步骤名称',
      options: STEPS.map(({ no, title }) => `${no} ${title}`),
    },
    { field: 'day', label: '日期', required: true, sample: '2023-06-18', note: DAY_NOTE },
    { field: 'decided', label: '审批日期', sample: '', note: '上级审批的步骤（8、13、17、24）填' },
    { field: 'opinion', label: '说明', sample: '', note: '结论或说明，最多500字' },
  ],
  training: [
    { field: 'day', label: '培训结束日期', required: true, sample: '2024-08-21', note: DAY_NOTE },
    { field: 'days', label: '培训天数', required: true, sample: '3' },
    { field: 'hours', label: '培训学时', required: true, sample: '24' },
  ],
  note: [
    { field: 'kind', label: '类别', sample: '考察', note: '不填的为考察', options: Object.values(NOTE_KINDS) },
    { field: 'day', label: '日期', required: true, sample: '2024-06-10', note: DAY_NOTE },
    { field: 'content', label: '情况', required: true, sample: '学习主动，按期参加组织生活', note: '最多1000字' },
  ],
} as const satisfies Record<string, readonly OwnColumn[]>;
export type SheetName = keyof typeof OWN;

const ownOf = (sheet: SheetName): readonly OwnColumn[] => OWN[sheet];
const columnOf = (sheet: SheetName, field: string): OwnColumn =>
  ownOf(sheet).find((one) => one.field === field) ?? { field, label: field, sample: '' };
/** A fault at one of a sheet's own columns. */
export const sheetColumnFault = (sheet: SheetName, field: string, text: string, suggestions: readonly string[] = []) =>
  faultInColumn(columnOf(sheet, field), text, suggestions);

/** The heads by which a sheet is known. */
export const knownHeads = (sheet: SheetName): string[] => [
  '人员姓名',
  '身份证号',
  ...ownOf(sheet).map(({ label }) => label),
];

export const sheetTemplate = (sheet: SheetName): SheetTemplateColumn[] => [
  ...ownerTemplate(personOfSheet),
  ...ownOf(sheet).map(({ label, required, sample, options, note }) => ({
    head: required ? `${label}*` : label,
    required: required === true,
    sample,
    ...(options ? { options } : {}),
    ...(note ? { note } : {}),
  })),
];

/** What each head means. */
export const readHeads = (sheet: SheetName, heads: readonly string[]): SheetColumn[] =>
  matchHeads(new Map(ownOf(sheet).map(({ label, field }) => [label, field])), personOfSheet, heads);

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export const lackingHeads = (sheet: SheetName, columns: readonly SheetColumn[]): string =>
  lackingOf(
    ownOf(sheet).filter(({ required }) => required),
    personOfSheet,
    columns,
  );

/** A line as it was read, without the database. */
export interface DevelopmentLine {
  said: Readonly<Record<string, string>>;
  /** The id card number; null where it is missing or wrong. */
  key: string | null;
  /** Step of `step` and `training`; 0: not readable. */
  no: number;
  day: string;
  decided: string;
  text: string;
  kind: NoteKind;
  days: number;
  hours: number;
  faults: SheetFault[];
}

/** The number of a step as people write it: 3, 第3步, 3 确定入党积极分子, or its title; 0: none. */
export function readStepNo(text: string): number {
  const digits = text.replace(/\s/g, '');
  const number = /^第?(\d{1,2})(?:步|[^\d].*)?$/.exec(digits)?.[1];
  const no = number === undefined ? STEPS.find(({ title }) => title === digits)?.no : Number(number);
  return no !== undefined && no >= 1 && no <= STEPS.length ? no : 0;
}

/** Reads one line of a sheet; `today` as `YYYY-MM-DD`. */
export function readDevelopmentLine(
  sheet: SheetName,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  today: string,
): DevelopmentLine {
  const { said, key, faults, at } = readOwner(personOfSheet, columns, cells, today);
  const missing = ownOf(sheet).filter(({ required, field }) => required && at(field) === '');
  faults.push(...missing.map((one) => faultInColumn(one, '请填写')));
  const tell = (field: string, text: string, suggestions: readonly string[] = []) =>
    faults.push(sheetColumnFault(sheet, field, text, suggestions));
  const dayOf = (field: string): string => {
    const text = at(field);
    if (text === '') return '';
    const read = readDay(text);
    const day = 'day' in read ? read.day : 'month' in read ? '' : 'fix' in read ? read.fix : '';
    if (day === '') {
      tell(field, 'text' in read ? read.text : '请写到日，如2020-07-01', 'suggestions' in read ? read.suggestions : []);
      return '';
    }
    if (day > today) tell(field, '不能晚于今天');
    return day;
  };
  const wholeOf = (field: string, most: number): number => {
    const text = at(field);
    if (text === '') return 0;
    const value = numberTyped(text);
    if (value !== null && value > 0 && value <= most) return value;
    tell(field, `应为1至${most}的整数`);
    return 0;
  };
  const textOf = (field: string, most: number): string => {
    const text = at(field);
    if (text.length > most) tell(field, `不能超过${most}个字`);
    return text;
  };
  const line = {
    said,
    key,
    no: 0,
    decided: '',
    text: '',
    kind: 'inspection' as NoteKind,
    days: 0,
    hours: 0,
  };
  if (sheet === 'training') {
    line.no = TRAINING_STEP;
    line.days = wholeOf('days', 60);
    line.hours = wholeOf('hours', 500);
  } else if (sheet === 'step') {
    const said = at('no');
    line.no = readStepNo(said);
    if (said !== '' && line.no === 0) tell('no', '没有这一步，请填步骤序号1至25');
    line.decided = dayOf('decided');
    if (line.decided !== '' && line.no > 0 && !stepDefinition(line.no).decided)
      tell('decided', `${stepName(line.no)}不须上级审批，请留空`);
    line.text = textOf('opinion', 500);
  } else {
    const said = at('kind');
    const kind = (Object.keys(NOTE_KINDS) as NoteKind[]).find((one) => NOTE_KINDS[one] === said);
    if (said !== '' && !kind) tell('kind', '应为考察或思想汇报', Object.values(NOTE_KINDS));
    line.kind = kind ?? 'inspection';
    line.text = textOf('content', 1000);
  }
  const day = dayOf('day');
  if (day !== '' && line.decided !== '' && line.decided < day) tell('decided', `不能早于报送的 ${day}`);
  return { ...line, day, faults };
}
