import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { collect, jobEnds } from '#people/member/test/factory.ts';
import { exportOrgs, ORG_EXPORT_FIELDS, USUAL_ORG_COLUMNS } from '#people/org/contract.export.ts';
import { listOrgs } from '#people/org/contract.ts';
import { orgModule } from '#people/org/server/routes.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let worker: Worker;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, orgModule]);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

/** The rows of an export as a spreadsheet's library has them, the last line left out. */
async function exported(given: object): Promise<unknown[][]> {
  const started = await committee.call(exportOrgs, { purpose: '年度统计', ...given });
  expect(started.code, started.text).toBe(200);
  expect(await jobEnds(committee, started.data.jobId)).toMatchObject({ state: 'done', title: '导出党组织' });
  const row = await t.db
    .selectFrom('job')
    .select('file_id')
    .where('id', '=', started.data.jobId)
    .executeTakeFirstOrThrow();
  const book = read(Buffer.concat(await collect(readStored(t.services, row.file_id ?? ''))), { cellNF: true });
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true });
  expect(lines.at(-1)?.[0]).toMatch(/^导出人：魏员.*用途：年度统计$/);
  return lines.slice(0, -1);
}

test('P56 the filtered organisations become a workbook: values as they are, days and numbers typed', async () => {
  await sql`update organisation set founded_on = '1998-07-01', introduction = '联系13800012345' where id = ${ORGS.branchA11.id}`.execute(
    t.db,
  );
  const { rows, total } = await committee.call(listOrgs, { pageSize: 200 });
  const usual = await exported({});
  expect(usual[0]).toEqual(
    ORG_EXPORT_FIELDS.filter(({ key }) => USUAL_ORG_COLUMNS.includes(key)).map(({ label }) => label),
  );
  expect(usual.slice(1).map(([name]) => name)).toEqual(rows.map(({ name }) => name));
  expect(usual).toHaveLength(total + 1);

  const all = await exported({
    columns: ORG_EXPORT_FIELDS.map(({ key }) => key),
    orgId: ORGS.branchA11.id,
    searchRange: 'onlySelf',
  });
  expect(all).toHaveLength(2);
  const said = Object.fromEntries((all[0] ?? []).map((head, at) => [head, all[1]?.[at]]));
  expect(said).toMatchObject({
    组织名称: ORGS.branchA11.name,
    组织编码: ORGS.branchA11.code,
    上级组织: ORGS.committeeA1.name,
    成立日期: new Date('1998-07-01T00:00:00Z'),
    党员人数: rows.find(({ id }) => id === ORGS.branchA11.id)?.partyNumber,
    具有审批预备党员权限: '否',
  });
  expect(said.简介).not.toContain('13800012345');
  expect(JSON.stringify([usual, all])).not.toMatch(/[\u200b-\u200f\ufeff]/);
});

test('P3 neither a foreign organisation, nor an unknown column, nor a member, nor without a purpose', async () => {
  expect((await committee.call(exportOrgs, { orgId: ORGS.branchB11.id, purpose: '试' })).code).toBe(404);
  const unknown = ['id_card_enc'] as unknown as ['name'];
  expect((await committee.call(exportOrgs, { columns: unknown, purpose: '试' })).code).toBe(600);
  expect((await committee.call(exportOrgs, { purpose: '' })).data).toMatchObject({ fields: { purpose: '请输入用途' } });
  expect((await (await t.as('member')).call(exportOrgs, { purpose: '试' })).code).toBe(403);
});
