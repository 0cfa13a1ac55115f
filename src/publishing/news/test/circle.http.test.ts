import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, picture, upload } from '#kernel/files/test/factory.ts';
import { mp4 } from '#learning/education/test/factory.ts';
import {
  addPost,
  answerPost,
  changePost,
  checkPost,
  decidePost,
  getPost,
  homeHelp,
  likePost,
  moderated,
  objectPost,
  postsOfOrg,
  removeAnswer,
  removePost,
  reportPost,
  setCircleRule,
  stepHelp,
} from '#publishing/news/contract.circle.ts';
import { remindUnanswered } from '#publishing/news/server/service/circleCare.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let floating: Caller;
let volunteer: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member, floating, volunteer] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
    t.as('floating'),
    t.as('volunteer'),
  ] as const);
});
afterAll(() => t.close());

async function post(who: Caller, given: object = {}): Promise<string> {
  const made = await who.call(addPost, {
    kind: 'news',
    content: '今天去看望了老支书',
    audienceId: ORGS.branchA11.id,
    ...given,
  } as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}
const code = async (who: Caller, id: string) => (await who.call(getPost, { id })).code;

test('a post stands before whoever stands below its audience, and before its moderators; nobody else', async () => {
  const own = await post(member);
  const wide = await post(member, { audienceId: ORGS.committeeA1.id });
  expect([
    await code(floating, own),
    await code(volunteer, own),
    await code(committee, own),
    await code(twin, own),
  ]).toEqual([200, 404, 200, 404]);
  expect(await code(volunteer, wide)).toBe(200);
  expect((await volunteer.call(postsOfOrg, {})).rows.map((row: { id: string }) => row.id)).toEqual([wide]);
  const foreign = { kind: 'news', content: '试', audienceId: ORGS.countyB.id };
  expect((await member.call(addPost, foreign as never)).data.fields.audienceId).toContain('上级组织');
  expect(
    (await member.call(addPost, { ...foreign, audienceId: ORGS.branchA11.id, content: '打我电话13812345678' } as never))
      .data.fields.content,
  ).toContain('手机号');
  expect((await member.call(checkPost, {})).data).toMatchObject({ may: true, left: 18, mutedUntil: null });
});

test('likes count once, however often at the same time', async () => {
  const id = await post(member);
  await Promise.all(Array.from({ length: 100 }, () => floating.call(likePost, { id, like: true })));
  expect((await member.call(getPost, { id })).data.likes).toBe(1);
  expect((await floating.call(likePost, { id, like: false })).data.likes).toBe(0);
});

test('a request: offers, one of them chosen by its author alone, solved', async () => {
  const id = await post(member, { kind: 'help', content: '谁能帮忙搬一下书柜' });
  expect((await floating.call(homeHelp, {})).rows.some((row: { id: string }) => row.id === id)).toBe(true);
  expect((await member.call(answerPost, { id, content: '我自己来', isOffer: true })).code).toBe(400);
  await floating.call(answerPost, { id, content: '我周六有空', isOffer: true });
  const [offer] = (await member.call(getPost, { id })).data.answers;
  expect((await floating.call(stepHelp, { id, step: 'choose', replyId: offer.id })).code).toBe(404);
  expect((await member.call(stepHelp, { id, step: 'choose', replyId: offer.id })).data.helpState).toBe(1);
  expect((await member.call(stepHelp, { id, step: 'solve' })).data.helpState).toBe(2);
  expect((await member.call(stepHelp, { id, step: 'close' })).code).toBe(400);
  expect((await floating.call(homeHelp, {})).rows.some((row: { id: string }) => row.id === id)).toBe(false);
});

test('three who report hide it until a moderator decides; its author reads why, and is muted', async () => {
  const id = await post(member, { audienceId: ORGS.committeeA1.id });
  expect((await member.call(reportPost, { id, reason: '试' })).code).toBe(400);
  for (const who of [floating, volunteer])
    expect((await who.call(reportPost, { id, reason: '不实' })).data.isHidden).toBe(false);
  expect((await branch.call(reportPost, { id, reason: '不实' })).data.isHidden).toBe(true);
  expect(await code(floating, id)).toBe(404);
  expect(await code(member, id)).toBe(200);
  expect((await committee.call(moderated, { view: 'reported' })).rows[0]).toMatchObject({ id, reports: 3 });
  expect((await floating.call(moderated, {})).code).toBe(403);
  expect((await twin.call(decidePost, { id, hide: true, reason: '不实' })).code).toBe(404);
  expect((await committee.call(decidePost, { id, hide: true })).data.fields.reason).toContain('原因');
  expect((await committee.call(decidePost, { id, hide: true, reason: '与事实不符', muteDays: 3 })).code).toBe(200);
  expect((await member.call(getPost, { id })).data.hiddenFor).toBe('与事实不符');
  expect(
    (await member.call(addPost, { kind: 'news', content: '再发', audienceId: ORGS.branchA11.id } as never)).msg,
  ).toContain('禁言');
  expect((await floating.call(removePost, { id })).code).toBe(404);
  expect((await member.call(removePost, { id })).code).toBe(200);
});

const todos = async (subject: string) =>
  (
    await sql<{ org: string }>`
      select o.name as org from todo d join organisation o on o.id = d.org_id where d.subject = ${subject} and d.done_at is null`.execute(
      t.db,
    )
  ).rows.map(({ org }) => org);

test('whoever was hidden objects once; somebody above decides, not whoever hid it', async () => {
  await sql`delete from circle_mute`.execute(t.db);
  const id = await post(member);
  expect((await member.call(objectPost, { id, reason: '没有不妥' })).msg).toContain('没有被隐藏');
  expect((await branch.call(decidePost, { id, hide: true, reason: '与支部无关' })).code).toBe(200);
  expect((await floating.call(objectPost, { id, reason: '试' })).code).toBe(404);
  expect((await member.call(getPost, { id })).data.can.object).toBe(true);
  expect((await member.call(objectPost, { id, reason: '写的就是支部的事' })).code).toBe(200);
  expect((await member.call(objectPost, { id, reason: '再说一次' })).msg).toContain('只能提出一次');
  expect(await todos(`circleObject:${id}`)).toEqual([ORGS.committeeA1.name]);
  expect((await branch.call(decidePost, { id, hide: true, reason: '坚持' })).msg).toContain('上级党组织');
  expect((await committee.call(moderated, { view: 'pending' })).rows[0]).toMatchObject({ id, objectionOpen: true });
  expect((await committee.call(decidePost, { id, hide: false })).code).toBe(200);
  expect(await todos(`circleObject:${id}`)).toEqual([]);
  expect(await code(floating, id)).toBe(200);
});

test('先审后发: a post waits for a moderator, unless its author is one; the nearest rule counts', async () => {
  expect((await member.call(setCircleRule, { rule: 'first' })).code).toBe(403);
  expect((await committee.call(setCircleRule, { rule: 'first' })).code).toBe(200);
  const id = await post(member);
  expect(await code(floating, id)).toBe(404);
  expect((await member.call(getPost, { id })).data).toMatchObject({ isWaiting: true });
  expect(await todos(`circleReview:${id}`)).toEqual([ORGS.branchA11.name]);
  expect(await code(floating, await post(branch))).toBe(200);
  expect((await branch.call(decidePost, { id, hide: false })).code).toBe(200);
  expect(await code(floating, id)).toBe(200);
  expect(await todos(`circleReview:${id}`)).toEqual([]);
  await branch.call(setCircleRule, { rule: 'after' });
  expect(await code(floating, await post(member))).toBe(200);
  await branch.call(setCircleRule, { rule: '' });
  expect(await code(floating, await post(member))).toBe(404);
  await committee.call(setCircleRule, { rule: '' });
});

test('a request nobody answers becomes a to-do of the branch after three days, once; an answer ends it', async () => {
  const id = await post(member, { kind: 'help', content: '求一份平面图' });
  await remindUnanswered(t.services);
  expect(await todos(`circleHelp:${id}`)).toEqual([]);
  await sql`update circle_post set created_at = now() - interval '73 hours' where id = ${id}`.execute(t.db);
  await remindUnanswered(t.services);
  await remindUnanswered(t.services);
  expect(await todos(`circleHelp:${id}`)).toEqual([ORGS.branchA11.name]);
  await floating.call(answerPost, { id, content: '我有', isOffer: true });
  expect(await todos(`circleHelp:${id}`)).toEqual([]);
});

test("thanks and points reach whoever helped; a chosen offer stays, another answer is its author's to delete", async () => {
  const id = await post(member, { kind: 'help', content: '搬书柜' });
  const offer = (await branch.call(answerPost, { id, content: '我来', isOffer: true })).data.id;
  const other = (await floating.call(answerPost, { id, content: '加油' })).data.id;
  await member.call(stepHelp, { id, step: 'choose', replyId: offer });
  expect((await member.call(removeAnswer, { id: other })).code).toBe(404);
  expect((await twin.call(removeAnswer, { id: other })).code).toBe(404);
  expect((await floating.call(removeAnswer, { id: other })).code).toBe(200);
  expect((await branch.call(removeAnswer, { id: offer })).msg).toContain('不能删除');
  expect((await member.call(stepHelp, { id, step: 'solve', thanks: '辛苦了' })).data.helpState).toBe(2);
  expect((await floating.call(getPost, { id })).data).toMatchObject({ thanks: '辛苦了', replies: 1 });
  const { rows } = await sql<{ n: number; owed: number }>`
    select (select count(*)::int from point_evidence where source = 'circleSolved' and subject = ${`circlePost:${id}`}) as n,
           (select count(*)::int from account where id = ${t.fixture.principals.branchWorker.accountId} and member_id is not null) as owed`.execute(
    t.db,
  );
  expect(rows[0]?.n).toBe(rows[0]?.owed);
});

test('two moderators at once: one decision after the other, one notice', async () => {
  const id = await post(member);
  const told = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from notice where jump_url = ${`/archive/circleFriendsView/${id}`}`.execute(t.db)
    ).rows[0]?.n;
  await Promise.all([
    branch.call(decidePost, { id, hide: true, reason: '不实' }),
    committee.call(decidePost, { id, hide: true, reason: '不实' }),
  ]);
  expect(await told()).toBe(1);
});

test('a post shows a short video instead of pictures, to whoever reads the post', async () => {
  const sent = async (name: string, bytes: Buffer, kind: 'video' | 'image') => {
    const answer = await upload(t, member, name, bytes, kind);
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id as string;
  };
  const given = { kind: 'news', content: '江滩清洁日', audienceId: ORGS.branchA11.id };
  const add = (more: object) => member.call(addPost, { ...given, ...more } as never);
  const long = await sent('长.mp4', mp4({ seconds: 61 }), 'video');
  expect((await add({ video: long })).data.fields.video).toContain('最长60秒，这段有61秒');
  const odd = await sent('旧.mp4', mp4({ seconds: 20, picture: 'hvc1' }), 'video');
  expect((await add({ video: odd })).data.fields.video).toContain('H.264');
  const shot = await sent('图.png', await picture().png().toBuffer(), 'image');
  const video = await sent('短.mp4', mp4({ seconds: 60 }), 'video');
  expect((await add({ video, pictures: [shot] })).data.fields.video).toContain('只能选一种');
  const id = (await add({ video })).data.id;
  const shown = (await floating.call(getPost, { id })).data;
  expect(shown.video).toMatch(/^[0-9a-f]{32}$/);
  const bytes = async (who: Caller) =>
    (await fetchBytes(t, who, `/api/common/download?fileName=${shown.video}`)).headers['content-type'];
  expect([await bytes(floating), await bytes(twin)]).toEqual(['video/mp4', expect.stringContaining('json')]);
  // A change of the words leaves the video where it is.
  const { version } = (await member.call(getPost, { id })).data;
  const changed = await member.call(changePost, { id, version, kind: 'news', content: '江滩清洁日，四十袋' } as never);
  expect(changed.code, changed.text).toBe(200);
  expect((await floating.call(getPost, { id })).data).toMatchObject({
    video: shown.video,
    content: '江滩清洁日，四十袋',
  });
  expect(await bytes(floating)).toBe('video/mp4');
});
