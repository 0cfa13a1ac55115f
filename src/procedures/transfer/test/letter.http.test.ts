import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { createMember } from '#people/member/contract.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { ossUploadBase64 } from '#platform/files/fileCalls.ts';
import { addDays, addMonths } from '#platform/time/days.ts';
import {
  fileReceipt,
  getLetter,
  issueTransferLetter,
  printLetter,
  printLetters,
} from '#procedures/transfer/contract.letter.ts';
import { decideTransfer, listTransfers } from '#procedures/transfer/contract.ts';
import { expireLetters, urgeReceipts } from '#procedures/transfer/server/service/expire.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { outside, read, readyCity, startOne } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
});
afterAll(() => t.close());

const typed = { paidTo: '2026-11', lastSum: 7500, receiptNo: '0001' };

/** A person of branch A11 whose letter to an organisation outside has been issued. */
async function issued(memberId: string, to: object = outside): Promise<string> {
  const id = await startOne(branch, memberId, to);
  const { version } = await read(committee, id);
  const made = await committee.call(issueTransferLetter, { id, version, ...typed });
  expect(made.code, made.text).toBe(200);
  return id;
}

test('what the ledger does not know is typed from the receipt, or the letter is not issued', async () => {
  const id = await startOne(branch, t.fixture.members.branchA11?.[0] ?? '', outside);
  const { version } = await read(committee, id);
  const bare = await committee.call(issueTransferLetter, { id, version });
  expect(bare.data.fields.paidTo).toContain('按收据填写');
  const long = await committee.call(issueTransferLetter, { id, version, ...typed, days: 31 });
  expect(long.data.fields.days).toContain('最多30天');
  expect((await branch.call(issueTransferLetter, { id, version, ...typed })).msg).toContain('由甲县城关镇党委开具');
  const made = await committee.call(issueTransferLetter, { id, version, ...typed });
  expect(made.result.number).toMatch(/〔\d{4}〕第0001号$/);
});

test('three parts on one A4 sheet with what was issued; the circles in the preview alone; printings are counted', async () => {
  const { rows } = await sql<{ id: string }>`select id from relation_transfer where status = 2`.execute(t.db);
  const id = rows[0]?.id ?? '';
  const texts: string[] = [];
  for (const preview of [true, false]) {
    const made = await committee.call(printLetter, { id, preview });
    expect(made.code, made.text).toBe(200);
    expect(made.result).toMatchObject({ pages: 1, missing: [] });
    const file = await committee.get('/api/common/download', { fileName: made.result.fileId });
    const bytes = await t.app.inject({
      method: 'GET',
      url: `/api/common/download?fileName=${made.result.fileId}`,
      headers: { authorization: committee.token },
    });
    expect(file.status).toBe(200);
    const [page] = await pdfPages(bytes.rawPayload);
    texts.push((page?.text ?? '').replace(/\s/g, ''));
  }
  const [shown = '', printed = ''] = texts;
  for (const words of [
    '存根',
    '介绍信回执联',
    '柒拾伍元整',
    '贰零贰陆',
    '中共沮阳市职教中心委员会',
    '城关镇第一党支部',
    '叁拾',
  ])
    expect(shown).toContain(words);
  expect(shown).toContain('骑缝章');
  expect(printed).not.toContain('骑缝章');
  expect(printed).not.toContain('盖章处');
  const { letters } = (await committee.call(getLetter, { id })).result;
  expect(letters[0]).toMatchObject({ printed: 1, printedBy: '魏员', state: 'valid' });
  const code = await sql<{ code: string }>`select code from verify_code where kind = 'relation.letter'`.execute(t.db);
  const found = await t.nobody.call(verifyPaper, { code: code.rows[0]?.code ?? '' });
  expect(found.text).toContain('有效');
  expect(found.text).toContain('**');
  expect(found.text).not.toContain('420');
});

test('the letters of many people are one PDF in the order of their numbers, each counted; one that has none names its person', async () => {
  const ids: string[] = [];
  for (const number of [701, 702]) {
    const added = await branch.call(createMember, memberForm(number, 'branchA11', { isAnother: true }) as never);
    expect(added.code, added.text).toBe(200);
    ids.push(await issued(added.result.id));
  }
  const made = await committee.call(printLetters, { ids: ids.toReversed() });
  expect(made.code, made.text).toBe(200);
  expect(made.result).toMatchObject({ pages: 2, missing: [] });
  const bytes = await t.app.inject({
    method: 'GET',
    url: `/api/common/download?fileName=${made.result.fileId}`,
    headers: { authorization: committee.token },
  });
  const pages = (await pdfPages(bytes.rawPayload)).map(({ text }) => text.replace(/\s/g, ''));
  const numbers: string[] = [];
  for (const id of ids) {
    const [letter] = (await committee.call(getLetter, { id })).result.letters;
    expect(letter?.printed).toBe(1);
    numbers.push(letter?.number ?? '');
  }
  expect(pages.map((text) => numbers.find((number) => text.includes(number)))).toEqual(numbers.toSorted());
  expect((await committee.call(printLetters, { ids: [ids[0] ?? '', ids[0] ?? ''] })).code).toBe(600);
  const third = await branch.call(createMember, memberForm(703, 'branchA11', { isAnother: true }) as never);
  const draft = await startOne(branch, third.result.id, outside, true);
  expect((await committee.call(printLetters, { ids: [...ids, draft] })).msg).toContain('没有有效的介绍信');
  expect((await (await t.as('siblingWorker')).call(printLetters, { ids })).code).toBe(404);
});

