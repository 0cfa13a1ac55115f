import { findOrg } from '#house/server/findOrg.ts';
import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { chosenScope, narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfJob } from '#platform/server/export/exportMark.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { type SheetColumn, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import type * as contract from '../../contract.quality.ts';
import { ALL_RECORDS } from '../../contract.records.ts';
import { PERSON_CATEGORIES } from '../../contract.ts';
import { FIELD_LABELS, PERSON_FIELDS, type PersonField } from '../../rules/fields.ts';
import { isSetByProcedure, PROCEDURE_FIELDS } from '../../rules/procedure.ts';
import { CHECK_KINDS, CHECKS, type Check, checkOf, ROW_CHECKS, SEVERITIES } from '../../rules/quality.ts';
import { recordProblems } from '../../rules/recordChecks.ts';
import { completeRate, REQUIRED_FIELDS } from '../../rules.ts';
import { loadRecordContexts } from '../queries/around.ts';
import * as counts from '../queries/faultCounts.ts';
import * as queries from '../queries/quality.ts';
import { idCardColumns, idCardPlace } from '../rowMapper.ts';

export const QUALITY_EXPORT_JOB = 'member.qualityExport';
const CHUNK = 1000;
const DAYS_KEPT = 7;
const CARDS_AT_ONCE = 500;
/** Cards that are read in one run of the recurring work, so that it ends within its minute. */
const CARDS_A_RUN = 20_000;
/** So many organisations are counted anew while somebody waits; with more, what was counted at last is shown. */
const AT_ONCE = 1000;
/** Organisations that are counted anew in one transaction, of some 50 people each. */
const COUNTED_AT_ONCE = 500;
/** Transactions in one run of the recurring work, so that it lets a server stop. */
const COUNTS_A_RUN = 20;

/** The fields of a person, with who must have them. */
export async function memberFields(): Promise<ReplyOf<typeof contract.getMemberField>> {
  return PERSON_FIELDS.map(({ wire, field, label, dictionary }) => ({
    field: wire,
    label,
    dictionary: dictionary ?? null,
    requiredOf: [...(REQUIRED_FIELDS.find((one) => one.field === field)?.of ?? [])],
  }));
}

/** How complete the records of an organisation are, and how many people each check finds. */
export async function integrity(ctx: Ctx, orgId: string | undefined): Promise<ReplyOf<typeof contract.getIntegrity>> {
  const scope = chosenScope(ctx, orgId);
  const behind = await counts.countBehind(ctx.db, scope);
  const exact = behind <= AT_ONCE;
  const [{ found, ...sums }, rate] = await Promise.all([
    counts.qualityOf(ctx.db, scope, exact, ctx.scope),
    rateOf(ctx, scope.from),
  ]);
  const quality = { ...sums, rate };
  const checks = CHECKS.map(({ fields: _fields, ...check }) => ({ ...check, people: found[check.key] ?? 0 }));
  if (exact) return { ...quality, checks, counting: null };
  const total = await counts.countPeopled(ctx.db, scope);
  return { ...quality, checks, counting: { done: Math.max(0, total - behind), total } };
}

/** By the counters, as the home has it. */
async function rateOf(ctx: Ctx, orgCode: string): Promise<ReplyOf<typeof contract.getIntegrity>['rate']> {
  const { gender = {}, incomplete } =
    (await readCounters(ctx.db, [orgCode], ['gender', 'incomplete'])).get(orgCode) ?? {};
  const members = Object.values(gender).reduce((sum, n) => sum + n, 0);
  const gaps = incomplete?.['1'] ?? 0;
  return { members, complete: members - gaps, percent: completeRate(members, gaps) };
}

