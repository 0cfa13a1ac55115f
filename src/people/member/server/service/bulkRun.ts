import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { BULK_ROW_STATES } from '#people/member/contract.bulk.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { type BulkKind, bulkKind } from '../bulkKinds.ts';
import * as queries from '../queries/bulk.ts';
import { BULK_JOB } from './bulk.ts';
import { actorOf } from './importRun.ts';

/** People of one transaction. */
const CHUNK = 200;
const DAYS_KEPT = 30;
const GONE = '已删除，或已不在您的管理范围内';

interface Run {
  bulk: queries.BulkRecord;
  kind: BulkKind;
  scope: Scope;
  actor: Session;
  traceId: string;
}

/**
 * Carries out a change, or takes it back, some hundred people a transaction, each with its audit row. What is done is
 * noted with the people in the same transaction: taken up again after a crash it goes on with those who are left.
 */
export async function runBulk(job: RunningJob): Promise<JobResult> {
  const { services, accountId } = job;
  const scope = workerScope(job.orgCode);
  const bulk = await queries.getBulk(services.db, scope, accountId ?? '', String(job.input.bulkId));
  if (!bulk) throw notFound('这次批量修改不存在');
  const undo = job.input.undo === true;
  const [actor, names] = await Promise.all([actorOf(job), dictionaryNames(services)]);
  const kind = bulkKind(bulk.change, { services, scope, names, by: actor.accountName });
  const run: Run = { bulk, kind, scope, actor, traceId: `job-${job.id}` };
  const left = async () => (await queries.countRows(services.db, bulk.id))[undo ? 'changed' : 'due'] ?? 0;
  const total = await left();
  for (let open = total; open > 0; open = await left()) {
    await job.progress(total - open, total, undo ? '正在撤销' : '正在修改');
    await transact(services.db, (tx) => (undo ? takeBack(tx, run) : change(tx, run)));
  }
  await job.progress(total, total, '正在汇总');
  await queries.setState(services.db, bulk.id, undo ? 'undone' : 'done');
  const counts = await queries.countRows(services.db, bulk.id);
  return {
    message: messageOf(counts, undo),
    result: counts,
    fileId: await sheet(job, bulk, undo ? ['kept'] : ['refused', 'stale']),
  };
}

async function change(tx: Db, { bulk, kind, scope, actor, traceId }: Run): Promise<void> {
  const rows = await queries.takeRows(tx, bulk.id, 'due', CHUNK);
  const people = await lock(tx, scope, rows);
  const outcomes: queries.RowOutcome[] = [];
  const open: queries.BulkPerson[] = [];
  for (const row of rows) {
    const person = people.get(row.member_id);
    if (!person) outcomes.push({ memberId: row.member_id, state: 'stale', note: GONE });
    else if (!kind.isAsFound(person, row.before))
      outcomes.push({ memberId: row.member_id, state: 'stale', note: '这一项在预览之后又改过' });
    else open.push(person);
  }
  // Not only the record itself counts, e.g. the labels that somebody carries by now.
  const verdicts = await kind.judge(tx, open);
  const due = open.filter(({ id }) => verdicts.get(id)?.state === 'due');
  for (const { id } of open) {
    const verdict = verdicts.get(id);
    if (verdict && verdict.state !== 'due') outcomes.push({ memberId: id, ...verdict });
  }
  if (due.length > 0) outcomes.push(...(await kind.apply(tx, due)));
  await queries.saveRows(tx, bulk.id, outcomes);
  await audit(tx, bulk, actor, traceId, '批量修改人员', { changed: [0, due.length] });
}

async function takeBack(tx: Db, { bulk, kind, scope, actor, traceId }: Run): Promise<void> {
  const rows = await queries.takeRows(tx, bulk.id, 'changed', CHUNK);
  const people = await lock(tx, scope, rows);
  const outcomes: queries.RowOutcome[] = [];
  const open: { person: queries.BulkPerson; before: unknown }[] = [];
  for (const row of rows) {
    const person = people.get(row.member_id);
    if (!person) outcomes.push({ memberId: row.member_id, state: 'kept', note: GONE });
    else open.push({ person, before: row.before });
  }
  if (open.length > 0) outcomes.push(...(await kind.revert(tx, open)));
  await queries.saveRows(tx, bulk.id, outcomes);
  const undone = outcomes.filter(({ state }) => state === 'undone').length;
  await audit(tx, bulk, actor, traceId, '撤销批量修改', { undone: [0, undone] });
}

async function lock(tx: Db, scope: Scope, rows: readonly queries.TakenRow[]) {
  const ids = rows.map((row) => row.member_id);
  return new Map((await queries.lockPeople(tx, scope, ids)).map((person) => [person.id, person]));
}

const audit = (
  tx: Db,
  bulk: queries.BulkRecord,
  actor: Session,
  traceId: string,
  action: string,
  changes: Record<string, [number, number]>,
) =>
  writeAudit(tx, actor, { action, endpoint: `job ${BULK_JOB}`, outcome: 'done', ip: '', traceId }, [
    { type: 'bulk', id: bulk.id, name: bulk.title, orgCode: bulk.org_code, changes },
  ]);

function messageOf(counts: Readonly<Record<string, number>>, undo: boolean): string {
  const { changed = 0, same = 0, refused = 0, stale = 0, undone = 0, kept = 0 } = counts;
  if (undo) return `已撤销${undone}人${kept > 0 ? `，${kept}人之后又有变动，保留现状` : ''}`;
  const others = [
    same > 0 ? `不变${same}人` : '',
    refused > 0 ? `不能改${refused}人` : '',
    stale > 0 ? `跳过${stale}人` : '',
  ].filter(Boolean);
  return [`已修改${changed}人`, ...others].join('，');
}

/** The people who were left as they are, each with the reason; no sheet where there is nobody. */
async function sheet(job: RunningJob, bulk: queries.BulkRecord, states: string[]): Promise<string | undefined> {
  const { services, orgCode, accountId } = job;
  const { rows, total } = await queries.rowsOf(services.db, workerScope(orgCode), bulk, states, 50_000, 0);
  if (total === 0) return undefined;
  const columns = [
    { head: '姓名', width: 12 },
    { head: '所在党支部', width: 30 },
    { head: '结果', width: 10 },
    { head: '原因', width: 50 },
  ];
  const lines = rows.map(({ name, org_name, state, note }) => [
    name,
    org_name,
    BULK_ROW_STATES[state as keyof typeof BULK_ROW_STATES],
    note,
  ]);
  const facts = {
    kind: BULK_JOB,
    rowId: job.id,
    orgCode,
    accountId: accountId ?? '',
    name: '批量修改-未修改人员.xlsx',
  };
  return saveFile(
    services,
    services.db,
    { ...facts, mime: XLSX_MIME, days: DAYS_KEPT },
    xlsx('未修改人员', columns, lines),
  );
}
