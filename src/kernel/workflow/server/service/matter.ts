import type * as contract from '#kernel/workflow/contract.matter.ts';
import { MATTER, MATTER_CATEGORIES } from '#kernel/workflow/contract.matter.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles, findFile } from '#platform/server/files/fileRights.ts';
import { diff } from '#platform/server/log/audit.ts';
import { sumInCapitals } from '#platform/text/capitals.ts';
import { findInstance, takesPart } from '../queries/instance.ts';
import { findMatter, insertMatter, type MatterRecord, setFiles, updateMatter } from '../queries/matter.ts';
import { namesOf } from '../queries/people.ts';
import { usableProcesses } from '../queries/process.ts';
import { eventsOf } from '../queries/task.ts';
import { factsOf, placeFacts, type Subject, type SubjectView, workflowSubject } from '../subjects.ts';
import { lockReturned, processFor, resubmit, startInstance, wayPreview } from './start.ts';

const FILES = 'workflow.matter';
/** Papers of an office: documents, pictures, archives. */
const PAPERS = { format: 'common' } as const;
const MISSING = '没有这件事项';

const yuan = (amount: number) => `${(amount / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}元`;

function view(row: MatterRecord): SubjectView {
  const amount = row.amount === null ? null : Number(row.amount);
  const money = amount === null ? '不涉及' : `${yuan(amount)}（${sumInCapitals(amount)}）`;
  const words = row.body.replace(/\s/g, '').length;
  const checks = [
    {
      ok: words >= 10,
      title: '事由完整',
      detail: words >= 10 ? `事由${words}字` : `事由只有${words}字，宜写明事项、理由和要求`,
      basis: '请示事项应写明理由',
    },
  ];
  if (amount !== null) {
    checks.push({
      ok: row.files.length > 0,
      title: '使用经费附有依据',
      detail: row.files.length > 0 ? `附件${row.files.length}份` : '没有附预算、方案等依据材料',
      basis: '党组织工作经费管理要求',
    });
  }
  return {
    lines: [
      { label: '事项类别', value: MATTER_CATEGORIES[row.category] },
      { label: '金额', value: money },
    ],
    text: row.body,
    files: row.files,
    checks,
  };
}

const subject: Subject = {
  label: '事项审批',
  fields: [
    {
      key: 'category',
      label: '事项类别',
      kind: 'choice',
      options: Object.entries(MATTER_CATEGORIES).map(([value, label]) => ({ value, label })),
    },
    { key: 'amount', label: '金额', kind: 'money' },
    { key: 'title', label: '标题', kind: 'text' },
  ],
  url: () => '',
  async view(ctx, id) {
    const row = await findMatter(ctx.db, id);
    if (!row) throw notFound(MISSING);
    return view(row);
  },
  // The outcome is the matter's own state; nothing follows from it elsewhere.
  onEnd: async () => {},
};

/** Announces 事项审批 and who may read its papers: whoever takes part. */
export function announceMatter(): void {
  workflowSubject(MATTER, subject);
  canReadFile(FILES, async (ctx, file) => file.rowId !== null && takesPart(ctx.db, ctx.session, MATTER, file.rowId));
}

/** What the conditions of a process read of the form. */
const facts = ({ category, amount, title }: { title: string; category: string; amount: number | null }) => ({
  category,
  amount,
  title,
});

/** Processes on which the session may raise a matter, the nearest organisation's first. */
export async function startable(ctx: Ctx): Promise<ReplyOf<typeof contract.startable>> {
  const rows = await usableProcesses(ctx.db, MATTER, ctx.session.orgCode);
  return {
    total: rows.length,
    rows: rows.map(({ id, name, description, org_name }) => ({ id, name, description, orgName: org_name })),
  };
}

/** Where a matter would go, before it is raised. */
export async function preview(
  ctx: Ctx,
  input: ParsedOf<typeof contract.previewMatter>,
): Promise<ReplyOf<typeof contract.previewMatter>> {
  const { definition } = await processFor(ctx, MATTER, input.processId);
  const origin = { orgCode: ctx.session.orgCode, chosen: {} };
  const { steps } = await wayPreview(
    ctx.db,
    definition,
    factsOf(subject, facts(input), placeFacts(ctx.session)),
    origin,
    ctx.session.accountId,
  );
  return { steps };
}

/** Raises a matter and sends it on its way. */
export async function startMatter(
  ctx: Ctx,
  input: ParsedOf<typeof contract.startMatter>,
): Promise<ReplyOf<typeof contract.startMatter>> {
  const { title, category, text: body, amount } = input;
  const id = await insertMatter(ctx.db, ctx.session, { title, category, body, amount });
  const owner = { kind: FILES, rowId: id, orgCode: ctx.session.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, owner, PAPERS);
  await setFiles(ctx.db, id, files);
  const started = await startInstance(ctx, {
    kind: MATTER,
    processId: input.processId,
    subjectId: id,
    title,
    facts: facts(input),
    chosen: input.chosen,
  });
  const changes = diff<Record<string, unknown>>({}, { title, category, amount });
  ctx.audit({ type: 'instance', id: started.id, name: title, changes });
  return started;
}

/** The form of a returned matter, for its initiator alone. */
export async function matter(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getMatter>> {
  const instance = await findInstance(ctx.db, ctx.session, id);
  if (!instance || instance.kind !== MATTER || instance.account_id !== ctx.session.accountId) throw notFound(MISSING);
  const row = await findMatter(ctx.db, instance.subject_id);
  if (!row) throw notFound(MISSING);
  const files = await Promise.all(row.files.map((file) => findFile(ctx, file)));
  const names = await namesOf(ctx.db, Object.values(instance.chosen).flat());
  const returned = (await eventsOf(ctx.db, id)).findLast(({ kind }) => kind === 'returned' || kind === 'stuck');
  return {
    id,
    version: instance.version,
    processId: instance.process_id,
    title: row.title,
    category: row.category,
    text: row.body,
    amount: row.amount === null ? null : Number(row.amount),
    files: row.files,
    chosen: instance.chosen,
    returnedFor: returned?.detail ?? '',
    fileNames: files.flatMap((file) =>
      file ? [{ id: file.id, name: file.name, mime: file.mime, size: file.size }] : [],
    ),
    chosenPeople: Object.entries(instance.chosen).flatMap(([nodeId, people]) =>
      people.map((accountId) => ({ nodeId, accountId, name: names.get(accountId) ?? '' })),
    ),
  };
}

/** Sends a corrected matter again. */
export async function resubmitMatter(
  ctx: Ctx,
  input: ParsedOf<typeof contract.resubmitMatter>,
): Promise<ReplyOf<typeof contract.resubmitMatter>> {
  const instance = await lockReturned(ctx, input.id, input.version);
  const row = instance.kind === MATTER ? await findMatter(ctx.db, instance.subject_id) : undefined;
  if (!row) throw badInput({ id: '这件事项不在这里补正' });
  const owner = { kind: FILES, rowId: row.id, orgCode: row.org_code };
  const files = await attachFiles(ctx, 'files', input.files, owner, PAPERS);
  await detachFiles(ctx, owner, files);
  const { title, category, text: body, amount } = input;
  await updateMatter(ctx.db, row.id, { title, category, body, amount, files });
  const state = await resubmit(ctx, instance, { title, facts: facts(input), chosen: input.chosen });
  const before = { title: row.title, category: row.category, body: row.body, amount: row.amount && Number(row.amount) };
  const changes = diff<Record<string, unknown>>(before, { title, category, body, amount });
  ctx.audit({ type: 'instance', id: instance.id, name: title, orgCode: instance.org_code, changes });
  return { state };
}