test('the receipt from outside completes it: gone, account off, the ledger says so', async () => {
  const { memberId } = t.fixture.principals.member;
  const id = await issued(memberId ?? '');
  const { version } = await read(committee, id);
  const file = await committee.call(ossUploadBase64, { base64: TINY_PNG, fileName: '回执.png' });
  const given = { id, version, branch: '第二党支部', files: [file.result.id] };
  const early = await committee.call(fileReceipt, { ...given, receivedOn: '2020-01-01' });
  expect(early.data.fields.receivedOn).toContain('不能早于');
  const { today } = await read(committee, id);
  const done = await committee.call(fileReceipt, { ...given, receivedOn: today });
  expect(done.code, done.text).toBe(200);
  const { rows } = await sql<{ status: number; enabled: boolean; way: string }>`
    select m.membership_status as status, a.enabled, (select way from member_ledger l where l.member_id = m.id) as way
      from member m join account a on a.member_id = m.id where m.id = ${memberId}`.execute(t.db);
  expect(rows[0]).toEqual({ status: 5, enabled: false, way: 'transferredOut' });
});

test('the last valid day holds; the day after it has expired, and another letter names the old one', async () => {
  const id = await issued(t.fixture.members.branchA11?.[1] ?? '');
  const shift = (days: number) =>
    sql`update relation_letter set issued_on = issued_on - ${days}::int, valid_until = valid_until - ${days}::int
         where transfer_id = ${id} and voided_at is null`.execute(t.db);
  await shift(30);
  await expireLetters(t.db);
  expect((await read(committee, id)).status).toBe(2);
  await shift(1);
  await expireLetters(t.db);
  expect((await read(committee, id)).status).toBe(7);
  const { version } = await read(committee, id);
  const again = await committee.call(issueTransferLetter, { id, version, ...typed });
  expect(again.code, again.text).toBe(200);
  const { letters } = (await committee.call(getLetter, { id })).result;
  expect(letters.map(({ state }) => state)).toEqual(['valid', 'void']);
  expect(letters[0]?.replaces).toBe(letters[1]?.number);
});

test('a month after the letter went outside without a receipt its committee is told once, and it is in the pocket', async () => {
  const made = await branch.call(createMember, memberForm(705, 'branchA11') as never);
  expect(made.code, made.text).toBe(200);
  const id = await issued(made.result.id, { ...outside, kind: 'crossProvince' });
  const at = (day: string) =>
    sql`update relation_letter set issued_on = ${day}, valid_until = ${addDays(day, 90)} where transfer_id = ${id}`.execute(
      t.db,
    );
  const { today } = await read(committee, id);
  const told = async () => {
    await urgeReceipts(t.db);
    await urgeReceipts(t.db);
    return (
      await sql<{
        title: string;
      }>`select title from todo where subject = ${`relationReceipt:${id}`} and done_at is null`.execute(t.db)
    ).rows;
  };
  const inPocket = async () =>
    (await committee.call(listTransfers, { view: 'pocket', pageSize: 100 })).rows.some(
      (row: { id: string }) => row.id === id,
    );
  // The month is over on the same day of the next one, clamped to its end; that day is still in time.
  await at(firstWithin(today));
  expect(await told()).toEqual([]);
  expect(await inPocket()).toBe(false);
  await at(addDays(firstWithin(today), -1));
  expect(await told()).toEqual([{ title: expect.stringContaining('没有收到回执') }]);
  expect(await inPocket()).toBe(true);
  const { version } = await read(committee, id);
  const file = await committee.call(ossUploadBase64, { base64: TINY_PNG, fileName: '回执.png' });
  const done = await committee.call(fileReceipt, {
    id,
    version,
    branch: '一支部',
    files: [file.result.id],
    receivedOn: today,
  });
  expect(done.code, done.text).toBe(200);
  expect(await told()).toEqual([]);
  expect(await inPocket()).toBe(false);
});

/** The earliest day from which a month is not over today. */
function firstWithin(today: string): string {
  let day = today;
  while (addMonths(addDays(day, -1), 1) >= today) day = addDays(day, -1);
  return day;
}

test('a hundred letters at the same time have a hundred numbers without a gap', async () => {
  const before = await sql<{
    last: number;
  }>`select last from relation_serial where org_id = ${ORGS.committeeA1.id}`.execute(t.db);
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) {
    const { rows } = await sql<{ id: string }>`
      insert into member (id, org_id, org_code, name, name_grams, person_category, id_card_index, birth_date, nation, gender)
      values (${900_000 + n}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '试', '{}', 1, ${Buffer.from(`parallel ${n}`)}, '1980-01-01', '01', 1)
      returning id`.execute(t.db);
    ids.push(await startOne(branch, rows[0]?.id ?? '', outside));
  }
  // On a slow machine some are told that the system is busy, with nothing written: they try again, as the page does.
  const decide = async (id: string) => {
    for (;;) {
      const answer = await committee.call(decideTransfer, { id, version: 2, decision: 'agree' } as never);
      if (answer.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(ids.map(decide));
  expect(answers.filter(({ code }) => code !== 200).map(({ text }) => text)).toEqual([]);
  const { rows } = await sql<{ serial: number }>`
    select serial from relation_letter where org_id = ${ORGS.committeeA1.id} order by serial`.execute(t.db);
  expect(rows.map(({ serial }) => serial)).toEqual(
    Array.from({ length: (before.rows[0]?.last ?? 0) + 100 }, (_, at) => at + 1),
  );
});
