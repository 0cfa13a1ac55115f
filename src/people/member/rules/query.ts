import { z } from 'zod';
import { GENDERS, MEMBERSHIP_STATUSES, PERSON_CATEGORIES } from '../contract.ts';

/** The version in which queries are written now; a stored one of another version is told, never read halfway. */
export const QUERY_VERSION = 1;
/** Groups within groups, the outermost counted. */
export const DEEPEST = 3;
export const MOST_CONDITIONS = 20;

/** What a field holds; each kind has its own operators. */
export type QueryKind = 'text' | 'choice' | 'day' | 'number' | 'yesNo' | 'org' | 'label' | 'record';

/** A field that people can be sought by. */
export interface QueryField {
  field: string;
  label: string;
  kind: QueryKind;
  dictionary?: string;
  /** Chinese names of the values where the contract fixes them. */
  labels?: Readonly<Record<string | number, string>>;
  unit?: string;
  /** Ends of a number. */
  range?: readonly [least: number, most: number];
  /** Always filled: 未填写 is not offered. */
  always?: boolean;
  /** The two sentences of a yes or no. */
  says?: readonly [yes: string, no: string];
}

/** Every field, in the order of the form; id card and phone number can only be asked for as being there. */
export const QUERY_FIELDS: readonly QueryField[] = [
  { field: 'orgId', label: '所在党组织', kind: 'org' },
  { field: 'name', label: '姓名', kind: 'text' },
  { field: 'gender', label: '性别', kind: 'choice', labels: GENDERS, always: true },
  { field: 'age', label: '年龄', kind: 'number', unit: '岁', range: [0, 150] },
  { field: 'birthDate', label: '出生日期', kind: 'day' },
  { field: 'nation', label: '民族', kind: 'choice', dictionary: '0005', always: true },
  { field: 'nativePlace', label: '籍贯', kind: 'text' },
  { field: 'education', label: '学历', kind: 'choice', dictionary: '0006' },
  { field: 'degree', label: '学位', kind: 'choice', dictionary: '0007' },
  { field: 'occupation', label: '工作岗位', kind: 'choice', dictionary: '0008' },
  { field: 'workUnit', label: '工作单位', kind: 'text' },
  { field: 'position', label: '职务', kind: 'text' },
  { field: 'residence', label: '现居住地', kind: 'text' },
  { field: 'personCategory', label: '人员类别', kind: 'choice', labels: PERSON_CATEGORIES, always: true },
  { field: 'membershipStatus', label: '党籍状态', kind: 'choice', labels: MEMBERSHIP_STATUSES, always: true },
  { field: 'partyAge', label: '党龄', kind: 'number', unit: '年', range: [0, 120] },
  { field: 'appliedOn', label: '申请入党日期', kind: 'day' },
  { field: 'admissionDate', label: '入党日期', kind: 'day' },
  { field: 'conversionDate', label: '转正日期', kind: 'day' },
  { field: 'joinType', label: '进入支部类型', kind: 'choice', dictionary: '0009' },
  { field: 'joinedBranchOn', label: '进入支部日期', kind: 'day' },
  { field: 'partyPost', label: '党内职务', kind: 'text' },
  { field: 'remark', label: '备注', kind: 'text' },
  { field: 'completeness', label: '信息完整度', kind: 'number', unit: '%', range: [0, 100], always: true },
  { field: 'isFloating', label: '流动党员', kind: 'yesNo', says: ['是流动党员', '不是流动党员'] },
  { field: 'isLostContact', label: '失联党员', kind: 'yesNo', says: ['是失联党员', '不是失联党员'] },
  { field: 'isMigrantWorker', label: '农民工', kind: 'yesNo', says: ['是农民工', '不是农民工'] },
  { field: 'hasPhone', label: '手机号登记', kind: 'yesNo', says: ['登记了手机号', '没有登记手机号'] },
  { field: 'hasPhoto', label: '照片', kind: 'yesNo', says: ['有照片', '没有照片'] },
  { field: 'hasAccount', label: '登录账号', kind: 'yesNo', says: ['有登录账号', '没有登录账号'] },
  { field: 'label', label: '标签', kind: 'label' },
  { field: 'record', label: '档案分表', kind: 'record' },
];
const FIELDS = new Map(QUERY_FIELDS.map((field) => [field.field, field]));

