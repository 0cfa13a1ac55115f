import { z } from 'zod';
import {
  binReason,
  count,
  data,
  date,
  done,
  type Endpoint,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
  type TargetKind,
  text,
} from '../contract.ts';

/** One field of a sub-record: its wire name, its Chinese label, and what it holds. */
export interface RecordField {
  name: string;
  label: string;
  /** One line, several lines, a day, a whole number from 0, or a value of `dictionary`. */
  kind: 'line' | 'text' | 'date' | 'number' | 'choice';
  required?: true;
  /** Longest text in characters (by default 60, of several lines 500); the greatest number. */
  max?: number;
  dictionary?: string;
  /** A line that is a place: its form offers the regions (GB/T 2260), and takes what is typed further. */
  region?: true;
  hint?: string;
  /** A day may lie after today. */
  future?: true;
  /** The server writes it; no form does. */
  made?: true;
  /** The field with the day that this one must not precede. */
  notBefore?: string;
}

/** A value as it is stored and sent. */
export type RecordValue = string | number | null;
export type RecordValues = Readonly<Record<string, RecordValue>>;

/** What the rows of one tab are: a person's family, an organisation's rewards. */
export interface RecordType {
  /** Letters only; it stands in the table, in addresses and in the log. */
  kind: string;
  label: string;
  owner: 'member' | 'org';
  fields: readonly RecordField[];
  /** The field that names a row. */
  title: string;
  /** The day by which rows are ordered, the newest first. */
  order?: string;
  /** What the server writes into a new row. */
  begins?: RecordValues;
  /** An owner has one row at most. */
  one?: true;
  /** Somebody gains or loses by the rows (rewards, punishments): nobody writes, deletes or brings back the own ones. */
  decides?: true;
  /** What fields say of each other beyond the order of days: sentences by field. */
  check?: (values: RecordValues) => Readonly<Record<string, string>>;
  /** What a row says against the owner's main record and other rows. */
  against?: (sort: RecordType, row: { id: string | null; fields: RecordValues }, around: Around) => RecordProblem[];
}

/** Something that contradicts something else. */
export interface RecordProblem {
  /** The field at which the sentence stands. */
  field: string;
  text: string;
  /** Where the rule is written; empty for plain logic. */
  clause: string;
  /** True: cannot be, so it is not saved. False: unlikely, so it is shown. */
  impossible: boolean;
}

/** A row of any tab of the same owner. */
export interface AroundRow {
  id: string;
  kind: string;
  fields: RecordValues;
}

/** What a row is checked against: the owner's main record and other rows. */
export interface Around {
  /** The owner's main record, by wire names. */
  owner: RecordValues;
  rows: readonly AroundRow[];
}

/** How many rows of one kind a record may have; all tabs are read at once. */
export const MOST_RECORDS = 200;

function schemaOf(field: RecordField): z.ZodType {
  const { label, kind } = field;
  if (kind === 'text') {
    const several = text(field.max ?? 500, label);
    if (field.required) return several.refine((value) => value.length > 0, `请输入${label}`);
    return several.transform((value) => value || null);
  }
  if (kind === 'line') {
    const max = field.max ?? 60;
    return field.required ? required(max, label) : line(max, label).transform((value) => value || null);
  }
  const value = {
    date,
    number: count.pipe(
      z
        .int()
        .min(0, `${label}不能为负`)
        .max(field.max ?? 999_999, `${label}太大`),
    ),
    choice: z.string(`请选择${label}`).regex(/^[0-9A-Za-z]{1,8}$/, `请选择${label}`),
  }[kind];
  return field.required ? z.preprocess((given) => (given === '' ? undefined : given), value) : optional(value);
}

/** The schema of a sort's form: texts as typed become what is stored. */
export const recordForm = (sort: RecordType) =>
  z.object(Object.fromEntries(sort.fields.filter(({ made }) => !made).map((field) => [field.name, schemaOf(field)])));

/** The fields that a new row may leave out, as zod takes them. */
const optionalOf = (sort: RecordType): Record<string, true> =>
  Object.fromEntries(sort.fields.filter((field) => !field.required && !field.made).map(({ name }) => [name, true]));

/** How many attachments a row may have. */
export const MOST_RECORD_FILES = 20;
/** The attachments of a row: ids of uploaded files; left out, they stay as they are. */
export const recordFiles = z
  .array(z.string(), '附件不正确，请重新上传')
  .max(MOST_RECORD_FILES, `附件最多${MOST_RECORD_FILES}个`)
  .refine((ids) => ids.every((id) => /^[0-9a-f]{32}$/.test(id)), '附件不正确，请重新上传')
  .optional();

