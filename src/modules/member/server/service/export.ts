import { type DictNames, dictionaryNames } from '#modules/dictionary/server/names.ts';
import { ageOn, partyAgeMonths } from '#modules/member/rules.ts';
import { insertNotice } from '#modules/message/server/queries.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { saveFile } from '#platform/server/files.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { workerScope } from '#platform/server/scope.ts';
import { WATERMARK_START, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import {
  type exportMembers as exportContract,
  GENDERS,
  MEMBERSHIP_STATUSES,
  PERSON_CATEGORIES,
} from '../../contract.ts';
import * as queries from '../queries/list.ts';
import { checkImport, type FilterInput, select } from './list.ts';

export const EXPORT_JOB = 'member.export';
const CHUNK = 2000;
const DAYS_KEPT = 7;
/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';

interface ExportColumn {
  head: string;
  width: number;
  text(row: queries.ExportRecord, names: DictNames): string;
}

const label = (labels: Readonly<Record<number, string>>, value: number) => labels[value] ?? '';

/** What may be exported, by the key that the list's columns bear; personal values only masked. */
const COLUMNS: Readonly<Record<string, ExportColumn>> = {
  name: { head: '姓名', width: 12, text: (row) => row.name },
  gender: { head: '性别', width: 6, text: (row) => label(GENDERS, row.gender) },
  idCardNo: { head: '身份证号', width: 22, text: (row) => row.id_card_mask ?? '' },
  birthDate: { head: '出生日期', width: 12, text: (row) => row.birth_date ?? '' },
  age: {
    head: '年龄',
    width: 6,
    text: (row) => (row.birth_date === null ? '' : String(ageOn(row.birth_date, row.today))),
  },
  nation: { head: '民族', width: 10, text: (row, names) => names.name('0005', row.nation) },
  personCategory: { head: '人员类别', width: 12, text: (row) => label(PERSON_CATEGORIES, row.person_category) },
  membershipStatus: { head: '党籍状态', width: 10, text: (row) => label(MEMBERSHIP_STATUSES, row.membership_status) },
  education: { head: '学历', width: 16, text: (row, names) => names.name('0006', row.education) },
  degree: { head: '学位', width: 10, text: (row, names) => names.name('0007', row.degree) },
  occupation: { head: '工作岗位', width: 18, text: (row, names) => names.name('0008', row.occupation) },
  nativePlace: { head: '籍贯', width: 18, text: (row) => row.native_place },
  residence: { head: '现居住地', width: 24, text: (row) => row.residence },
  workUnit: { head: '工作单位', width: 24, text: (row) => row.work_unit },
  position: { head: '职务', width: 14, text: (row) => row.position },
  partyPost: { head: '党内职务', width: 12, text: (row) => row.party_post },
  orgName: { head: '所在党支部', width: 28, text: (row) => row.org_name },
  appliedOn: { head: '申请入党日期', width: 14, text: (row) => row.applied_on ?? '' },
  admissionDate: { head: '入党日期', width: 12, text: (row) => row.admission_date ?? '' },
  conversionDate: { head: '转正日期', width: 12, text: (row) => row.conversion_date ?? '' },
  partyAge: {
    head: '党龄',
    width: 6,
    text: (row) => {
      const months = partyAgeMonths(row.conversion_date, row.today);
      return months === null ? '' : String(Math.floor(months / 12));
    },
  },
  joinType: { head: '进入支部类型', width: 18, text: (row, names) => names.name('0009', row.join_type) },
  joinedBranchOn: { head: '进入支部日期', width: 14, text: (row) => row.joined_branch_on ?? '' },
  phonenumber: { head: '手机号', width: 14, text: (row) => row.phone_mask ?? '' },
  isFloating: { head: '流动党员', width: 10, text: (row) => (row.is_floating ? '是' : '否') },
  completeness: { head: '完整度', width: 8, text: (row) => `${row.completeness}%` },
};
const USUAL = [
  'name',
  'gender',
  'idCardNo',
  'education',
  'personCategory',
  'orgName',
  'admissionDate',
  'partyAge',
  'phonenumber',
];

/** Queues an export of the filtered list for the session's account; answers the job's id. */
export async function exportMembers(ctx: Ctx, input: ParsedOf<typeof exportContract>) {
  const unknown = input.columns.filter((key) => !Object.hasOwn(COLUMNS, key));
  if (unknown.length > 0) throw badInput({ columns: '所选的列不能导出' });
  // A foreign organisation or half an id card is refused now, not by the job.
  await checkImport(ctx, input);
  await select(ctx.services, ctx.scope, ctx.session, input);
  const { purpose, columns, ...filter } = input;
  const { keyWords, name, idCardNo, ...open } = filter;
  const personal = JSON.stringify({ keyWords, name, idCardNo });
  const jobId = await enqueue(ctx, {
    kind: EXPORT_JOB,
    title: '导出党员名册',
    right: 'member:export',
    input: {
      filter: open,
      sought: ctx.vault.seal('job.member.export', personal).toString('base64'),
      columns: columns.length > 0 ? columns : USUAL,
      purpose,
      by: { name: ctx.session.accountName, org: ctx.session.orgName },
    },
  });
  ctx.audit({ type: 'job', id: jobId, name: '导出党员名册', reason: purpose });
  return { jobId };
}

interface ExportInput {
  filter: FilterInput;
  /** What was searched by: names and id cards, sealed. */
  sought: string;
  columns: string[];
  purpose: string;
  by: { name: string; org: string };
}

/** Writes the roll chunk by chunk; stops where its user cancels it or loses the right. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { services, orgCode, orgId, accountId } = job;
  if (orgId === null || accountId === null) throw new Error('an export belongs to an account');
  const input = job.input as unknown as ExportInput;
  const sought = JSON.parse(services.vault.open('job.member.export', Buffer.from(input.sought, 'base64')));
  const filter = { ...input.filter, ...sought } as FilterInput;
  const selection = await select(services, workerScope(orgCode), { orgId, orgCode }, filter);
  const total = selection ? await queries.countMembers(services.db, selection.scope, selection.filter, 5_000_000) : 0;
  const columns = input.columns.map((key) => COLUMNS[key]).filter((column) => column !== undefined);
  const names = await dictionaryNames(services);
  const mark = await watermark(services, input);
  let done = 0;

  async function* rows() {
    let after: queries.Place | null = null;
    for (;;) {
      await job.progress(done, total, '正在导出');
      if (!selection) return;
      const chunk: queries.ExportRecord[] = await queries.exportChunk(
        services.db,
        selection.scope,
        selection.filter,
        after,
        CHUNK,
      );
      for (const row of chunk) yield columns.map((column) => column.text(row, names));
      done += chunk.length;
      const last = chunk.at(-1);
      if (!last || chunk.length < CHUNK) return;
      after = { orgCode: last.org_code, sort: last.sort, id: last.id };
    }
  }

  const fileId = await saveFile(
    services,
    services.db,
    {
      kind: EXPORT_JOB,
      rowId: job.id,
      orgCode,
      accountId,
      name: `党员名册-${mark.day}.xlsx`,
      mime: XLSX_MIME,
      days: DAYS_KEPT,
    },
    xlsx('党员名册', columns, rows(), mark.text),
  );
  await insertNotice(services.db, {
    type: SYSTEM_NOTICE,
    orgId,
    accountIds: [accountId],
    createdBy: '系统',
    title: '党员名册已导出',
    remark: `共${done}人，文件保留${DAYS_KEPT}天，请到“导出列表”下载`,
  });
  return { message: `已导出${done}人`, result: { rows: done }, fileId };
}

async function watermark(services: Services, { by, purpose }: ExportInput) {
  const now = await queries.clock(services.db);
  return { day: now.slice(0, 10), text: `${WATERMARK_START}${by.name}　${by.org}　${now}　用途：${purpose}` };
}
