import { personOfSheet } from '#people/member/rules/recordSheet.ts';
import { countedNumber } from '#platform/reading/cells.ts';
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
export const titleFault = (text: string, suggestions: readonly string[] = []): SheetFault =>
  faultInColumn(TITLE, text, suggestions);
export const hoursFault = (text: string): SheetFault => faultInColumn(HOURS, text);

/** The columns of the template. */
export const trainingTemplate: SheetTemplateColumn[] = [
  ...ownerTemplate(personOfSheet),
  { head: '培训名称*', required: true, sample: TITLE.sample, note: '与已登记的线下培训名称一致' },
  { head: '学时', required: false, sample: HOURS.sample, note: '不填的按该培训的学时计' },
];

/** What each head means. */
export const readTrainingHeads = (heads: readonly string[]): SheetColumn[] =>
  matchHeads(FIELD_OF, personOfSheet, heads);

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export const lackingTrainingHeads = (columns: readonly SheetColumn[]): string =>
  lackingOf([TITLE], personOfSheet, columns);

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
  const { said, key, faults, at } = readOwner(personOfSheet, columns, cells, today);
  const title = at('title');
  if (title === '') faults.push(titleFault('请填写'));
  const given = countedNumber(at('hours'));
  const value = given === '' ? null : Number(given);
  const isWrong = value !== null && !(value >= 0.5 && value <= 200 && Number.isInteger(value * 2));
  if (isWrong) faults.push(hoursFault('请填0.5到200，以0.5为单位'));
  return { said, key, title, hours: isWrong ? null : value, faults };
}