/** A page of whom a check finds. */
export async function faults(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listFaults>,
): Promise<ReplyOf<typeof contract.listFaults>> {
  const scope = chosenScope(ctx, input.orgId);
  const check = checkOf(input.check);
  if (!check) throw notFound();
  const page = { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize };
  const kept = counts.isKept(check.key) && (await counts.countBehind(ctx.db, scope)) <= AT_ONCE;
  const [rows, total, names] = await Promise.all([
    kept
      ? counts.keptRows(ctx.db, scope, check.key, page)
      : queries.faultRows(ctx.db, ctx.scope, scope, check.key, page),
    kept ? counts.countKept(ctx.db, scope, check.key) : queries.countFaults(ctx.db, ctx.scope, scope, check.key),
    dictionaryNames(ctx.services),
  ]);
  const can = { edit: ctx.may('member:write'), correct: ctx.may('recruit:write') };
  const faultsByPerson = await rowFaults(ctx, check.key, rows);
  return {
    total,
    rows: rows.map((row) => ({ ...toRow(row, check, names), records: faultsByPerson.get(row.id) ?? [], can })),
  };
}

/** What the rows of the tabs say of the people whom a check found; nothing where it looks at none. */
async function rowFaults(ctx: Ctx, key: string, people: readonly queries.FaultRecord[]) {
  const faultsByPerson = new Map<string, contract.FaultRow['records']>();
  if (!ROW_CHECKS.some((one) => one === key)) return faultsByPerson;
  for (const [id, beside] of await loadRecordContexts(
    ctx.db,
    people.map((person) => person.id),
  )) {
    const found = beside.rows.flatMap((row) => {
      const sort = ALL_RECORDS.find(({ kind }) => kind === row.kind);
      if (!sort) return [];
      const problems = recordProblems(sort, row, beside).filter(({ check }) => check === key);
      return problems.map(({ text }) => ({ kind: sort.kind, label: sort.label, text }));
    });
    // Each of two rows that contradict each other may say the same.
    faultsByPerson.set(id, [...new Map(found.map((one) => [`${one.kind} ${one.text}`, one])).values()]);
  }
  return faultsByPerson;
}

function toRow(row: queries.FaultRecord, check: Check, names: DictNames): Omit<contract.FaultRow, 'can' | 'records'> {
  const values = check.fields.map((wire) => [wire, textOf(row, wire)] as const);
  return {
    id: row.id,
    name: row.name,
    orgId: row.org_id,
    orgName: row.org_name,
    personCategoryName: PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
    idCardNo: row.id_card_mask ?? '',
    version: row.version,
    values: Object.fromEntries(values),
    words: Object.fromEntries(values.map(([wire, value]) => [wire, wordOf(row, wire, value, names)])),
    kept: PROCEDURE_FIELDS.filter(
      (field) =>
        check.fields.includes(field) && isSetByProcedure(field, row.person_category, textOf(row, field) === ''),
    ),
  };
}

/** A field as the form writes it; of personal ones the mask. */
function textOf(row: queries.FaultRecord, wire: string): string {
  if (wire === 'orgId') return row.org_id;
  const { field, personal } = fieldOf(wire);
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const value = (row as unknown as Readonly<Record<string, unknown>>)[personal ? `${column}_mask` : column];
  return value === null || value === undefined ? '' : String(value);
}

function wordOf(row: queries.FaultRecord, wire: string, value: string, names: DictNames): string {
  if (wire === 'orgId') return row.org_name;
  const { labels, dictionary } = fieldOf(wire);
  if (value === '') return '';
  if (labels) return labels[value] ?? value;
  return dictionary ? names.name(dictionary, value) : value;
}

function fieldOf(wire: string): PersonField {
  const field = PERSON_FIELDS.find((one) => one.wire === wire);
  if (!field) throw new Error(`no field ${wire}`);
  return field;
}