/** The field of a wire name, or undefined where it is not (or no more) one. */
export const queryField = (name: string): QueryField | undefined => FIELDS.get(name);

const OPERATORS = {
  text: { contains: '包含', lacks: '不包含', is: '等于', blank: '未填写', filled: '已填写' },
  choice: { in: '是', notIn: '不是', blank: '未填写', filled: '已填写' },
  day: { between: '在', month: '月份是', blank: '未填写', filled: '已填写' },
  number: { between: '在', blank: '算不出', filled: '算得出' },
  yesNo: { yes: '是', no: '否' },
  org: { below: '在（含下级）', notBelow: '不在（含下级）' },
  label: { has: '有', hasNot: '没有' },
  record: { has: '有', hasNot: '没有' },
} as const satisfies Record<QueryKind, Record<string, string>>;

/** The operators of a field with their Chinese names. */
export function operatorsOf({ kind, always }: QueryField): { value: string; label: string }[] {
  return Object.entries(OPERATORS[kind])
    .filter(([op]) => !always || (op !== 'blank' && op !== 'filled'))
    .map(([value, label]) => ({ value, label }));
}

/** Operators that need no value. */
const ALONE = ['blank', 'filled', 'yes', 'no'];
export const needsValues = (op: string) => !ALONE.includes(op);

export interface QueryCondition {
  field: string;
  op: string;
  /** A text; codes; ids; or the two ends of a range, either of which may be empty. */
  values: string[];
}
export interface QueryGroup {
  join: 'and' | 'or';
  items: (QueryCondition | QueryGroup)[];
}
export interface MemberQuery extends QueryGroup {
  v: number;
}
export const isGroup = (item: QueryCondition | QueryGroup): item is QueryGroup => 'items' in item;

const condition = z.strictObject({
  field: z.string().max(40),
  op: z.string().max(20),
  values: z.array(z.string().trim().max(60, '条件最多60个字')).max(50, '一个条件最多选50项').default([]),
});
const items = <Item extends z.ZodType>(item: Item) => ({
  join: z.enum(['and', 'or'], '条件的关系不正确'),
  items: z.array(item, '条件不正确').min(1, '请至少设一个条件').max(MOST_CONDITIONS, `最多${MOST_CONDITIONS}个条件`),
});
const inner = z.strictObject(items(condition));
const middle = z.strictObject(items(z.union([condition, inner])));
/** The shape of a query on the wire: groups at most three deep. What its fields and operators mean is judged by `faultsOf`. */
export const memberQuery = z.strictObject({
  v: z.literal(QUERY_VERSION, '条件组合的版本不正确，请重新设置'),
  ...items(z.union([condition, middle])),
}) as unknown as z.ZodType<MemberQuery, MemberQuery>;

/** All conditions with their paths (`0`, `1.0`), in their order. */
export function conditionsOf(group: QueryGroup, path = ''): { path: string; condition: QueryCondition }[] {
  return group.items.flatMap((item, at) => {
    const place = path === '' ? String(at) : `${path}.${at}`;
    return isGroup(item) ? conditionsOf(item, place) : [{ path: place, condition: item }];
  });
}

