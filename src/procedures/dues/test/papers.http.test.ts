import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { draftOpen, exportSheets, listLeft, printReceipt, printSheet } from '#procedures/dues/contract.paper.ts';
import { handIn } from '#procedures/dues/contract.pay.ts';
import { getAffair } from '#publishing/openAffairs/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedFile } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type PdfPage, pdfPages } from '../../../../test/support/pdfText.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let today: string;
let year: number;
let receipt: { id: string; receipt: string };
let people: string[];
beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  people = (t.fixture.members.branchA11 ?? []).slice(0, 2);
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  year = Number(today.slice(0, 4));
  const bills = [];
  for (const memberId of people) {
    const made = await sql<{ id: string }>`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
      values (${memberId}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${today.slice(0, 7)}, 1, 4568) returning id`.execute(
      t.db,
    );
    bills.push(made.rows[0]?.id ?? '');
  }
  const paid = await branch.call(handIn, { billIds: bills, total: 9136, paidOn: today });
  receipt = paid.data.payments[0];
});
afterAll(() => t.close());

async function paper(answer: { data: { fileId: string }; text: string }): Promise<PdfPage[]> {
  expect(answer.data?.fileId, answer.text).toBeTruthy();
  return pdfPages((await fetchBytes(t, branch, `/api/common/download?fileName=${answer.data.fileId}`)).bytes);
}

test('a receipt is printed with number, months and sum in capitals; the second print says 补打; a stranger reads whether it holds', async () => {
  const first = await branch.call(printReceipt, { id: receipt.id });
  const [page] = await paper(first);
  expect(page?.text).toContain('玖拾壹元叁角陆分');
  expect(page?.text).toContain(receipt.receipt);
  expect(page?.text).not.toContain('补打');
  const [again] = await paper(await branch.call(printReceipt, { id: receipt.id }));
  expect(again?.text).toContain('补打');
  const { rows } = await sql<{ printed: number; code: string; reasons: string[] }>`
    select p.printed, c.code, (select array_agg(reason order by id) from audit_log where target_type = 'duesPayment' and action = '打印党费收据') as reasons
      from dues_payment p join verify_code c on c.subject_id = p.id::text and c.kind = 'dues.receipt' where p.id = ${receipt.id}`.execute(
    t.db,
  );
  expect(rows[0]).toMatchObject({ printed: 2, reasons: ['打印', '补打'] });
  const { data, text } = await t.nobody.call(verifyPaper, { code: rows[0]?.code ?? '' });
  expect(data, text).toMatchObject({ title: '党费收据', state: '有效' });
  const { rows: named } = await sql<{
    name: string;
  }>`select name from member where id = any(${people}::bigint[])`.execute(t.db);
  for (const { name } of named) expect(text).not.toContain(name);
  expect(text).toContain('91.36元');
  expect(text).toContain('等2人');
  await sql`update dues_bill set state = 1, payment_id = null where payment_id = ${receipt.id}`.execute(t.db);
  await sql`update dues_payment set state = 'refunded' where id = ${receipt.id}`.execute(t.db);
  expect((await t.nobody.call(verifyPaper, { code: rows[0]?.code ?? '' })).data).toMatchObject({
    state: '已冲销',
    tone: 'warn',
  });
  await sql`update dues_payment set state = 'valid' where id = ${receipt.id}`.execute(t.db);
  await sql`update dues_bill set state = 3, payment_id = ${receipt.id} where id in (select bill_id from dues_payment_bill where payment_id = ${receipt.id})`.execute(
    t.db,
  );
  expect((await (await t.as('siblingWorker')).call(printReceipt, { id: receipt.id })).code).toBe(404);
});

test('the sheet of a branch names its people, that of a committee its organisations; a year without dues has none', async () => {
  const [page] = await paper(await branch.call(printSheet, { orgId: ORGS.branchA11.id, year }));
  const { rows } = await sql<{ name: string }>`select name from member where id = any(${people}::bigint[])`.execute(
    t.db,
  );
  for (const { name } of rows) expect(page?.text).toContain(name);
  expect(page?.text).toContain('91.36');
  expect(page?.text).toContain('玖拾壹元叁角陆分');
  const above = await committee.call(printSheet, { orgId: ORGS.committeeA1.id, year });
  expect(above.code, above.text).toBe(200);
  expect((await branch.call(printSheet, { orgId: ORGS.branchA11.id, year: 2010 })).msg).toContain('没有党费');
  expect((await branch.call(printSheet, { orgId: ORGS.branchA12.id, year })).code).toBe(404);
});

test('the sheets of all branches go out as one archive, a PDF each', { timeout: 300_000 }, async () => {
  const started = await committee.call(exportSheets, { orgId: ORGS.committeeA1.id, year, purpose: '年度公示' });
  expect(started.code, started.text).toBe(200);
  const bytes = await exportedFile(t, started.data.jobId);
  const names = bytes.toString('utf8').match(/[^\0/]*年度党费收缴公示\.pdf/g) ?? [];
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(new Set(names.map((name) => name.slice(name.indexOf(ORGS.branchA11.name)))).size, String(names)).toBe(1);
  const none = await committee.call(exportSheets, { orgId: ORGS.committeeA1.id, year: 2010, purpose: '试' });
  expect(none.msg).toContain('没有党费');
});

test('the draft for the board has sums and names nobody; there is one a quarter', async () => {
  const quarter = Math.ceil(Number(today.slice(5, 7)) / 3);
  const made = await branch.call(draftOpen, { orgId: ORGS.branchA11.id, year, quarter });
  expect(made.code, made.text).toBe(200);
  const { text } = await branch.call(getAffair, { id: made.data.id });
  expect(text).toContain('91.36');
  const { rows } = await sql<{ name: string }>`select name from member where id = any(${people}::bigint[])`.execute(
    t.db,
  );
  for (const { name } of rows) expect(text).not.toContain(name);
  expect((await branch.call(draftOpen, { orgId: ORGS.branchA11.id, year, quarter })).code).toBe(600);
  expect((await branch.call(draftOpen, { orgId: ORGS.branchA11.id, year: 2010, quarter: 1 })).msg).toContain(
    '没有党费',
  );
});

test('whoever left stands in 历史党员党费 of the branch that billed, and nobody who stays', async () => {
  expect((await branch.call(listLeft, {})).total).toBe(0);
  await sql`update member set membership_status = 4 where id = ${people[0]}`.execute(t.db);
  await sql`update member set org_id = ${ORGS.branchA12.id}, org_code = ${ORGS.branchA12.code} where id = ${people[1]}`.execute(
    t.db,
  );
  const { rows } = await branch.call(listLeft, {});
  expect(rows.map(({ why, paid, can }) => [why, paid, can.open]).sort()).toEqual([
    ['已转到其他组织', 4568, false],
    ['死亡', 4568, true],
  ]);
  expect((await committee.call(listLeft, {})).rows.map(({ why }) => why)).toEqual(['死亡']);
  expect((await branch.call(listLeft, { keyWords: '没有这个人' })).total).toBe(0);
});
