import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Counterpart, SECRETS, startCounterpart } from '../../../../test/support/counterparts/counterpart.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { listCommon, reportAddress } from '../contract.common.ts';
import { dropReportSetting, reportSetting, type SettingLine, saveReportSetting } from '../contract.setting.ts';
import { getReport } from '../contract.ts';
import { REPORT_KEYS } from '../rules.ts';

let t: TestApp;
let outside: Counterpart;
let county: Caller;

beforeAll(async () => {
  [t, outside] = await Promise.all([startTestApp(), startCounterpart()]);
  county = await t.as('countyWorker');
});
afterAll(async () => {
  await outside.close();
  await t.close();
});

const address = async (caller: Caller, input: object) => caller.call(reportAddress, input as never);

test('the common reports stand in pages, with template and params', async () => {
  const first = (await county.call(listCommon, { pageNum: 1, pageSize: 20 } as never)).body;
  const second = (await county.call(listCommon, { pageNum: 2, pageSize: 20 } as never)).body;
  expect(first.total).toBe(REPORT_KEYS.length);
  expect(first.rows.length + second.rows.length).toBe(REPORT_KEYS.length);
  expect(first.rows[0]).toMatchObject({ id: '1', tableName: '党员增减报表', cpt: 'countChangeReport.cpt' });
  expect(first.rows[0].params).toContain(`orgId=${ORGS.countyA.id}`);
});

test('without a report server the platform draws them; nobody gets an address of what is not his', async () => {
  const { data } = await address(county, { cpt: 'over100Report.cpt', orgId: ORGS.branchA11.id });
  expect(data).toContain(`#/decisionSupport/over100Report?orgId=${ORGS.branchA11.id}`);
  expect((await address(county, { cpt: 'over100Report.cpt', orgId: ORGS.branchB11.id })).code).toBe(404);
  expect((await address(county, { cpt: 'nothing.cpt' })).data.fields.cpt).toContain('没有这个模板');
  expect((await address(county, { cpt: '../x.cpt' })).code).toBe(600);
  expect((await address(await t.as('member'), {})).code).toBe(403);
});

test('a committee says which reports it offers, in which order; those below follow until they say it themselves', async () => {
  const branch = await t.as('branchWorker');
  const read = async (caller: Caller) => (await caller.call(reportSetting, {} as never)).data;
  const lines = (await read(county)).lines as SettingLine[];
  expect(lines).toHaveLength(REPORT_KEYS.length);
  const [first, ...rest] = lines;
  const own = [
    ...rest.map((line) => (line.key === 'over100Report' ? { ...line, shown: false } : line)),
    { ...first, note: '每月底核对' },
  ];
  const save = (caller: Caller, version: number, some: unknown) =>
    caller.call(saveReportSetting, { version, lines: some } as never);
  const { data } = await save(county, 0, own);
  expect(data.version).toBe(1);
  // Somebody who read it before.
  expect((await save(county, 0, lines)).text).toContain('已被别人修改');
  expect(await read(branch)).toMatchObject({ isOwn: false, version: 0, from: { id: ORGS.countyA.id } });
  expect((await branch.call(getReport, { key: 'over100Report' } as never)).text).toContain('没有提供这个报表');
  expect((await branch.call(getReport, { key: first?.key } as never)).data.note).toBe('每月底核对');
  expect((await address(branch, { cpt: 'over100Report.cpt' })).text).toContain('没有提供这个报表');
  const common = (await branch.call(listCommon, { pageNum: 1, pageSize: 100 } as never)).body;
  expect(common.rows.map(({ cpt }: { cpt: string }) => cpt)).not.toContain('over100Report.cpt');
  expect(common.rows.at(-1).tableName).toBe('党员增减报表');
  // The other county knows nothing of it.
  expect((await (await t.as('otherCountyWorker')).call(getReport, { key: 'over100Report' } as never)).code).toBe(200);
  expect((await save(branch, 0, [])).data.fields.lines).toContain('至少');
  expect((await save(branch, 0, [first, first])).data.fields.lines).toContain('只能有一行');
  expect((await save(branch, 0, lines)).data.version).toBe(1);
  expect((await branch.call(getReport, { key: 'over100Report' } as never)).code).toBe(200);
  expect((await branch.call(dropReportSetting, { version: 1 } as never)).code).toBe(200);
  expect((await branch.call(dropReportSetting, { version: 1 } as never)).text).toContain('已被别人修改');
  expect((await branch.call(getReport, { key: 'over100Report' } as never)).code).toBe(400);
  await county.call(dropReportSetting, { version: 1 } as never);
});

test('a report server draws the named template for a signed address, and for no other', async () => {
  const keys = t.services.vault.encrypt(
    'site_config.secrets.*',
    JSON.stringify({ reportServerKey: SECRETS.reportServerKey }),
  );
  const data = JSON.stringify({ reportServer: { url: `${outside.origin}/report/view` } });
  await sql`insert into site_config (host, data, secrets_enc) values ('*', ${data}::jsonb, ${keys})
            on conflict (host) do update set data = excluded.data, secrets_enc = excluded.secrets_enc`.execute(t.db);
  expect((await address(county, {})).data).toBe(`${outside.origin}/report/view`);
  const { data: url } = await address(county, { cpt: 'countChangeReport.cpt', orgId: ORGS.committeeA1.id });
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('报表模板 countChangeReport.cpt');
  expect(text).toContain(ORGS.committeeA1.code);
  for (const name of ['viewlet', 'orgCode', 'time', 'nonce']) {
    const other = new URL(url);
    other.searchParams.set(name, name === 'time' ? String(Date.now() - 1) : 'other');
    expect((await fetch(other)).status, name).toBe(403);
  }
});
