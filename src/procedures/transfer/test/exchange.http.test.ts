import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptIdCard } from '#people/member/server/rowMapper.ts';
import { makeSealKey } from '#platform/server/secrecy/crypto.ts';
import {
  acceptMessage,
  listMessages,
  listPartners,
  returnMessage,
  savePartner,
  takeMessage,
} from '#procedures/transfer/contract.exchange.ts';
import { issueTransferLetter } from '#procedures/transfer/contract.letter.ts';
import { withdrawTransfer } from '#procedures/transfer/contract.ts';
import type { Envelope } from '#procedures/transfer/rules/exchange.ts';
import { applyReceived } from '#procedures/transfer/server/service/exchangeIn.ts';
import { sendQueued } from '#procedures/transfer/server/service/exchangeOut.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { sampleLetter, startInstallation } from '../../../../test/support/counterparts/installation.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { read, readyCity, startOne, workerAt } from './factory.ts';

/** Two installations hand over members without paper: letter out, receipt back, and the other way round. */
let t: TestApp;
let committee: Caller;
let admin: Caller;
let there: Awaited<ReturnType<typeof startInstallation>>;
const NAME = '沮阳市职教中心委员会';
const outside = { kind: 'inProvince', outsideName: NAME, outsideBranch: '第二党支部' };

beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [committee, admin] = [await t.as('committeeWorker'), await t.as('admin')];
  there = await startInstallation(() => '', false);
  there.state.platform = t.services.vault.letterKey.publicHex;
});
afterAll(async () => {
  await there.close();
  await t.close();
});

