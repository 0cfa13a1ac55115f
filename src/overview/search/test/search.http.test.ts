import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNotices } from '#kernel/message/contract.ts';
import { memberRow } from '#people/member/server/rowMapper.ts';
import { fillPinyin } from '#platform/server/database/fillPinyin.ts';
import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, testIdCard, testPerson } from '../../../../test/support/fixture.ts';
import { HITS, type Hit, searchAll, searchRecent } from '../contract.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
let otherCounty: Caller;
let committee: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  for (const { id, name } of Object.values(ORGS)) {
    const { full, initials } = textPinyin(name);
    await sql`update organisation set name_grams = ${nameGrams(name)}::text[], pinyin = ${full}, initials = ${initials}
               where id = ${id}`.execute(t.db);
  }
  [city, county, otherCounty, committee, member] = await Promise.all([
    t.as('cityWorker'),
    t.as('countyWorker'),
    t.as('otherCountyWorker'),
    t.as('committeeWorker'),
    t.as('member'),
  ]);
});
afterAll(() => t.close());
// The tests ask more than a minute's worth; the limit has a test of its own.
beforeEach(() => sql`delete from rate_window`.execute(t.db));

let serial = 7000;
/** Adds a person to a branch; answers the id. */
async function addPerson(org: OrgKey, name: string, given: { idCard?: string; phone?: string } = {}): Promise<string> {
  const id = String(++serial);
  const place = { id, orgId: ORGS[org].id, orgCode: ORGS[org].code, sort: serial };
  await t.db
    .insertInto('member')
    .values(memberRow(testPerson({ name, ...given }), place, t.services.vault))
    .execute();
  return id;
}

