import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '#kernel/files/test/factory.ts';
import {
  createCourse,
  followCourse,
  followCourseOrgs,
  getCourse,
  listCourses,
  publishCourse,
  removeCourse,
  tickLive,
  updateCourse,
  urgeCourse,
  withdrawCourse,
} from '#learning/course/contract.course.ts';
import {
  enrolCourse,
  type OwnChapter,
  openChapter,
  ownCourses,
  viewOwnCourse,
} from '#learning/course/contract.learn.ts';
import { maintainCourses } from '#learning/course/server/service/progress.ts';
import { createDocument, publishDocuments } from '#learning/education/contract.document.ts';
import { createFolder } from '#learning/education/contract.folder.ts';
import { education } from '#learning/education/test/factory.ts';
import { ownHours, ownLines } from '#people/studyHours/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, PRINCIPALS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let videoId: string;
let documentId: string;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
  ] as const);
  videoId = await education(t).published(committee);
  const folder = await committee.call(createFolder, { name: '课程材料' } as never);
  const file = await upload(t, committee, '材料.txt', Buffer.from('材料'));
  const document = { folderId: folder.data.id, title: '材料', fileId: file.data.id };
  documentId = (await committee.call(createDocument, document as never)).data.id;
  expect((await committee.call(publishDocuments, { ids: [documentId] })).code).toBe(200);
});
afterAll(() => t.close());