/** Queues an export of whom a check finds; answers the job's id. */
export async function exportFaults(ctx: Ctx, input: ParsedOf<typeof contract.exportFaults>) {
  const check = checkOf(input.check);
  const org = await findOrg(ctx.db, ctx.scope, input.orgId ?? ctx.session.orgId);
  if (!org || !check) throw notFound();
  const title = `导出数据质量：${check.label}`;
  const jobId = await enqueue(ctx, {
    kind: QUALITY_EXPORT_JOB,
    title,
    right: 'member:export',
    input: {
      check: check.key,
      orgCode: org.code,
      purpose: input.purpose,
      by: { name: ctx.session.accountName, org: ctx.session.orgName },
    },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

interface ExportInput {
  check: string;
  orgCode: string;
  purpose: string;
  by: { name: string; org: string };
}

/** Writes whom a check finds, chunk by chunk, with the values to be fixed. */
export async function runQualityExport(job: RunningJob): Promise<JobResult> {
  const { services, orgCode, accountId } = job;
  if (accountId === null) throw new Error('an export belongs to an account');
  const { check: key, orgCode: wantedCode, purpose, by } = job.input as unknown as ExportInput;
  const check = checkOf(key);
  // The organisation may have been moved out of the scope since.
  const own = workerScope(orgCode);
  const scope = narrowScope(own, wantedCode);
  if (!check || !scope) throw notFound('所选党组织已不在管理范围内');
  const [names, total] = await Promise.all([
    dictionaryNames(services),
    queries.countFaults(services.db, own, scope, key),
  ]);
  let done = 0;
  async function* rows(found: Check, within: Scope) {
    let after: queries.FaultRecord | null = null;
    for (;;) {
      await job.progress(done, total, '正在导出');
      const chunk: queries.FaultRecord[] = await queries.faultsAfter(services.db, own, within, key, after, CHUNK);
      for (const record of chunk) {
        const row = toRow(record, found, names);
        yield [
          row.name,
          row.idCardNo,
          row.orgName,
          row.personCategoryName,
          CHECK_KINDS[found.kind],
          SEVERITIES[found.severity],
          found.label,
          ...further.map((wire) => row.words[wire] ?? ''),
        ];
      }
      done += chunk.length;
      after = chunk.at(-1) ?? null;
      if (!after || chunk.length < CHUNK) return;
    }
  }
  // The id card and the branch stand before them already.
  const further = check.fields.filter((wire) => wire !== 'idCardNo' && wire !== 'orgId');
  const heads = ['姓名', '身份证号', '所在党支部', '人员类别', '问题分类', '程度', '问题'];
  const columns: SheetColumn[] = heads.map((head) => ({
    head,
    width: head === '身份证号' || head === '问题' ? 24 : head === '所在党支部' ? 28 : 14,
  }));
  for (const wire of further) {
    const isDay = /(Date|On)$/.test(wire);
    columns.push({ head: FIELD_LABELS[wire] ?? wire, width: 14, ...(isDay ? { kind: 'day' as const } : {}) });
  }
  const title = `数据质量-${check.label}`;
  const mark = await markOfJob(job, { title, by, purpose });
  const fileId = await saveFile(
    services,
    services.db,
    {
      kind: QUALITY_EXPORT_JOB,
      rowId: job.id,
      orgCode,
      accountId,
      name: `${title}-${mark.at.slice(0, 10)}.xlsx`,
      mime: XLSX_MIME,
      days: DAYS_KEPT,
    },
    xlsx('数据质量', columns, rows(check, scope), mark),
  );
  return { message: `已导出${done}人`, result: { rows: done }, fileId };
}

/** Reads the id cards of rows from before it was noted what they say, some thousand a run, until there are none. */
export async function readCards(services: Services): Promise<void> {
  for (let read = 0; read < CARDS_A_RUN; ) {
    const cards = await queries.unreadCards(services.db, CARDS_AT_ONCE);
    if (cards.length === 0) return;
    const readings = cards.map(({ id, encrypted }) => {
      const { id_card_birth: birth, id_card_gender: gender } = idCardColumns(
        services.vault.decrypt(idCardPlace(id), encrypted),
      );
      return { id, birth, gender };
    });
    await queries.noteCards(services.db, readings);
    read += cards.length;
  }
}

/** Counts anew what has changed, organisation by organisation, so that readers need not. */
export async function recountFaults({ db }: Services): Promise<void> {
  for (let run = 0; run < COUNTS_A_RUN; run++) {
    if ((await transact(db, (tx) => counts.countAnew(tx, COUNTED_AT_ONCE))) < COUNTED_AT_ONCE) return;
  }
}