const put = (envelope: Envelope) => t.nobody.call(takeMessage, envelope as never);
const partner = async (given: object = {}) => {
  const rows = (await admin.call(listPartners, {})).result.rows;
  const known = rows.find(({ publicKey }) => publicKey === there.publicKey);
  return admin.call(savePartner, {
    ...(known ? { id: known.id, version: known.version } : {}),
    name: NAME,
    orgId: ORGS.committeeA1.id,
    baseUrl: there.origin,
    publicKey: there.publicKey,
    enabled: true,
    ...given,
  } as never);
};
/** A full member of branch A11 with an id card that can be told. */
async function member(at: number): Promise<string> {
  const name = `对转${at}`;
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, membership_status, birth_date, admission_date)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${950 + at}, ${name}, '{}', 1, '01', 1, 1, '1980-05-17', '2010-06-20')
    returning id::text as id`.execute(t.db);
  const id = rows[0]?.id ?? '';
  const card = encryptIdCard(t.services.vault, id, testIdCard(950 + at));
  await sql`update member set id_card_enc = ${card.id_card_enc}, id_card_mask = ${card.id_card_mask}, id_card_index = ${card.id_card_index}
             where id = ${id}`.execute(t.db);
  return id;
}
const members: string[] = [];
/** A letter of such a member to the partner; answers the transfer. */
const letterOut = async (at: number) => {
  members[at] = await member(at);
  const id = await startOne(await t.as('branchWorker'), members[at], outside);
  const { version } = await read(committee, id);
  const issued = await committee.call(issueTransferLetter, {
    id,
    version,
    paidTo: '2026-10',
    lastSum: 100,
    receiptNo: '1',
  } as never);
  expect(issued.code, issued.text).toBe(200);
  return id;
};
const sent = async () => {
  await sendQueued(t.services);
  return there.taken.at(-1);
};
/** As if the pause after a failed attempt were over. */
const later = () => sql`update relation_message set next_at = now() where state in ('queued', 'waiting')`.execute(t.db);

test('off until it is switched on; then a letter goes by itself and its receipt ends the transfer by itself, once', async () => {
  const before = await letterOut(0);
  await sendQueued(t.services);
  expect(there.taken).toHaveLength(0);
  expect((await partner({ enabled: false })).code).toBe(200);
  await letterOut(1);
  await sendQueued(t.services);
  expect(there.taken).toHaveLength(0);

  expect((await partner()).code).toBe(200);
  const id = await letterOut(2);
  // The other end is away: nothing is lost, it is sent again under the same number.
  there.state.away = true;
  await sendQueued(t.services);
  expect(there.taken).toHaveLength(0);
  there.state.away = false;
  await later();
  const letter = await sent();
  expect(letter).toMatchObject({
    kind: 'letter',
    body: {
      from: expect.any(String),
      to: `中共${NAME}`,
      toBranch: '第二党支部',
      person: { number: expect.stringMatching(/^\d{17}[\dX]$/) },
    },
  });
  expect((await read(committee, id)).status).toBe(2);
  expect((await committee.call(listMessages, { direction: 'out' })).rows[0]).toMatchObject({
    stateName: '已送达，等待回执',
  });

  const receipt = there.sign('receipt', there.receiptOf(letter?.message ?? ''));
  const altered = { ...receipt, body: receipt.body.replace('第一', '第二') };
  expect((await put(altered)).msg).toContain('签名不正确');
  expect((await put(there.sign('receipt', there.receiptOf(letter?.message ?? ''), undefined, 400))).msg).toContain(
    '过期',
  );
  expect((await put(receipt)).code).toBe(200);
  // Doubled, even at the same moment: answered alike, done once; the number with other words is refused.
  const twice = await Promise.all([put(receipt), put(receipt)]);
  expect(twice.map(({ code }) => code)).toEqual([200, 200]);
  const other = there.sign('receipt', there.receiptOf(letter?.message ?? '', { branch: '别处' }), receipt.message);
  expect((await put(other)).msg).toContain('内容不同');
  await applyReceived(t.services);
  await applyReceived(t.services);
  const done = await read(committee, id);
  expect(done.status).toBe(6);
  expect(done.events.filter(({ note }) => note.includes('由对方平台自动送达'))).toHaveLength(1);
  const { rows } = await sql<{ status: number }>`
    select membership_status as status from member where id = ${members[2]}`.execute(t.db);
  expect(rows[0]?.status).toBe(5);
  // A second receipt of its own number comes too late: it is told, and changes nothing.
  expect((await put(there.sign('receipt', there.receiptOf(letter?.message ?? '')))).code).toBe(200);
  await applyReceived(t.services);
  const { rows: todos } = await sql<{ n: number }>`
    select count(*)::int as n from todo where title like '%没有自动办结' and done_at is null`.execute(t.db);
  expect(todos[0]?.n).toBe(1);
  expect((await read(committee, before)).status).toBe(2);
});

test('a letter sent back comes back by itself; one withdrawn is taken back at the other end', async () => {
  const id = await letterOut(3);
  const letter = await sent();
  const words = { outcome: 'returned', words: '本人未报到' } as const;
  expect((await put(there.sign('receipt', there.receiptOf(letter?.message ?? '', words)))).code).toBe(200);
  await applyReceived(t.services);
  expect(await read(committee, id)).toMatchObject({ status: 8, returnedFor: expect.stringContaining('本人未报到') });

  const another = await letterOut(4);
  const second = await sent();
  const { version } = await read(committee, another);
  const branch = await t.as('branchWorker');
  expect((await branch.call(withdrawTransfer, { id: another, version, reason: '不去了' } as never)).code).toBe(200);
  expect(await sent()).toMatchObject({ kind: 'recall', body: { letter: second?.message, words: '不去了' } });
});

test('a letter that comes in waits for its committee, takes the person in once, and the receipt goes back', async () => {
  await partner();
  const letter = there.sign('letter', sampleLetter({}, { number: testIdCard(941) }));
  expect((await put(letter)).code).toBe(200);
  expect((await put(letter)).code).toBe(200);
  const list = (await committee.call(listMessages, { direction: 'in' })).rows;
  expect(list).toMatchObject([{ personName: '来信人', stateName: '待接收', can: { accept: true } }]);
  const id = list[0]?.id ?? '';
  expect(
    (await (await t.as('otherCountyWorker')).call(acceptMessage, { id, orgId: ORGS.branchB11.id } as never)).code,
  ).not.toBe(200);
  // A branch or a letter of somebody else reads as not there.
  expect((await committee.call(acceptMessage, { id, orgId: ORGS.branchB11.id } as never)).code).toBe(404);
  const other = await workerAt(t, 'committeeB1');
  expect((await other.call(acceptMessage, { id, orgId: ORGS.branchB11.id } as never)).code).toBe(404);
  expect((await other.call(returnMessage, { id, reason: '试' })).code).toBe(404);
  const taken = await committee.call(acceptMessage, { id, orgId: ORGS.branchA12.id } as never);
  expect(taken.code, taken.text).toBe(200);
  expect(await read(committee, taken.result.transferId)).toMatchObject({
    status: 6,
    letterNo: '沮职转〔2026〕第0001号',
  });
  expect((await committee.call(acceptMessage, { id, orgId: ORGS.branchA12.id } as never)).msg).toContain('已办结');
  expect(await sent()).toMatchObject({ kind: 'receipt', body: { letter: letter.message, outcome: 'accepted' } });

  // Taken back before anybody acted; expired; sent back with words.
  const gone = there.sign('letter', sampleLetter({ number: '二号' }, { number: testIdCard(942) }));
  expect((await put(gone)).code).toBe(200);
  expect((await put(there.sign('recall', { letter: gone.message, words: '误发' }))).code).toBe(200);
  await applyReceived(t.services);
  const late = there.sign(
    'letter',
    sampleLetter({ number: '三号', validUntil: '2026-01-02' }, { number: testIdCard(943) }),
  );
  expect((await put(late)).code).toBe(200);
  const rows = (await committee.call(listMessages, { direction: 'in' })).rows;
  const of = (no: string) => rows.find(({ letterNo }) => letterNo === no);
  expect(of('二号')).toMatchObject({ stateName: '已撤回', can: { accept: false } });
  const expired = of('三号')?.id ?? '';
  expect((await committee.call(acceptMessage, { id: expired, orgId: ORGS.branchA12.id } as never)).msg).toContain(
    '已过期',
  );
  expect((await committee.call(returnMessage, { id: expired, reason: '介绍信过期' })).code).toBe(200);
  expect(await sent()).toMatchObject({ kind: 'receipt', body: { outcome: 'returned', words: '介绍信过期' } });

  const bodies = await sql<{ text: string }>`select string_agg(m::text, ' ') as text from relation_message m`.execute(
    t.db,
  );
  expect(bodies.rows[0]?.text).not.toContain(testIdCard(941));
  // Switched off, or a stranger: nothing is taken.
  await partner({ enabled: false });
  expect(
    (await put(there.sign('letter', sampleLetter({ number: '四号' }, { number: testIdCard(944) })))).msg,
  ).toContain('没有启用');
});

test('a letter names its receiver within what is signed: one for another installation is refused, with its name changed too', async () => {
  expect((await partner()).code).toBe(200);
  const own = there.state.platform;
  const third = makeSealKey(Buffer.alloc(32, 7)).publicHex;
  there.state.platform = third;
  const forAnother = there.sign('letter', sampleLetter({ number: '沮职转〔2026〕第0077号' }));
  there.state.platform = own;
  expect((await put(forAnother)).text).toContain('不是发给本平台的');
  expect((await put({ ...forAnother, to: own })).text).toContain('签名不正确');
  const count = await sql<{
    n: number;
  }>`select count(*)::int as n from relation_message where message_no = ${forAnother.message}`.execute(t.db);
  expect(count.rows[0]?.n).toBe(0);
});

test('the key of the log’s seals signs no letter', () => {
  const { letterKey, sealKey } = t.services.vault;
  expect(letterKey.publicHex).not.toBe(sealKey.publicHex);
  const bytes = Buffer.from('甲');
  expect(sealKey.verify(bytes, letterKey.sign(bytes))).toBe(false);
});