const chapters = () => [
  { kind: 'video', title: '第一讲', sourceId: videoId },
  { kind: 'document', title: '读材料', sourceId: documentId, minutes: 2 },
  { kind: 'link', title: '看网页', url: 'https://www.12371.cn/', isMust: true },
];
let made = 0;
async function draft(who: Caller, given: object = {}): Promise<string> {
  made += 1;
  const form = { orgId: ORGS.committeeA1.id, title: `课程${made}`, chapters: chapters(), ...given };
  const answer = await who.call(createCourse, form as never);
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
async function published(given: object = {}): Promise<string> {
  const id = await draft(committee, given);
  const answer = await committee.call(publishCourse, { id, version: 1 });
  expect(answer.code, answer.text).toBe(200);
  return id;
}
const me = () => t.fixture.principals.member;
/** What the platform would have written had the member watched and read. */
async function watched(): Promise<void> {
  await sql`insert into video_seen (video_id, account_id, year, seconds, done_at)
    values (${videoId}, ${me().accountId}, 2026, 120, now()) on conflict do nothing`.execute(t.db);
}
const read = (seconds: number) =>
  sql`insert into knowledge_reading (document_id, account_id, seconds, read_at) values (${documentId}, ${me().accountId}, ${seconds}, now())
      on conflict (document_id, account_id) do update set seconds = excluded.seconds`.execute(t.db);
const parts = async (id: string): Promise<OwnChapter[]> => (await member.call(viewOwnCourse, { id })).data.parts;
const forget = async () => {
  await sql`delete from video_seen`.execute(t.db);
  await sql`delete from knowledge_reading`.execute(t.db);
};

test('a chapter leads only to what its learners can open, and a link only to the web', async () => {
  const own = await education(t).published(branch);
  const form = {
    orgId: ORGS.committeeA1.id,
    title: '试',
    chapters: [{ kind: 'video', title: '第一讲', sourceId: own }],
  };
  const answer = await committee.call(createCourse, form as never);
  expect(answer.data).toEqual({ fields: { chapters: expect.stringContaining('第1章的视频没有发布') } });
  const script = [{ kind: 'link', title: '坏', url: 'javascript:alert(1)' }];
  const bad = await committee.call(createCourse, { ...form, chapters: script } as never);
  expect(bad.text).toContain('网址应以 https:// 或 http:// 开头');
});

test('required: everybody of the audience is listed and told; in order; what was learnt elsewhere counts; hours once', async () => {
  await forget();
  const before = (await member.call(ownHours, {})).data.hours;
  const id = await published({ hours: 2 });
  const { body } = await member.call(ownCourses, {});
  expect(body?.rows.find((row: { id: string }) => row.id === id)).toMatchObject({
    isRequired: true,
    percent: 0,
    hours: 2,
    isJoined: true,
  });
  const todos = await sql<{ n: number }>`select count(*)::int as n from todo where subject like ${`course:${id}:%`}
    and account_id = ${me().accountId} and done_at is null`.execute(t.db);
  expect(todos.rows[0]?.n).toBe(1);

  expect((await parts(id)).map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
  const link = (await parts(id))[2]?.id ?? '';
  const early = await member.call(openChapter, { id, chapterId: link, isFinished: true });
  expect(early.msg).toBe('请先学完前面的必学章节');
  await watched();
  await read(119);
  expect((await parts(id)).map(({ doneAt }) => doneAt !== null)).toEqual([true, false, false]);
  await read(120);
  expect((await parts(id)).map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
  expect((await member.call(ownHours, {})).data.hours).toBe(before);
  for (let n = 0; n < 2; n++) {
    expect((await member.call(openChapter, { id, chapterId: link, isFinished: true })).code).toBe(200);
    await maintainCourses(t.services);
  }
  expect((await member.call(viewOwnCourse, { id })).data).toMatchObject({
    percent: 100,
    finishedAt: expect.any(String),
  });
  expect((await member.call(ownHours, {})).data.hours).toBe(before + 2);
  const lines = await member.call(ownLines, {});
  expect(
    lines.body?.rows.filter(({ link: to }: { link: string }) => to === `/education/course/learn/${id}`),
  ).toHaveLength(1);
  const left = await sql<{ n: number }>`select count(*)::int as n from todo where subject like ${`course:${id}:%`}
    and account_id = ${me().accountId} and done_at is null`.execute(t.db);
  expect(left.rows[0]?.n).toBe(0);
});

test('the work beside takes up who is through without opening the page, and who comes later joins the list', async () => {
  await forget();
  const id = await published({ chapters: chapters().slice(0, 1) });
  await watched();
  await sql`delete from course_person where course_id = ${id} and member_id = ${me().memberId}`.execute(t.db);
  await maintainCourses(t.services);
  const found = await committee.call(followCourse, { id, record: 2 });
  expect(found.body?.rows.map(({ memberId }: { memberId: string }) => memberId)).toEqual([me().memberId]);
  const orgs = await committee.call(followCourseOrgs, { id });
  const mine = orgs.body?.rows.find(({ finished }: { finished: number }) => finished === 1);
  expect(mine).toMatchObject({ finished: 1, begun: 1, late: 0 });
});

test('elective: offered to its audience, joined and left by oneself; a required one is not left', async () => {
  const id = await published({ isRequired: false, chapters: chapters().slice(2) });
  const offered = await member.call(ownCourses, { view: 'offered' });
  expect(offered.body?.rows.map((row: { id: string }) => row.id)).toContain(id);
  const [part] = await parts(id);
  expect(part).toMatchObject({ isOpen: false, link: '' });
  expect((await member.call(openChapter, { id, chapterId: part?.id ?? '' })).msg).toBe('请先选修这门课程');
  expect((await member.call(enrolCourse, { id, isJoined: true })).code).toBe(200);
  expect((await parts(id))[0]).toMatchObject({ isOpen: true, link: 'https://www.12371.cn/' });
  expect((await member.call(enrolCourse, { id, isJoined: false })).code).toBe(200);
  const required = await published({ chapters: chapters().slice(2) });
  expect((await member.call(enrolCourse, { id: required, isJoined: false })).msg).toBe('必修课程不能退出');
});

test('a course of another branch, or a draft, reads as not there for a learner', async () => {
  const other = await draft(twin, {
    orgId: ORGS[PRINCIPALS.twinWorker.org].id,
    chapters: chapters().slice(2),
    isRequired: false,
  });
  expect((await twin.call(publishCourse, { id: other, version: 1 })).code).toBe(200);
  const unpublished = await draft(committee);
  for (const id of [other, unpublished])
    expect((await member.call(viewOwnCourse, { id })).msg).toBe('没有找到这门课程');
  expect((await branch.call(getCourse, { id: other })).code).not.toBe(200);
});

test('a branch follows and urges its own people in its superior’s course, and changes nothing of it', async () => {
  const id = await published({ chapters: chapters().slice(0, 1) });
  const whole = (await committee.call(followCourse, { id })).body?.total ?? 0;
  const mine = await branch.call(followCourse, { id });
  expect(mine.body?.total).toBeGreaterThan(0);
  expect(mine.body?.total).toBeLessThan(whole);
  const detail = (await branch.call(getCourse, { id })).data;
  expect(detail).toMatchObject({ people: mine.body?.total, can: { edit: false, withdraw: false } });
  expect((await branch.call(urgeCourse, { id })).data.people).toBeLessThanOrEqual(mine.body?.total ?? 0);
  expect((await branch.call(withdrawCourse, { id, reason: '试' })).msg).toContain('没有找到这门课程');
  const unpublished = await draft(committee);
  expect((await branch.call(getCourse, { id: unpublished })).msg).toContain('没有找到这门课程');
});

test('only who lags is urged, once in two hours', async () => {
  await forget();
  const id = await published({ chapters: chapters().slice(0, 1) });
  await watched();
  const all = (await committee.call(followCourse, { id })).body?.total ?? 0;
  const first = await committee.call(urgeCourse, { id });
  expect(first.data.people).toBe(all - 1);
  expect((await committee.call(urgeCourse, { id })).msg).toContain('2小时内只能催一次');
});

test('a live chapter is ticked by the worker; a correction takes the hours back with its reason', async () => {
  const id = await published({ hours: 1, chapters: [{ kind: 'live', title: '集中学习' }] });
  const before = (await member.call(ownHours, {})).data.hours;
  const found = await committee.call(followCourse, { id, name: '' });
  const person = found.body?.rows.find(({ memberId }: { memberId: string }) => memberId === me().memberId);
  const chapterId = (await committee.call(getCourse, { id })).data.chapters[0]?.id ?? '';
  const tick = { id, chapterId, personIds: [person.id] };
  expect((await committee.call(tickLive, { ...tick, isPresent: true })).code).toBe(200);
  expect((await member.call(ownHours, {})).data.hours).toBe(before + 1);
  expect((await committee.call(tickLive, { ...tick, isPresent: false })).data).toEqual({
    fields: { reason: '请输入更正的原因' },
  });
  expect((await committee.call(tickLive, { ...tick, isPresent: false, reason: '登记错了' })).code).toBe(200);
  expect((await member.call(ownHours, {})).data.hours).toBe(before);
  expect((await member.call(viewOwnCourse, { id })).data.finishedAt).toBeNull();
});

test('published is not changed but taken down; what was learnt of a chapter that stays, stays', async () => {
  await forget();
  const id = await published();
  await watched();
  await parts(id);
  const detail = (await committee.call(getCourse, { id })).data;
  const form = { title: detail.title, chapters: detail.chapters };
  expect((await committee.call(updateCourse, { ...form, id, version: detail.version } as never)).msg).toContain(
    '可以下架',
  );
  expect((await committee.call(removeCourse, { id, deleteReason: '试' })).msg).toContain('可以下架');
  expect((await committee.call(withdrawCourse, { id, reason: '要改' })).code).toBe(200);
  const down = (await committee.call(getCourse, { id })).data;
  const next = [...down.chapters.slice(0, 1), { kind: 'live', title: '集中学习' }];
  expect(
    (await committee.call(updateCourse, { ...form, chapters: next, id, version: down.version } as never)).code,
  ).toBe(200);
  const stale = await committee.call(updateCourse, { ...form, chapters: next, id, version: down.version } as never);
  expect(stale.data).toMatchObject({ conflict: true });
  expect((await committee.call(publishCourse, { id, version: down.version + 1 })).code).toBe(200);
  expect((await parts(id)).map(({ doneAt }) => doneAt !== null)).toEqual([true, false]);
  const listed = await committee.call(listCourses, { state: 1 });
  expect(listed.body?.rows.some((row: { id: string }) => row.id === id)).toBe(true);
});
