import { line, personName } from '#platform/contract.ts';
import { compactNumber, hasLostDigits, LOST_DIGITS } from '#platform/reading/cells.ts';
import { readDay } from '#platform/reading/days.ts';
import { emptyPerson, type Person } from '../rules.ts';
import { personProblems } from './checks.ts';
import { readIdCard } from './idCard.ts';
import { ORG_COLUMN } from './importColumns.ts';
import { AWAY_FIELDS, BY_FLOATING } from './procedure.ts';

/** What is wrong with a cell. `fix` is the rewriting that fixes it without a doubt. */
export interface CellError {
  /** Wire name of the field at which it stands. */
  field: string;
  code: keyof typeof ERROR_LABELS;
  text: string;
  suggestions: string[];
  /** What stood there, where a rewriting exists. */
  from?: string;
  fix?: string;
}

/** The groups of errors, in the order in which they are fixed. */
export const ERROR_LABELS = {
  lostDigits: '数字末几位已丢失',
  nation: '民族不在字典里',
  date: '日期只有年月',
  education: '学历不在字典里',
  procedure: '另有办理的地方',
  code: '选项不在字典里',
  idCard: '身份证号校验位不符',
  idCardLength: '身份证号位数不对',
  idCardDate: '身份证号不合理',
  mismatch: '与身份证号不一致',
  dateWrong: '日期不存在',
  orgName: '党支部名称找不到',
  phone: '手机号位数不对',
  required: '必填项为空',
  duplicate: '疑似重复',
  alike: '可能是同一人',
  rule: '前后矛盾',
  length: '文字过长',
  sign: '有不能用的符号',
} as const;

/** The groups with a rewriting that fixes without a doubt: it may be applied while a sheet is checked. */
export const REWRITTEN = ['date', 'education'] as const;

/** The cells of a row as these groups' rewritings leave them; null where none of its errors is one of them. */
export function rewrittenCells(
  cells: Readonly<Record<string, string>>,
  errors: readonly CellError[],
  groups: ReadonlySet<string>,
): Record<string, string> | null {
  const fixes = errors.flatMap(({ code, field, fix }) => (fix !== undefined && groups.has(code) ? [[field, fix]] : []));
  return fixes.length > 0 ? { ...cells, ...Object.fromEntries(fixes) } : null;
}

/** An organisation that rows may name. */
export interface Home {
  id: string;
  code: string;
  name: string;
}

/** What the reading of rows looks up. */
export interface Lookups {
  /** Entries of a dictionary. */
  entries(dictionary: string): readonly { name: string; value: string }[];
  /** The organisation of a name in scope, or what is wrong with the name. */
  home(name: string): Home | { text: string; suggestions: string[] };
  today: string;
}

/** A row that can be written, with the fields that the sheet itself brought. */
export interface ReadRow {
  person: Person;
  home: Home | null;
  given: ReadonlySet<keyof Person>;
}

const CATEGORY_NAMES: Readonly<Record<string, number>> = {
  正式党员: 1,
  正式: 1,
  中共党员: 1,
  党员: 1,
  预备党员: 2,
  中共预备党员: 2,
  预备: 2,
  发展对象: 3,
  入党积极分子: 4,
  积极分子: 4,
  入党申请人: 5,
  申请人: 5,
};
const STATUS_NAMES: Readonly<Record<string, number>> = { 正常: 1, 停止党籍: 2, 出党: 3, 死亡: 4, 已转出: 5 };
/** Short forms that mean one entry of the dictionary alone. */
const EDUCATION_SHORT: Readonly<Record<string, string>> = {
  博士: '11',
  硕士: '14',
  本科: '20',
  大本: '20',
  本科毕业: '21',
  大专: '30',
  专科: '30',
  大专毕业: '31',
  中专毕业: '41',
  职高: '44',
  技校: '47',
  高中毕业: '61',
  初中毕业: '71',
  小学毕业: '81',
};
/** Loose forms: rewritten at a click, not by themselves. */
const EDUCATION_LOOSE: Readonly<Record<string, string>> = {
  大学: '大学本科',
  大学毕业: '大学本科毕业',
  大学生: '大学本科',
  全日制本科: '大学本科',
  在职本科: '大学本科',
  函授本科: '大学本科',
  硕士学位: '硕士研究生',
  博士学位: '博士研究生',
  在职研究生: '研究生',
  高职: '大学专科',
  大学专科毕业生: '大学专科毕业',
  中师: '中专',
  中技: '技工学校',
  普通高中: '高中',
  中学: '初中',
  文盲: '其他',
  半文盲: '其他',
};

type Add = (
  field: string,
  code: CellError['code'],
  text: string,
  suggestions?: string[],
  rewriting?: { from: string; fix: string },
) => void;

