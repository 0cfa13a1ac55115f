import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPost,
  answerPost,
  checkPost,
  decidePost,
  getPost,
  homeHelp,
  likePost,
  moderated,
  postsOfOrg,
  removePost,
  reportPost,
  stepHelp,
} from '#modules/archive/contract.circle.ts';
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
}, 60_000);
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
  await Promise.all(Array.from({ length: 10 }, () => floating.call(likePost, { id, like: true })));
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