async function addUnit(org: OrgKey, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into unit (org_id, org_code, name, name_grams, nature)
    values (${ORGS[org].id}, ${ORGS[org].code}, ${name}, ${nameGrams(name)}::text[], '10') returning id`.execute(t.db);
  await fillPinyin(t.db, 'unit');
  return rows[0]?.id ?? '';
}

/** The hits of one kind. */
async function hits(caller: Caller, words: string, kind: Hit['kind']): Promise<Hit[]> {
  const { code, data } = await caller.call(searchAll, { words });
  expect(code).toBe(200);
  return (data as { kind: string; hits: Hit[] }[]).find((group) => group.kind === kind)?.hits ?? [];
}
const titles = async (caller: Caller, words: string, kind: Hit['kind']) =>
  (await hits(caller, words, kind)).map(({ title }) => title);

describe('people', () => {
  test('are found by signs, full pinyin and initials; those called exactly so stand first', async () => {
    await addPerson('branchA11', '章三丰');
    await addPerson('branchA12', '章三');
    for (const words of ['章三', 'zhangsan', 'Zhang San'])
      expect(await titles(county, words, 'member'), words).toEqual(['章三', '章三丰']);
    // 支书 of the fixture has the same initials.
    expect(await titles(county, 'zs', 'member')).toEqual(['支书', '章三', '章三丰']);
    expect(await titles(county, 'zsf', 'member')).toEqual(['章三丰']);
    expect(await titles(county, 'zhangsanf', 'member')).toEqual(['章三丰']);
    expect(await titles(county, '三丰', 'member')).toEqual(['章三丰']);
    const [one] = await hits(county, '章三', 'member');
    expect(one).toEqual({
      kind: 'member',
      id: expect.any(String),
      title: '章三',
      detail: '城关镇第二党支部，正式党员',
      mark: [0, 2],
    });
    expect((await hits(county, 'zhangsanf', 'member'))[0]?.mark).toEqual([0, 3]);
    expect((await hits(county, '三丰', 'member'))[0]?.mark).toEqual([1, 3]);
  });

  test('a surname is read as a surname, a compound one as a whole; a name with a dot is found without it', async () => {
    await addPerson('branchA11', '单于飞');
    await addPerson('branchA11', '单红');
    await addPerson('branchA11', '阿依·古丽');
    expect(await titles(county, 'chanyu', 'member')).toEqual(['单于飞']);
    expect(await titles(county, 'shanhong', 'member')).toEqual(['单红']);
    const [guli] = await hits(county, '依古', 'member');
    expect(guli).toMatchObject({ title: '阿依·古丽', mark: [1, 4] });
  });

  test('no more than six are answered, and it is said that there are more', async () => {
    for (let n = 0; n < HITS; n++) await addPerson('branchB21', `褚众${'一二三四五六七'.charAt(n)}`);
    const of = async (words: string) =>
      ((await city.call(searchAll, { words })).data as { kind: string; hits: Hit[]; more: boolean }[])[0];
    expect(await of('褚众')).toMatchObject({ kind: 'member', more: false });
    await addPerson('branchB21', '褚众八');
    const { hits: found, more } = (await of('chuzhong')) ?? { hits: [], more: false };
    expect([found.length, more]).toEqual([HITS, true]);
  });

  test('P6 a whole id card or phone number finds its person and nothing else; a part of it nobody', async () => {
    const idCard = testIdCard(601);
    const id = await addPerson('branchA11', '郝号', { idCard, phone: '18871234567' });
    for (const words of [idCard, idCard.toLowerCase(), '18871234567', ' 188 7123 4567 ', '+8618871234567']) {
      const { data, text } = await county.call(searchAll, { words });
      expect(data, words).toMatchObject([{ kind: 'member', hits: [{ id, title: '郝号', mark: null }], more: false }]);
      expect(text).not.toContain('4567');
      expect(text).not.toContain(idCard.slice(-4));
      expect((await otherCounty.call(searchAll, { words })).data).toEqual([]);
    }
    for (const words of ['1887123456', '4567', idCard.slice(0, 17), idCard.slice(-6)])
      expect(await hits(county, words, 'member'), words).toEqual([]);
  });

  test('P2 neighbours, twins and those above see nobody of another subtree; the deleted are gone', async () => {
    const id = await addPerson('branchA11', '宓隐');
    for (const words of ['宓隐', 'miyin', 'my', '宓']) {
      expect(await titles(committee, words, 'member'), words).toEqual(['宓隐']);
      for (const principal of ['otherCountyWorker', 'siblingWorker', 'twinWorker'] as const)
        expect(await titles(await t.as(principal), words, 'member'), `${principal} ${words}`).toEqual([]);
    }
    await sql`update member set deleted_at = now() where id = ${id}`.execute(t.db);
    expect(await titles(committee, '宓隐', 'member')).toEqual([]);
  });

  test('P2 somebody without office finds the own record alone, and no organisation or unit', async () => {
    await addPerson('branchA11', '党圆');
    await addUnit('branchA11', '党元服务社');
    const { data } = await member.call(searchAll, { words: '党元' });
    expect(data).toMatchObject([{ kind: 'member', hits: [{ title: '党元' }] }]);
    expect((await member.call(searchAll, { words: '党圆' })).data).toEqual([]);
    expect((await member.call(searchAll, { words: '党支部' })).data).toEqual([]);
  });
});

describe('organisations and units', () => {
  test('are found anywhere in their name, the ones that begin so first, with what is above them', async () => {
    const names = await titles(city, '城关', 'org');
    expect(names.slice(0, 2)).toEqual([ORGS.branchA11.name, ORGS.branchA12.name]);
    expect(names).toContain(ORGS.committeeA1.name);
    expect(names).not.toContain(ORGS.deletedBranch.name);
    expect(await titles(city, 'shanqianzhen', 'org')).toEqual([
      ORGS.branchB21.name,
      ORGS.branchB22.name,
      ORGS.committeeB2.name,
    ]);
    const [first] = await hits(city, 'hkz', 'org');
    expect(first).toMatchObject({ title: ORGS.branchA21.name, detail: ORGS.committeeA2.name, mark: [0, 3] });
    const [inner] = await hits(city, 'dydzb', 'org');
    expect(inner?.mark).toEqual([3, 8]);
  });

  test('an organisation is found by its short name too', async () => {
    await sql`update organisation set short_name = '市直工委' where id = ${ORGS.twin.id}`.execute(t.db);
    expect(await titles(city, '市直工', 'org')).toEqual([ORGS.twin.name]);
  });

  test('P2 only those of the own subtree; units go with their organisation', async () => {
    expect(await titles(county, '乙县', 'org')).toEqual([]);
    expect(await titles(otherCounty, '城关', 'org')).toEqual([ORGS.committeeB1.name]);
    await addUnit('branchA11', '峡江纺织厂');
    await addUnit('deletedBranch', '峡江酒厂');
    for (const words of ['峡江', 'xiajiang', 'xj', '纺织', 'fzc']) {
      expect(await titles(county, words, 'unit'), words).toEqual(['峡江纺织厂']);
      expect(await titles(otherCounty, words, 'unit'), words).toEqual([]);
    }
  });

  test('P7 a right that is taken away counts at the next search', async () => {
    await sql`insert into role (id, name, base) values (101, '只看组织', 'subtree')`.execute(t.db);
    await sql`insert into role_permission (role_id, permission_key) values (101, 'org:read')`.execute(t.db);
    const { grantId } = t.fixture.principals.siblingWorker;
    await sql`update account_role set role_id = 101 where id = ${grantId}`.execute(t.db);
    const sibling = await t.as('siblingWorker');
    await addPerson('branchA21', '河小员');
    const kinds = async () =>
      ((await sibling.call(searchAll, { words: '河' })).data as { kind: string }[]).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['org']);
    await sql`delete from role_permission where role_id = 101`.execute(t.db);
    expect(await kinds()).toEqual([]);
  });
});

describe('notices and help', () => {
  test('P2 a notice is found by whoever has it, by signs and pinyin, until it is deleted', async () => {
    const { countyWorker } = t.fixture.principals;
    const notice = { type: '1', title: '防汛救灾倡议书', remark: '', orgId: ORGS.city.id, createdBy: '程市' };
    const id = await sendNotice(t.db, { ...notice, accountIds: [countyWorker.accountId] });
    for (const words of ['救灾', 'fangxun', 'fxjz', 'jzcy']) {
      expect(await titles(county, words, 'notice'), words).toEqual(['防汛救灾倡议书']);
      expect(await titles(city, words, 'notice'), words).toEqual([]);
    }
    const [found] = await hits(county, '倡议', 'notice');
    expect(found).toMatchObject({ id, mark: [4, 6] });
    // The page opens it by its id, which nobody else's list answers to.
    expect((await county.call(listNotices, { id })).rows).toMatchObject([{ id, title: '防汛救灾倡议书' }]);
    expect((await city.call(listNotices, { id })).rows).toEqual([]);
    await sql`update notice_recipient set deleted_at = now() where notice_id = ${id}`.execute(t.db);
    expect(await titles(county, '救灾', 'notice')).toEqual([]);
  });

  test('help is found by title before text, published alone, and not by the member role', async () => {
    const add = (title: string, words: string, published = true) => {
      const { full, initials } = textPinyin(title);
      return sql`insert into help_document (title, pinyin, initials, content, words, published)
                 values (${title}, ${full}, ${initials}, '', ${words}, ${published})`.execute(t.db);
    };
    await add('导出名单', '也可以从接转页面进入');
    await add('怎样接转关系', '先填写');
    await add('接转草稿', '', false);
    expect(await titles(county, '接转', 'help')).toEqual(['怎样接转关系', '导出名单']);
    expect(await titles(county, 'jzgx', 'help')).toEqual(['怎样接转关系']);
    expect(await titles(member, '接转', 'help')).toEqual([]);
  });
});

describe('what is typed', () => {
  test('wildcards are signs like any other', async () => {
    await addUnit('branchA11', '百分之百%_厂');
    expect(await titles(county, '%_', 'unit')).toEqual(['百分之百%_厂']);
    for (const words of ['%', '_', '%%', '\\', "'", '"', '{', '$1', '::text', "');--"]) {
      const { code, data } = await county.call(searchAll, { words });
      expect(code, words).toBe(200);
      const found = (data as { hits: Hit[] }[]).flatMap((group) => group.hits.map(({ title }) => title));
      expect(
        found.every((title) => title.includes(words)),
        `${words}: ${found}`,
      ).toBe(true);
    }
    expect(await titles(county, 'a{', 'member')).toEqual([]);
  });

  test('empty, too long and broken words are refused at their field; gaps alone find nothing', async () => {
    for (const words of ['', '   ', '长'.repeat(41), '张\u0007三'])
      expect(await county.call(searchAll, { words })).toMatchObject({
        code: 600,
        data: { fields: { words: expect.stringMatching(/[\u4e00-\u9fff]/) } },
      });
    expect(await county.call(searchAll, { words: '长'.repeat(40) })).toMatchObject({ code: 200, data: [] });
    for (const words of ['·', '· ·', "'"]) expect((await county.call(searchAll, { words })).data).toEqual([]);
    expect((await county.post('/api/search/all', {})).code).toBe(600);
  });

  test('P53 sixty searches a minute and account; a colleague goes on', async () => {
    // The minute may turn once meanwhile, whenever the test runs; it does not turn twice.
    let good = 0;
    while (good <= 120 && (await county.call(searchAll, { words: '甲' })).status === 200) good++;
    expect(good).toBeGreaterThanOrEqual(60);
    expect(good).toBeLessThanOrEqual(120);
    // Another window of the same account shares its count.
    expect((await (await t.as('countyWorker')).call(searchAll, { words: '甲' })).status).toBe(429);
    expect((await city.call(searchAll, { words: '甲' })).status).toBe(200);
  });
});

describe('recent choices', () => {
  test('P2 come in the order asked for, with what is still there for this session', async () => {
    const mine = await addPerson('branchA11', '常用');
    const theirs = await addPerson('branchB11', '别处');
    const unit = await addUnit('branchA12', '常去工厂');
    const items = [
      { kind: 'unit', id: unit },
      { kind: 'member', id: theirs },
      { kind: 'org', id: ORGS.branchA12.id },
      { kind: 'org', id: ORGS.deletedBranch.id },
      { kind: 'org', id: ORGS.committeeB1.id },
      { kind: 'member', id: mine },
      { kind: 'member', id: '987654321' },
      { kind: 'unit', id: unit },
    ] as const;
    const { data } = await committee.call(searchRecent, { items: [...items] });
    expect((data as Hit[]).map(({ title }) => title)).toEqual(['常去工厂', ORGS.branchA12.name, '常用']);
    expect((await member.call(searchRecent, { items: [...items] })).data).toEqual([]);
    await sql`update member set deleted_at = now() where id = ${mine}`.execute(t.db);
    expect((await committee.call(searchRecent, { items: [{ kind: 'member', id: mine }] })).data).toEqual([]);
  });

  test('more than a dozen, an unknown kind and a bad id are refused', async () => {
    const many = Array.from({ length: 13 }, () => ({ kind: 'org' as const, id: '1' }));
    expect((await city.call(searchRecent, { items: many })).code).toBe(600);
    expect((await city.post('/api/search/recent', { items: [{ kind: 'account', id: '1' }] })).code).toBe(600);
    expect((await city.post('/api/search/recent', { items: [{ kind: 'org', id: '1 or 1=1' }] })).code).toBe(600);
    expect((await city.call(searchRecent, { items: [] })).data).toEqual([]);
  });
});

test('rows that came without pinyin get theirs, each once, and keep what they have', async () => {
  await sql`insert into unit (org_id, org_code, name, name_grams, nature)
            select ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '批量' || n, '{}', '10' from generate_series(1, 1201) n`.execute(
    t.db,
  );
  await sql`update unit set pinyin = 'kept', initials = 'k' where name = '批量7'`.execute(t.db);
  await fillPinyin(t.db, 'unit');
  const { rows } = await sql<{ name: string; pinyin: string; initials: string }>`
    select name, pinyin, initials from unit where pinyin is null or name in ('批量7', '批量1201') order by name`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { name: '批量1201', pinyin: 'piliang1201', initials: 'pl1201' },
    { name: '批量7', pinyin: 'kept', initials: 'k' },
  ]);
});