const TEXTS: readonly [field: keyof Person & string, label: string, max: number][] = [
  ['name', '姓名', 30],
  ['nativePlace', '籍贯', 60],
  ['residence', '现居住地', 120],
  ['workUnit', '工作单位', 60],
  ['position', '职务', 60],
  ['partyPost', '党内职务', 30],
  ['remark', '备注', 500],
];
const DAYS = ['birthDate', 'appliedOn', 'admissionDate', 'conversionDate', 'joinedBranchOn'] as const;
const FLAGS = ['isFloating', 'isLostContact', 'isMigrantWorker'] as const;
const YES = /^(是|true|1|√|有)$/i;
const NO = /^(否|不是|false|0|×|无|没有)$/i;

/**
 * Reads the texts of one row by field and checks them: each by itself, against the id card, and
 * against each other. Says nothing of other rows or the database. `fallback`: where people go
 * whose row names no branch.
 */
export function readRow(
  cells: Readonly<Record<string, string>>,
  look: Lookups,
  fallback: Home | null,
): ReadRow & { errors: CellError[] } {
  const errors: CellError[] = [];
  const add: Add = (field, code, text, suggestions = [], rewriting) =>
    errors.push({ field, code, text, suggestions, ...rewriting });
  const person = { ...emptyPerson, personCategory: 0 };
  const given = new Set<keyof Person>();
  const lost = new Set(Object.keys(cells).filter((field) => hasLostDigits(cells[field] ?? '')));
  for (const field of lost) add(field, 'lostDigits', LOST_DIGITS);
  const cell = (field: string) =>
    lost.has(field) ? '' : (cells[field] ?? '').replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const give = <K extends keyof Person>(field: K, value: Person[K]) => {
    person[field] = value;
    given.add(field);
  };

  for (const [field, label, max] of TEXTS) {
    const text = cell(field);
    if (text === '') continue;
    // As a form takes them: dots of names have one form, lost signs and failed formulas are told.
    const read = (field === 'name' ? personName(max, label) : line(max, label)).safeParse(text);
    if (read.success) give(field, read.data as never);
    else add(field, text.length > max ? 'length' : 'sign', read.error.issues[0]?.message ?? '');
  }
  if (cell('name') === '' && !lost.has('name')) add('name', 'required', '请填写姓名');
  readNumbers(cell, lost, give, add, look.today);
  for (const field of DAYS) readDate(field, cell(field), person, give, add);
  readCodes(cell, give, add, look);
  for (const field of FLAGS) {
    const text = cell(field);
    if (YES.test(text)) give(field, true);
    else if (NO.test(text)) give(field, false);
    else if (text !== '') add(field, 'code', '请填“是”或“否”', ['是', '否']);
  }
  for (const field of AWAY_FIELDS) if (person[field]) add(field, 'procedure', `${BY_FLOATING}，这里填“否”`);
  derive(person, given, cell, add, look.today);
  const home = readHome(cell(ORG_COLUMN), look, fallback, add);
  const touched = new Set(errors.map(({ field }) => field));
  for (const { field, with: fields, text, impossible, missing } of personProblems(person, look.today)) {
    // A line may speak of somebody who is registered with it.
    if (!impossible || missing || touched.has(field)) continue;
    // Without a category nothing is known of what it should have.
    if (person.personCategory === 0 && fields.includes('personCategory')) continue;
    add(field, field === 'birthDate' || field === 'gender' ? 'mismatch' : 'rule', text);
  }
  return { person, home, given, errors };
}

type Cell = (field: string) => string;
type Give = <K extends keyof Person>(field: K, value: Person[K]) => void;

