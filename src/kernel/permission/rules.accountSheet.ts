import { readIdCard } from '#people/member/rules/idCard.ts';
import { orgFault, orgOfSheet } from '#people/org/rules.recordSheet.ts';
import { personName } from '#platform/contract.ts';
import { compactNumber, hasLostDigits, LOST_DIGITS } from '#platform/reading/cells.ts';
import { readDay } from '#platform/reading/days.ts';
import type { ImportKind } from '#platform/records/recordImport.ts';
import {
  cleanHead,
  dayFault,
  faultInColumn,
  lackingOf,
  matchHeads,
  notAnOption,
  ownerTemplate,
  type SheetColumn,
  type SheetFault,
  type SheetTemplateColumn,
} from '#platform/records/recordSheet.ts';

/** Accounts by sheet: a line opens, stops or moves one. */
export const ACCOUNT_SHEET: ImportKind = {
  kind: 'account',
  label: '账号',
  hint: '“办理”填开通、停用或调动。开通：已有账号的加一个角色，没有的新建账号；停用要填原因；调动：收回本人在您管理范围内的同一角色，改到表里的党组织。党组织可以填简称或全称，同名的要填上级党组织。',
};

/** What a line does with an account. */
export const SHEET_ACTS = { 开通: 'open', 停用: 'stop', 调动: 'move' } as const;
export type SheetAct = (typeof SHEET_ACTS)[keyof typeof SHEET_ACTS];

/** The role that a line without one means. */
export const USUAL_ROLE = '党务工作者';

const COLUMNS = [
  { field: 'name', label: '姓名', sample: '张三', required: true },
  { field: 'idCardNo', label: '身份证号', sample: '110101199001011237', required: true },
  { field: 'act', label: '办理', sample: '开通', required: true },
  { field: 'role', label: '角色', sample: USUAL_ROLE, required: false },
  { field: 'phone', label: '手机号', sample: '13900001111', required: false },
  { field: 'until', label: '任职到期日', sample: '2027-12-31', required: false },
  { field: 'reason', label: '停用原因', sample: '', required: false },
] as const;
type Field = (typeof COLUMNS)[number]['field'];
const COLUMN = Object.fromEntries(COLUMNS.map((column) => [column.field, column])) as unknown as Record<
  Field,
  (typeof COLUMNS)[number]
>;
const FIELD_OF = new Map<string, string>(COLUMNS.map(({ field, label }) => [cleanHead(label), field]));
const NOTES: Partial<Record<Field, string>> = {
  role: `不填为${USUAL_ROLE}`,
  phone: '没有人员档案的新账号用',
  until: '不填为长期',
  reason: '停用时必填',
};

/** A fault at a column of the sheet's own. */
export const accountFault = (field: Field, text: string, suggestions: readonly string[] = []): SheetFault =>
  faultInColumn(COLUMN[field], text, suggestions);

/** The columns of the template. @param roles the names of the roles that the session may give */
export const accountTemplate = (roles: readonly string[]): SheetTemplateColumn[] => [
  ...COLUMNS.map(({ field, label, sample, required }) => ({
    head: required ? `${label}*` : label,
    required,
    sample,
    ...(field === 'act' && { options: Object.keys(SHEET_ACTS) }),
    ...(field === 'role' && { options: roles }),
    ...(NOTES[field] && { note: NOTES[field] }),
  })),
  ...ownerTemplate(orgOfSheet),
];

/** The heads by which a sheet of accounts is known. */
export const ACCOUNT_HEADS = ['姓名', '身份证号', '办理', '党组织名称'];

/** What each head means. */
export const readAccountHeads = (heads: readonly string[]): SheetColumn[] => matchHeads(FIELD_OF, orgOfSheet, heads);

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export const lackingAccountHeads = (columns: readonly SheetColumn[]): string =>
  lackingOf(
    COLUMNS.filter(({ required }) => required),
    orgOfSheet,
    columns,
  );

/** A line as it was read, without the database. */
export interface AccountLine {
  name: string;
  /** Null where it is missing or wrong. */
  idCard: string | null;
  gender: number | null;
  act: SheetAct | null;
  role: string;
  phone: string | null;
  until: string | null;
  reason: string;
  /** The organisation's name as it is compared; null where none is said. */
  org: string | null;
  parent: string;
  faults: SheetFault[];
}

const NAME = personName(30);
const MOBILE = /^1[3-9]\d{9}$/;

/** Reads one line of a sheet; `today` as `YYYY-MM-DD`. */
export function readAccountLine(columns: readonly SheetColumn[], cells: readonly string[], today: string): AccountLine {
  const cell = (owner: boolean, field: string) =>
    (cells[columns.findIndex((one) => one.owner === owner && one.field === field)] ?? '').trim();
  const at = (field: Field) => cell(false, field);
  const faults: SheetFault[] = [];
  const missing = (field: Field) => faults.push(accountFault(field, '请填写'));
  const named = NAME.safeParse(at('name'));
  const name = named.data ?? at('name');
  if (name === '') missing('name');
  else if (!named.success) faults.push(accountFault('name', named.error.issues[0]?.message ?? '姓名不正确'));
  const given = at('idCardNo').replace(/^'/, '');
  const read = given === '' || hasLostDigits(given) ? null : readIdCard(given, today);
  if (given === '') missing('idCardNo');
  else if (read === null) faults.push(accountFault('idCardNo', LOST_DIGITS));
  else if ('reason' in read) faults.push(accountFault('idCardNo', read.reason));
  const card = read && 'card' in read ? read.card : null;
  const act = SHEET_ACTS[at('act') as keyof typeof SHEET_ACTS] ?? null;
  if (at('act') === '') missing('act');
  else if (act === null) faults.push(notAnOption(COLUMN.act, at('act'), Object.keys(SHEET_ACTS)));
  const phone = compactNumber(at('phone')).replace(/\.0$/, '');
  if (phone !== '' && !MOBILE.test(phone)) faults.push(accountFault('phone', '手机号应为11位数字'));
  const said = { orgName: cell(true, 'orgName'), parentName: cell(true, 'parentName') };
  const { key } = orgOfSheet.read(said, today);
  if (key === null && act !== 'stop') faults.push(orgFault.name('请填写'));
  if (act === 'stop' && at('reason') === '') missing('reason');
  if (at('reason').length > 100) faults.push(accountFault('reason', '停用原因不能超过100个字'));
  return {
    name,
    idCard: card?.number ?? null,
    gender: card?.gender ?? null,
    act,
    role: at('role') || USUAL_ROLE,
    phone: MOBILE.test(phone) ? phone : null,
    until: dayOf(at('until'), today, faults),
    reason: at('reason'),
    org: key,
    parent: said.parentName,
    faults,
  };
}

function dayOf(given: string, today: string, faults: SheetFault[]): string | null {
  if (given === '') return null;
  const read = readDay(given);
  const day = 'day' in read ? read.day : 'fix' in read && !('month' in read) ? read.fix : null;
  if (day === null && !('day' in read)) faults.push(accountFault('until', ...dayFault(read)));
  else if (day !== null && day < today) faults.push(accountFault('until', '到期日不能早于今天'));
  return day;
}