const recordFile = z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() });
/** An attachment as a row names it; `size` in bytes. */
export type RecordFile = z.infer<typeof recordFile>;

const nullable = { line: z.string(), text: z.string(), date: z.string(), choice: z.string(), number: z.number() };

/** A row as it is sent: the fields, `…Name` beside each choice, and who touched it last. */
export type RecordRow = {
  id: string;
  title: string;
  version: number;
  can: { edit: boolean; remove: boolean; audit?: boolean | undefined };
  files: RecordFile[];
  updateName: string;
  updateDate: string;
} & Record<string, unknown>;

/** The schema of the rows of one kind. Its fields are declared as data, so the type only has what all kinds have. */
export const recordRow = (sort: RecordType) =>
  z.object({
    id: z.string(),
    title: z.string(),
    version: z.number(),
    can: z.object({ edit: z.boolean(), remove: z.boolean(), audit: z.boolean().optional() }),
    files: z.array(recordFile),
    updateName: z.string(),
    updateDate: z.string(),
    ...Object.fromEntries(
      sort.fields.flatMap((field) => [
        [field.name, nullable[field.kind].nullable()],
        ...(field.kind === 'choice' ? [[`${field.name}Name`, z.string()]] : []),
      ]),
    ),
  }) as unknown as z.ZodType<RecordRow>;

/**
 * The faults of a row by field; `today` is `YYYY-MM-DD`. Page and server call the same function. With `around` it also checks the
 * row against the owner's main record and the owner's other rows; `id` is the row's own id, null for a new row.
 */
export function recordFaults(
  sort: RecordType,
  values: RecordValues,
  today: string,
  around?: Around,
  id: string | null = null,
): Record<string, string> {
  const beside = around ? (sort.against?.(sort, { id, fields: values }, around) ?? []) : [];
  const faults = Object.fromEntries(beside.filter((one) => one.impossible).map((one) => [one.field, one.text]));
  for (const { name, label, kind, future, notBefore } of sort.fields) {
    const value = values[name];
    if (kind !== 'date' || typeof value !== 'string' || value === '') continue;
    if (!future && value > today) faults[name] = `${label}不能晚于今天`;
    const first = notBefore && values[notBefore];
    if (first && value < String(first)) {
      faults[name] = `${label}不能早于${sort.fields.find((field) => field.name === notBefore)?.label}`;
    }
  }
  return { ...sort.check?.(values), ...faults };
}

/**
 * `recordFaults` for a change, or for a new row with `before` empty: only faults of fields that were changed, so that an old fault
 * does not stop another correction.
 */
export function changeFaults(
  sort: RecordType,
  { id, fields: before }: { id: string | null; fields: RecordValues },
  after: RecordValues,
  today: string,
  around?: Around,
): Record<string, string> {
  const old = recordFaults(sort, before, today, around, id);
  const faults = Object.entries(recordFaults(sort, after, today, around, id));
  return Object.fromEntries(faults.filter(([name, fault]) => old[name] !== fault || before[name] !== after[name]));
}

/** Labels of the fields as the owner's history names them, by `kind.field`. */
export const recordLabels = (sorts: readonly RecordType[]): Record<string, string> =>
  Object.fromEntries(
    sorts.flatMap((sort) =>
      [...sort.fields, { name: 'files', label: '附件' }].map(
        ({ name, label }) => [`${sort.kind}.${name}`, `${sort.label}：${label}`] as const,
      ),
    ),
  );

/** The id of a row under the input name that the call's path uses; usually `id`, unless the specification has another. */
export const idInput = ({ path }: Pick<Endpoint, 'path'>, id: string) => ({
  [/\{(\w+)\}$/.exec(path)?.[1] ?? 'id']: id,
});

/** The input name of the owner's id. */
export const ownerName = (sort: RecordType) => (sort.owner === 'member' ? 'memberId' : 'orgId');

/**
 * The calls of one kind of sub-records: a page of the rows, one row, add, edit and delete.
 * @param path e.g. `/api/dyxx/family`; by default the page is at `…/listPage` and one row at `…/{id}`
 * @param stale further calls whose cached answers a write makes stale: the owner's record and its history
 */
