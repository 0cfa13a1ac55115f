import { personOfSheet } from '#modules/member/rules/recordSheet.ts';
import {
  cleanHead,
  faultAt,
  type SheetColumn,
  type SheetFault,
  type SheetTemplateColumn,
} from '#platform/recordSheet.ts';
import { compactNumber } from '#platform/sheetCells.ts';

/** Class hours that one day gives at most. */
export const MOST_A_DAY = 10;

/** What is wrong with the days and hours of a training; days as `YYYY-MM-DD`, both included. */
export function trainingFaults(
  { startsOn, endsOn, hours }: { startsOn: string; endsOn: string; hours: number },
  today: string,
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (endsOn < startsOn) faults.endsOn = '结束日期不能早于开始日期';
  else if (endsOn > today) faults.endsOn = '培训结束后再登记';
  else {
    const days = Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000) + 1;
    if (days > 60) faults.endsOn = '一次培训最多60天，请分次登记';
    else if (hours > days * MOST_A_DAY) faults.hours = `${days}天最多计${days * MOST_A_DAY}学时`;
  }
  if (startsOn < `${Number(today.slice(0, 4)) - 2}-01-01`) faults.startsOn = '只登记今年和前两年的培训';
  return faults;
}

const COLUMNS = [
  { field: 'title', label: '培训名称', required: true, sample: '基层党组织书记培训班' },
  { field: 'hours', label: '学时', sample: '16' },
] as const;
const FIELD_OF = new Map<string, string>(COLUMNS.map(({ label, field }) => [label, field]));
const [TITLE, HOURS] = COLUMNS;

/** A fault at the column of the training's name or of the hours. */
export const atTitle = (text: string, suggestions: readonly string[] = []): SheetFault =>
  faultAt(TITLE, text, suggestions);
export const atHours = (text: string): SheetFault => faultAt(HOURS, text);

/** The columns of the template. */
export const trainingTemplate: SheetTemplateColumn[] = [
  ...personOfSheet.columns.map(({ label, required, sample }) => ({
    head: required ? `${label}*` : label,
    required: required === true,
    sample,
  })),
  { head: '培训名称*', required: true, sample: TITLE.sample, note: '与已登记的线下培训名称一致' },
  { head: '学时', required: false, sample: HOURS.sample, note: '不填的按该培训的学时计' },
];

/** What each head means. */
export function readTrainingHeads(heads: readonly string[]): SheetColumn[] {
  const owners = personOfSheet.match(heads);
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
export function lackingTrainingHeads(columns: readonly SheetColumn[]): string {
  const has = (owner: boolean, field: string) => columns.some((one) => one.owner === owner && one.field === field);
  const lacking = [
    ...personOfSheet.columns.filter(({ required, field }) => required && !has(true, field)),
    ...(has(false, 'title') ? [] : [TITLE]),
  ];
  return lacking.length > 0 ? `缺少“${lacking.map(({ label }) => label).join('”“')}”列，请对照模板` : '';
}

/** A line as it was read, without the database. */
export interface TrainingLine {
  said: Readonly<Record<string, string>>;
  /** The id card number; null where it is missing or wrong. */
  key: string | null;
  title: string;
  /** Null: those of the training. */
  hours: number | null;
  faults: SheetFault[];
}

/** Reads one line of a sheet; `today` as `YYYY-MM-DD`. */
export function readTrainingLine(
  columns: readonly SheetColumn[],
  cells: readonly string[],
  today: string,
): TrainingLine {
  const at = (owner: boolean, field: string) =>
    (cells[columns.findIndex((one) => one.owner === owner && one.field === field)] ?? '').trim();
  const said = Object.fromEntries(personOfSheet.columns.map(({ field }) => [field, at(true, field)]));
  const { key, faults } = personOfSheet.read(said, today);
  const all = [
    ...personOfSheet.columns
      .filter(({ required, field }) => required && said[field] === '')
      .map((one) => faultAt(one, '请填写')),
    ...faults,
  ];
  const title = at(false, 'title');
  if (title === '') all.push(atTitle('请填写'));
  const given = compactNumber(at(false, 'hours'));
  const value = given === '' ? null : Number(given);
  const isWrong = value !== null && !(value >= 0.5 && value <= 200 && Number.isInteger(value * 2));
  if (isWrong) all.push(atHours('请填0.5到200，以0.5为单位'));
  return { said, key, title, hours: isWrong ? null : value, faults: all };
}
