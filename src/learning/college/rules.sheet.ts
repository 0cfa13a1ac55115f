import { personOfSheet } from '#people/member/rules/recordSheet.ts';
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
import { GRADES, JOB_CLASSES, JOB_TYPES, PAST, STAFF, STUDENT, SUSPENDED, TITLE_LEVELS } from './rules.ts';

const COLUMNS = [
  { field: 'jobType', label: '人员类别', required: true, sample: '学生' },
  { field: 'number', label: '学号或工号', sample: '202501001' },
  { field: 'grade', label: '年级', sample: '一年级' },
  { field: 'className', label: '班级', sample: '机电2501班' },
  { field: 'jobClass', label: '在岗情况', sample: '' },
  { field: 'titleLevel', label: '职称', sample: '' },
  { field: 'suspended', label: '停学停职', sample: '否' },
] as const;
type Field = (typeof COLUMNS)[number]['field'];
const [TYPE, NUMBER, GRADE, CLASS, JOB, TITLE, SUSPEND] = COLUMNS;
/** Other names under which sheets of schools have these columns. */
const FIELD_OF = new Map<string, Field>([
  ...COLUMNS.map(({ label, field }) => [label, field] as const),
  ['类别', 'jobType'],
  ['学号', 'number'],
  ['工号', 'number'],
  ['职称级别', 'titleLevel'],
  ['是否休学', 'suspended'],
]);

const choices = (words: Readonly<Record<number, string>>) => Object.values(words);
const OPTIONS: Partial<Record<Field, readonly string[]>> = {
  jobType: choices(JOB_TYPES),
  grade: choices(GRADES),
  jobClass: choices(JOB_CLASSES),
  titleLevel: choices(TITLE_LEVELS),
  suspended: choices(SUSPENDED),
};
const NOTES: Partial<Record<Field, string>> = {
  grade: '学生填写',
  className: '学生填写',
  jobClass: '教职工填写',
  titleLevel: '教职工填写，没有就不填',
  suspended: '不填就是“否”',
};

/** The columns of the template. */
export const studentTemplate: SheetTemplateColumn[] = [
  ...ownerTemplate(personOfSheet),
  ...COLUMNS.map(({ field, label, sample }): SheetTemplateColumn => {
    const options = OPTIONS[field];
    const note = NOTES[field];
    return {
      head: field === 'jobType' ? `${label}*` : label,
      required: field === 'jobType',
      sample,
      ...(options ? { options } : {}),
      ...(note ? { note } : {}),
    };
  }),
];

/** What each head means. */
export const readStudentHeads = (heads: readonly string[]): SheetColumn[] => matchHeads(FIELD_OF, personOfSheet, heads);

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export const lackingStudentHeads = (columns: readonly SheetColumn[]): string =>
  lackingOf([TYPE], personOfSheet, columns);

/** A line as it was read, without the database. */
export interface StudentLine {
  said: Readonly<Record<string, string>>;
  /** The id card number; null where it is missing or wrong. */
  key: string | null;
  place: {
    jobType: number;
    number: string;
    grade: number | null;
    className: string;
    jobClass: number | null;
    titleLevel: number | null;
    suspended: number;
  };
  faults: SheetFault[];
}

/** Reads one line of a sheet; `today` as `YYYY-MM-DD`. */
export function readStudentLine(columns: readonly SheetColumn[], cells: readonly string[], today: string): StudentLine {
  const { said, key, faults, at } = readOwner(personOfSheet, columns, cells, today);
  /** The value of a word, or of the number itself. */
  const value = (column: (typeof COLUMNS)[number], words: Readonly<Record<number, string>>): number | null => {
    const text = at(column.field);
    if (text === '') return null;
    const found = Object.entries(words).find(([number, word]) => word === text || number === text);
    if (!found) faults.push(faultInColumn(column, `没有“${text}”`, choices(words)));
    return found ? Number(found[0]) : null;
  };
  const text = (column: (typeof COLUMNS)[number], most: number): string => {
    const given = at(column.field);
    if (given.length > most) faults.push(faultInColumn(column, `最多${most}个字`));
    return given;
  };
  const jobType = value(TYPE, JOB_TYPES);
  if (at('jobType') === '') faults.push(faultInColumn(TYPE, '请填写'));
  const grade = value(GRADE, GRADES);
  const className = text(CLASS, 40);
  const jobClass = value(JOB, JOB_CLASSES);
  const titleLevel = value(TITLE, TITLE_LEVELS);
  const suspended = value(SUSPEND, SUSPENDED) ?? 2;
  if (jobType === STUDENT && grade === null && at('grade') === '') faults.push(faultInColumn(GRADE, '学生请填写年级'));
  if (jobType === STUDENT && className === '' && grade !== PAST) faults.push(faultInColumn(CLASS, '学生请填写班级'));
  if (jobType === STAFF && jobClass === null && at('jobClass') === '')
    faults.push(faultInColumn(JOB, '教职工请填写在岗或外聘'));
  const isStudent = jobType === STUDENT;
  return {
    said,
    key,
    place: {
      jobType: jobType ?? STUDENT,
      number: text(NUMBER, 20),
      grade: isStudent ? grade : null,
      className: isStudent ? className : '',
      jobClass: isStudent ? null : jobClass,
      titleLevel: isStudent ? null : titleLevel,
      suspended,
    },
    faults,
  };
}