export function recordCalls(
  sort: RecordType,
  {
    path,
    listPath = `${path}/listPage`,
    getPath = `${path}/{id}`,
    addPath = path,
    read,
    write,
    stale,
  }: {
    path: string;
    listPath?: string;
    getPath?: string;
    addPath?: string;
    read: string;
    write: string;
    stale: () => readonly Endpoint[];
  },
) {
  const owner = ownerName(sort);
  const form = recordForm(sort);
  const row = recordRow(sort);
  const target: Record<string, TargetKind> = { [owner]: sort.owner };
  const common = { scope: 'org', idempotent: true } as const;
  const ofRow = sort.decides ? { subject: [`id:${sort.owner}Record`] } : {};
  const list = endpoint({
    method: 'GET',
    path: listPath,
    summary: `${sort.label}列表`,
    access: read,
    scope: 'org',
    targets: target,
    input: z.object({ ...page, [owner]: id } as typeof page & Record<string, z.ZodType<unknown, string>>),
    reply: rows(row),
  });
  const get = endpoint({
    method: 'GET',
    path: getPath,
    summary: `${sort.label}详情`,
    access: read,
    scope: 'org',
    targets: { id: 'record' },
    input: z.object({ id }),
    reply: data(row),
  });
  const changed = () => [list, get, ...stale()];
  const add = endpoint({
    ...common,
    method: 'POST',
    path: addPath,
    summary: `新增${sort.label}`,
    access: write,
    targets: target,
    ...(sort.decides ? { subject: [owner] } : {}),
    audit: `新增${sort.label}`,
    input: form.partial(optionalOf(sort)).extend({ [owner]: id, files: recordFiles }),
    reply: data(z.object({ id: z.string() })),
    stale: changed,
  });
  const edit = endpoint({
    ...common,
    method: 'PUT',
    path,
    summary: `修改${sort.label}；只传改动的字段`,
    access: write,
    targets: { id: 'record' },
    ...ofRow,
    audit: `修改${sort.label}`,
    input: form.partial().extend({
      id,
      version: z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确'),
      files: recordFiles,
    }),
    reply: data(z.object({ version: z.number() })),
    stale: changed,
  });
  const remove = endpoint({
    ...common,
    method: 'DELETE',
    path,
    summary: `删除${sort.label}到回收站`,
    access: write,
    targets: { id: 'record' },
    ...ofRow,
    audit: `删除${sort.label}`,
    input: z.object({ id, deleteReason: binReason }),
    reply: done,
    stale: changed,
  });
  return { list, get, add, edit, remove };
}

export type RecordCalls = ReturnType<typeof recordCalls>;

/** How many rows are entered in the table at once. */
export const MOST_ADDED = 20;

/**
 * The call that adds several rows of one kind: all of them or none. Faults are named `rows.<place>.<field>`.
 * @param path e.g. `/api/dyxx/family/rows`
 */
export function recordAddition(
  sort: RecordType,
  { path, write, stale }: { path: string; write: string; stale: () => readonly Endpoint[] },
) {
  return endpoint({
    method: 'POST',
    path,
    summary: `一次新增几条${sort.label}；全部写入或全部不写入`,
    access: write,
    scope: 'org',
    targets: { ownerId: sort.owner },
    audit: `新增${sort.label}`,
    idempotent: true,
    input: z.object({
      ownerId: id,
      rows: z
        .array(recordForm(sort).partial(optionalOf(sort)), `${sort.label}不正确`)
        .min(1, `请填写${sort.label}`)
        .max(MOST_ADDED, `一次最多新增${MOST_ADDED}条`),
    }),
    reply: data(z.object({ ids: z.array(z.string()) })),
    stale,
  });
}

export type RecordAddition = ReturnType<typeof recordAddition>;

/**
 * The call that orders the rows of one tab of an owner by hand. `from` is the order that the user saw, `ids` the new order of the
 * same rows. Empty `ids` order the rows by day again; rows added later are ordered by day too.
 * @param sorts the tabs that hold several rows
 */
export function recordOrder(
  sorts: readonly [RecordType, ...RecordType[]],
  { path, write, stale }: { path: string; write: string; stale: () => readonly Endpoint[] },
) {
  const [{ owner }] = sorts;
  // Two people who turned out to be one have the rows of both.
  const some = z.array(id, '顺序不正确').max(2 * MOST_RECORDS, `一次最多排${2 * MOST_RECORDS}条`);
  const kind = z.enum(
    sorts.map((sort) => sort.kind),
    '请选择要排序的分表',
  );
  return endpoint({
    method: 'PUT',
    path,
    summary: '调整一张分表的顺序：原顺序与新顺序；新顺序为空则恢复按日期排列',
    access: write,
    scope: 'org',
    targets: { ownerId: owner },
    audit: '调整档案分表顺序',
    idempotent: true,
    input: z.object({ ownerId: id, kind, from: some, ids: some }),
    reply: done,
    stale,
  });
}

export type RecordOrder = ReturnType<typeof recordOrder>;