const DAY = /^(19|20|21)\d{2}-\d{2}-\d{2}$/;
const isDay = (text: string) => {
  if (!DAY.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
};
const ID = /^[1-9]\d{0,17}$/;

function rangeFault(
  values: readonly string[],
  fits: (text: string) => boolean,
  order: (text: string) => number | string,
) {
  const [from = '', to = ''] = values;
  if (values.length > 2 || (from === '' && to === '')) return '请填写起止';
  if ((from !== '' && !fits(from)) || (to !== '' && !fits(to))) return '起止填写不正确';
  return from !== '' && to !== '' && order(from) > order(to) ? '起不能晚于止' : '';
}

/** What is wrong with a condition in itself, or the empty text; codes of dictionaries and ids are the server's to check. */
export function conditionFault({ field: name, op, values }: QueryCondition, records: readonly string[]): string {
  const field = queryField(name);
  if (!field) return `没有“${name}”这个字段，请改选`;
  if (!operatorsOf(field).some(({ value }) => value === op)) return `“${field.label}”不能这样比较，请改选`;
  if (!needsValues(op)) return values.length === 0 ? '' : '这个条件不需要填写';
  switch (field.kind) {
    case 'text':
      return values.length === 1 && values[0] !== '' ? '' : '请填写内容';
    case 'day':
      if (op === 'month')
        return values.length > 0 && values.every((m) => /^([1-9]|1[0-2])$/.test(m)) ? '' : '请选择月份';
      return rangeFault(values, isDay, (day) => day);
    case 'number': {
      const [least, most] = field.range ?? [0, 0];
      const fits = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;
      return rangeFault(values, fits, Number);
    }
    case 'org':
    case 'label':
      if (values.length === 0 || values.some((value) => !ID.test(value))) return `请选择${field.label}`;
      return values.length > 10 ? '最多选10个' : '';
    case 'record':
      return values.length > 0 && values.every((value) => records.includes(value)) ? '' : `请选择${field.label}`;
    default: {
      const { labels } = field;
      const known = labels
        ? values.every((value) => Object.hasOwn(labels, value))
        : values.every((v) => /^\w{1,10}$/.test(v));
      return values.length > 0 && known ? '' : `请选择${field.label}`;
    }
  }
}

/** Faults by path; a fault of the whole stands at the empty path. */
export function faultsOf(query: QueryGroup, records: readonly string[]): Record<string, string> {
  const all = conditionsOf(query);
  if (all.length === 0) return { '': '请至少设一个条件' };
  if (all.length > MOST_CONDITIONS) return { '': `最多${MOST_CONDITIONS}个条件` };
  const found = all.map(({ path, condition: one }) => [path, conditionFault(one, records)] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== ''));
}

const quoted = (values: readonly string[]) => values.join('、');

function rangeText([from = '', to = '']: readonly string[], unit: string): string {
  if (from !== '' && to !== '') return from === to ? `为${from}${unit}` : `在${from}至${to}${unit}之间`;
  if (unit !== '') return from === '' ? `${to}${unit}及以下` : `${from}${unit}及以上`;
  return from === '' ? `到${to}止` : `从${from}起`;
}

/** A condition in words. `nameOf` says what a code or an id is called. */
function words(
  { field: name, op, values }: QueryCondition,
  nameOf: (field: QueryField, value: string) => string,
): string {
  const field = queryField(name);
  if (!field) return `未知字段“${name}”`;
  const { label, kind } = field;
  if (op === 'blank') return kind === 'number' ? `${label}无法计算` : `${label}未填写`;
  if (op === 'filled') return kind === 'number' ? `${label}可以计算` : `${label}已填写`;
  const names = quoted(values.map((value) => nameOf(field, value)));
  switch (kind) {
    case 'text':
      return `${label}${op === 'is' ? '为' : op === 'lacks' ? '不包含' : '包含'}“${values[0] ?? ''}”`;
    case 'day':
      return op === 'month' ? `${label}在${quoted(values.map((m) => `${m}月`))}` : `${label}${rangeText(values, '')}`;
    case 'number':
      return `${label}${rangeText(values, field.unit ?? '')}`;
    case 'yesNo':
      return field.says?.[op === 'yes' ? 0 : 1] ?? label;
    case 'org':
      return `${op === 'below' ? '在' : '不在'}${names}${values.length > 1 ? '之一' : ''}（含下级）`;
    case 'label':
      return `${op === 'has' ? '有' : '没有'}标签${names}${values.length > 1 ? '之一' : ''}`;
    case 'record':
      return `${op === 'has' ? '有' : '没有'}${names}记录`;
    default:
      return `${label}${op === 'in' ? '是' : '不是'}${names}${values.length > 1 ? '之一' : ''}`;
  }
}

/** A query as a Chinese sentence without its full stop. */
export function sentenceOf(group: QueryGroup, nameOf: (field: QueryField, value: string) => string): string {
  const parts = group.items.map((item) => {
    if (!isGroup(item)) return words(item, nameOf);
    const text = sentenceOf(item, nameOf);
    return item.items.length > 1 && group.items.length > 1 ? `（${text}）` : text;
  });
  return parts.join(group.join === 'and' ? '，并且' : '，或者');
}