function readNumbers(cell: Cell, lost: ReadonlySet<string>, give: Give, add: Add, today: string) {
  const idCard = cell('idCardNo');
  if (idCard === '') {
    if (!lost.has('idCardNo')) add('idCardNo', 'required', '请填写身份证号');
  } else {
    const read = readIdCard(idCard.replace(/^'/, ''), today);
    if ('card' in read) give('idCard', read.card.number);
    else {
      const code = /应为18位/.test(read.reason) ? 'idCardLength' : /第18位/.test(read.reason) ? 'idCard' : 'idCardDate';
      add('idCardNo', code, read.reason);
    }
  }
  const phone = compactNumber(cell('phonenumber'))
    .replace(/[()-]/g, '')
    .replace(/^(\+|00)?86(?=1\d{10}$)/, '');
  if (phone === '') return;
  if (/^1[3-9]\d{9}$/.test(phone)) give('phone', phone);
  else if (/^\d+$/.test(phone) && phone.length !== 11) {
    const off = phone.length - 11;
    add('phonenumber', 'phone', `手机号应为11位，${off < 0 ? `少${-off}位` : `多${off}位`}`);
  } else add('phonenumber', 'phone', '手机号不正确');
}

function readDate(field: (typeof DAYS)[number], text: string, person: Person, give: Give, add: Add) {
  if (text === '') return;
  const read = readDay(text);
  if ('day' in read) give(field, read.day);
  else if ('month' in read && field === 'birthDate' && person.idCard?.slice(6, 12) === read.month.replace('-', '')) {
    // 出生年月 says the month alone; the day stands in the id card.
    return;
  } else if ('month' in read) {
    add(field, 'date', `只有年月，可补为${read.fix}`, [read.fix], { from: text, fix: read.fix });
  } else if ('fix' in read) give(field, read.fix);
  else add(field, 'dateWrong', read.text, read.suggestions);
}

function readCodes(cell: Cell, give: Give, add: Add, look: Lookups) {
  const nation = cell('nation');
  if (nation !== '') {
    const entries = look.entries('0005');
    const value = codeOf(entries, nation);
    // 汉 is 汉族 and nothing else.
    const short = entries.find(({ name }) => name === `${nation}族`)?.value;
    if (value ?? short) give('nation', (value ?? short) as string);
    else add('nation', 'nation', '民族不在字典里，请选择', similar(entries, nation));
  }
  const education = cell('education');
  if (education !== '') {
    const entries = look.entries('0006');
    const value = codeOf(entries, education) ?? EDUCATION_SHORT[education];
    const loose = EDUCATION_LOOSE[education];
    if (value) give('education', value);
    else if (loose) add('education', 'education', `应写为${loose}`, [loose], { from: education, fix: loose });
    else add('education', 'education', '学历不在字典里，请选择', similar(entries, education));
  }
  const gender = cell('gender').replace('性', '');
  if (gender === '男' || gender === '1') give('gender', 1);
  else if (gender === '女' || gender === '2') give('gender', 2);
  else if (gender !== '') add('gender', 'code', '性别应为男或女', ['男', '女']);

  const named = (
    field: 'personCategory' | 'membershipStatus',
    names: Readonly<Record<string, number>>,
    label: string,
  ) => {
    const text = cell(field);
    if (text === '') return;
    const value = names[text] ?? (/^[1-5]$/.test(text) ? Number(text) : undefined);
    if (value) give(field, value);
    else
      add(
        field,
        'code',
        `${label}不在字典里，请选择`,
        Object.keys(names).filter((name) => name.length > 2),
      );
  };
  named('personCategory', CATEGORY_NAMES, '人员类别');
  named('membershipStatus', STATUS_NAMES, '党籍状态');

  const coded = (field: 'degree' | 'occupation' | 'joinType', dictionary: string, label: string) => {
    const text = cell(field);
    if (text === '') return;
    const entries = look.entries(dictionary);
    const value = codeOf(entries, text);
    if (value) give(field, (field === 'degree' ? value : Number(value)) as never);
    else
      add(
        field,
        'code',
        `${label}不在字典里，请选择`,
        entries.map(({ name }) => name),
      );
  };
  coded('degree', '0007', '学位');
  coded('occupation', '0008', '工作岗位');
  coded('joinType', '0009', '进入支部类型');
}

type Entries = readonly { name: string; value: string }[];
/** The value of an entry written by name (with or without what stands in brackets) or by value. */
function codeOf(entries: Entries, text: string): string | undefined {
  const found =
    entries.find(({ name, value }) => name === text || value === text) ??
    entries.find(({ name }) => name.split(/[（(]/)[0] === text);
  return found?.value;
}
const similar = (entries: Entries, text: string) =>
  entries
    .filter(({ name }) => [...text].some((letter) => name.includes(letter)))
    .slice(0, 5)
    .map(({ name }) => name);

/** What other cells say although its own is empty. */
function derive(person: Person, given: ReadonlySet<keyof Person>, cell: Cell, add: Add, today: string) {
  const read = person.idCard === null ? null : readIdCard(person.idCard, today);
  if (read && 'card' in read) {
    if (!given.has('birthDate')) person.birthDate = read.card.birthDate;
    if (!given.has('gender')) person.gender = read.card.gender;
  }
  if (cell('personCategory') !== '') return;
  // Whoever has been made a full member is one; otherwise nobody but the user knows.
  if (cell('conversionDate') !== '') person.personCategory = 1;
  else
    add('personCategory', 'required', '请填写人员类别', [
      '正式党员',
      '预备党员',
      '发展对象',
      '入党积极分子',
      '入党申请人',
    ]);
}

function readHome(text: string, look: Lookups, fallback: Home | null, add: Add): Home | null {
  if (text === '') {
    if (!fallback) add(ORG_COLUMN, 'required', '请填写所在党支部');
    return fallback;
  }
  const found = look.home(text);
  if ('id' in found) return found;
  add(ORG_COLUMN, 'orgName', found.text, found.suggestions);
  return null;
}
