import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { listInstances } from '#kernel/workflow/contract.ts';
import {
  createVideo,
  getVideo,
  manageVideos,
  publishVideos,
  removeVideo,
  updateVideo,
  withdrawVideos,
} from '#learning/education/contract.ts';
import { createUnit, listUnits, removeUnit, updateUnit } from '#learning/education/contract.unit.ts';
import {
  addNote,
  beatPlay,
  listVideos,
  myVideos,
  removeNote,
  startPlay,
  watchVideo,
} from '#learning/education/contract.watch.ts';
import { VIDEO_APPROVAL } from '#learning/education/rules.ts';
import { WRONG_CODEC } from '#platform/files/videoRules.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { education } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let volunteer: Caller;
let edu: ReturnType<typeof education>;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member, volunteer] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
    t.as('volunteer'),
  ] as const);
  edu = education(t);
});
afterAll(() => t.close());

const seen = async (who: Caller, id: string) => (await who.call(watchVideo, { id })).code;
const start = async (who: Caller, id: string): Promise<string> => (await who.call(startPlay, { id })).data.playId;
const beat = (who: Caller, playId: string, number: number, spans: [number, number][], position = 0) =>
  who.call(beatPlay, { playId, number, spans, position });
/** Makes a play look as if it had begun so many seconds ago. */
const age = (playId: string, seconds: number) =>
  sql`update video_play set started_at = clock_timestamp() - ${seconds}::int * interval '1 second' where id = ${playId}::uuid`.execute(
    t.db,
  );

describe('from the draft to those for whom it is', () => {
  test('nobody watches a draft; once published whoever stands below does, and nobody elsewhere', async () => {
    const id = await edu.video(committee, { title: '把党章学深学透', labels: ['党章'] });
    expect(await seen(member, id)).toBe(404);
    expect((await committee.call(publishVideos, { ids: [id] })).data).toEqual({ count: 1, waiting: 0 });
    expect([await seen(member, id), await seen(branch, id), await seen(twin, id)]).toEqual([200, 200, 404]);
    const listed = (await member.call(listVideos, { keyWords: '党章学' })).rows;
    expect(listed).toMatchObject([{ id, seconds: 120, percent: 0, isLearned: false, labels: ['党章'] }]);
    expect((await twin.call(listVideos, {})).rows).toEqual([]);
    expect((await member.call(listVideos, { label: '别的' })).rows).toEqual([]);
    await committee.call(withdrawVideos, { ids: [id], reason: '内容有误' });
    expect(await seen(member, id)).toBe(404);
    expect((await committee.call(getVideo, { id })).data).toMatchObject({ state: 2, withdrawnFor: '内容有误' });
  });

  test('who works above sees what is published below, in no list of the own', async () => {
    const id = await edu.published(branch);
    expect([await seen(committee, id), await seen(twin, id)]).toEqual([200, 404]);
    expect((await committee.call(listVideos, { pageSize: 200 })).rows.some((row) => row.id === id)).toBe(false);
  });

  test('全平台 is for everybody', async () => {
    const id = await edu.published(branch, { audience: 'all' });
    expect([await seen(volunteer, id), await seen(twin, id)]).toEqual([200, 200]);
  });

  test('its bytes are read by those who may watch it, and by nobody else', async () => {
    const id = await edu.published(committee);
    const { fileId } = (await member.call(watchVideo, { id })).data;
    const url = `/api/common/download?fileName=${fileId}`;
    expect((await fetchBytes(t, member, url)).bytes.subarray(4, 8).toString('latin1')).toBe('ftyp');
    expect((await fetchBytes(t, twin, url)).text).toContain('404');
    await committee.call(withdrawVideos, { ids: [id], reason: '试' });
    expect((await fetchBytes(t, member, url)).text).toContain('404');
  });

  test('a codec that browsers do not play is refused, and a file that is no film', async () => {
    const unitId = await edu.unit(branch);
    const wrong = await branch.call(
      createVideo,
      edu.form(unitId, await edu.file(branch, { picture: 'hvc1' })) as never,
    );
    expect(wrong.data.fields).toEqual({ fileId: WRONG_CODEC });
    const silent = await branch.call(createVideo, edu.form(unitId, await edu.file(branch, { picture: '' })) as never);
    expect(silent.data.fields.fileId).toContain('不能读取');
    const late = edu.form(unitId, await edu.file(branch), { chapters: [{ at: 120, title: '尾声' }] });
    expect((await branch.call(createVideo, late as never)).data.fields.chapters).toContain('02:00');
    const others = edu.form(unitId, await edu.file(twin));
    expect((await branch.call(createVideo, others as never)).data.fields.fileId).toContain('重新上传');
  });

  test('who manages it: the own scope alone; what somebody changed meanwhile is told', async () => {
    const id = await edu.video(branch, { title: '支部的视频' });
    expect((await committee.call(getVideo, { id })).code).toBe(200);
    expect((await twin.call(getVideo, { id })).code).toBe(404);
    expect((await member.call(manageVideos, {})).code).toBe(403);
    expect((await committee.call(manageVideos, { keyWords: '支部的视频' })).rows).toMatchObject([{ id, state: 0 }]);
    const { unitId, fileId, version } = (await branch.call(getVideo, { id })).data;
    const change = { ...edu.form(unitId, fileId, { title: '改过', speaker: '李老师' }), id, version };
    expect((await twin.call(updateVideo, change as never)).code).toBe(404);
    expect((await branch.call(updateVideo, change as never)).data).toEqual({
      version: version + 1,
      isConverted: false,
    });
    expect((await branch.call(updateVideo, change as never)).data).toMatchObject({ conflict: true });
    expect((await branch.call(removeVideo, { id, deleteReason: '试' })).code).toBe(200);
    expect((await branch.call(getVideo, { id })).code).toBe(404);
  });

  test('what was published is not deleted, what was seen keeps its file', async () => {
    const id = await edu.published(branch);
    expect((await branch.call(removeVideo, { id, deleteReason: '试' })).body.msg).toContain('可以下架');
    await start(member, id);
    const { unitId, version } = (await branch.call(getVideo, { id })).data;
    const other = { ...edu.form(unitId, await edu.file(branch, { seed: 7 })), id, version };
    expect((await branch.call(updateVideo, other as never)).data.fields.fileId).toContain('已有1人看过');
  });

  test('units: a name once in an organisation, required first, gone only while empty', async () => {
    const id = await edu.unit(branch, { name: '必修单元', isRequired: true });
    expect((await branch.call(createUnit, { name: '必修单元' })).data.fields.name).toContain('同名');
    expect((await branch.call(listUnits, {})).rows[0]).toMatchObject({
      id,
      videos: 0,
      can: { edit: true, remove: true },
    });
    expect((await member.call(listUnits, {})).rows.some((unit) => unit.id === id)).toBe(false);
    const video = await edu.published(branch, { unitId: id });
    expect((await member.call(listUnits, {})).rows[0]).toMatchObject({
      id,
      videos: 1,
      can: { edit: false, remove: false },
    });
    expect((await branch.call(removeUnit, { id, deleteReason: '试' })).body.msg).toContain('还有视频');
    expect((await twin.call(updateUnit, { id, version: 1, name: '别人的' })).code).toBe(404);
    expect((await member.call(myVideos, {})).data.required[0]).toMatchObject({ id: video });
    const empty = await edu.unit(branch);
    expect((await branch.call(removeUnit, { id: empty, deleteReason: '试' })).code).toBe(200);
  });
});

describe('what was seen', () => {
  test('a forged beat brings no more than twice the age of the play and five seconds, in however many beats', async () => {
    const id = await edu.published(committee, {}, { seconds: 3000 });
    const play = await start(member, id);
    const first = await beat(member, play, 0, [[0, 3000]], 3000);
    expect(first.data.added).toBeLessThanOrEqual(5 + 2 * 10);
    expect(first.data).toMatchObject({ isLearned: false, isOver: false });
    await age(play, 60);
    const second = await beat(member, play, 1, [[0, 3000]]);
    const total = first.data.added + second.data.added;
    expect(total).toBeGreaterThanOrEqual(125);
    expect(total).toBeLessThanOrEqual(125 + 20);
    expect((await beat(member, play, 2, [[0, 3000]])).data.added).toBeLessThanOrEqual(20);
  });

  test('replayed and parallel beats count once', async () => {
    const id = await edu.published(committee);
    const play = await start(member, id);
    await age(play, 60);
    const all = await Promise.all(Array.from({ length: 8 }, () => beat(member, play, 4, [[0, 20]], 20)));
    expect(all.reduce((sum, { data }) => sum + data.added, 0)).toBe(20);
    expect((await beat(member, play, 4, [[20, 40]])).data.added).toBe(0);
    const parts = await Promise.all([5, 6, 7].map((number) => beat(member, play, number, [[10, 30]], 30)));
    expect(parts.reduce((sum, { data }) => sum + data.added, 0)).toBe(10);
    expect((await member.call(watchVideo, { id })).data).toMatchObject({ seen: [[0, 30]], percent: 25, position: 30 });
  });

  test('beats in another order make the same', async () => {
    const id = await edu.published(committee);
    const play = await start(member, id);
    await age(play, 100);
    for (const number of [3, 0, 2, 1]) await beat(member, play, number, [[number * 15, number * 15 + 15]], 60);
    expect((await member.call(watchVideo, { id })).data).toMatchObject({ seen: [[0, 60]], percent: 50 });
  });

  test('one play an account: the older window says so and counts nothing', async () => {
    const one = await edu.published(committee);
    const two = await edu.published(committee);
    const older = await start(member, one);
    await age(older, 60);
    const newer = await start(member, two);
    expect((await beat(member, older, 0, [[0, 15]])).data).toMatchObject({ isOver: true, added: 0, seen: [] });
    expect((await beat(member, newer, 0, [[0, 3]])).data).toMatchObject({ isOver: false, added: 3 });
    const both = await Promise.all([start(member, one), start(member, two), start(member, one)]);
    const states = await Promise.all(both.map((play) => beat(member, play, 9, [])));
    expect(states.filter(({ data }) => !data.isOver)).toHaveLength(1);
  });

  test('a play is its account’s alone, and ends with the video', async () => {
    const id = await edu.published(committee);
    const play = await start(member, id);
    expect((await beat(branch, play, 0, [[0, 5]])).code).toBe(404);
    await committee.call(withdrawVideos, { ids: [id], reason: '试' });
    expect((await beat(member, play, 1, [[0, 5]])).code).toBe(404);
    expect((await twin.call(startPlay, { id })).code).toBe(404);
  });

  test('the share makes it learned; what is seen again counts nothing; viewers are counted once', async () => {
    const id = await edu.published(committee, { share: 90, countsHours: true });
    const play = await start(member, id);
    await age(play, 60);
    expect((await beat(member, play, 0, [[0, 107]])).data).toMatchObject({ percent: 89, isLearned: false });
    expect((await beat(member, play, 1, [[0, 108]])).data).toMatchObject({ added: 1, isLearned: true });
    const again = await start(member, id);
    await age(again, 60);
    expect((await beat(member, again, 0, [[0, 108]])).data).toMatchObject({ added: 0, isLearned: true });
    expect((await committee.call(getVideo, { id })).data).toMatchObject({ viewers: 1, learned: 1 });
    // 108 seconds are one whole minute of the ledger; seen to its end it has two, and no second line.
    const ledger = async () =>
      (
        await sql<{ minutes: number }>`
          select minutes from learning_hour where source = 'video' and evidence like ${`video:${id}:%`} and not gone`.execute(
          t.db,
        )
      ).rows;
    expect(await ledger()).toEqual([{ minutes: 1 }]);
    await beat(member, again, 1, [[108, 120]]);
    expect(await ledger()).toEqual([{ minutes: 2 }]);
    const mine = (await member.call(myVideos, {})).data;
    expect(mine.learned[0]).toMatchObject({ id });
    expect(mine.countedSeconds).toBe(120);
  });

  test('another year begins anew, and goes on where it was', async () => {
    const id = await edu.published(committee);
    const play = await start(member, id);
    await age(play, 60);
    await beat(member, play, 0, [[0, 50]], 50);
    await sql`update video_seen set year = year - 1 where video_id = ${id}`.execute(t.db);
    expect((await member.call(watchVideo, { id })).data).toMatchObject({ percent: 0, seen: [], position: 50 });
    const next = await start(member, id);
    await age(next, 60);
    expect((await beat(member, next, 0, [[0, 50]])).data.added).toBe(50);
    expect((await committee.call(getVideo, { id })).data.viewers).toBe(1);
  });

  test('notes are read and removed by their account alone', async () => {
    const id = await edu.published(committee);
    const made = await member.call(addNote, { id, at: 30, content: '回去对照检查' });
    expect((await member.call(watchVideo, { id })).data.notes).toMatchObject([{ at: 30, content: '回去对照检查' }]);
    expect((await branch.call(watchVideo, { id })).data.notes).toEqual([]);
    expect((await branch.call(removeNote, { id: made.data.id })).code).toBe(404);
    expect((await twin.call(addNote, { id, at: 1, content: '试' })).code).toBe(404);
    expect((await member.call(removeNote, { id: made.data.id })).code).toBe(200);
  });
});

describe('an approval process for videos', () => {
  test('what is sent in waits and is changed by nobody; agreed it is published, refused it is a draft with the reason', async () => {
    const admin = await t.as('admin');
    const superior = await t.as('countyWorker');
    const who = { kind: 'role', roleId: 3, place: 'superior' };
    const steps = [{ kind: 'approver', id: 'n1', name: '上级审批', who, mode: 'any', timeout: null }];
    const form = {
      kind: VIDEO_APPROVAL,
      name: '视频审批',
      orgId: ORGS.countyA.id,
      definition: { steps, sameSigner: false },
    };
    const made = await admin.post('/api/workflow/process', form);
    expect(made.code, made.text).toBe(200);
    expect((await admin.post('/api/workflow/process/publish', { id: made.data.id, version: 1 })).code).toBe(200);
    const decide = async (title: string, decision: string) => {
      const [matter] = (await superior.call(listInstances, { view: 'todo' } as never)).rows;
      expect(matter?.title).toContain(title);
      const shown = await superior.get(`/api/workflow/${matter.id}`);
      if (shown.code === 200) expect(shown.text).toContain(title);
      return superior.post('/api/workflow/decide', { taskId: matter.taskId, decision, opinion: '声音不清楚' });
    };

    const [good, bad] = [
      await edu.video(committee, { title: '送审的一讲' }),
      await edu.video(committee, { title: '退下的一讲' }),
    ];
    const sent = await committee.call(publishVideos, { ids: [good] });
    expect(sent.data, sent.text).toEqual({ count: 0, waiting: 1 });
    const waits = (await committee.call(getVideo, { id: good })).data;
    expect(waits).toMatchObject({ state: 3, stateName: '待审', can: { edit: false, publish: false, remove: false } });
    expect(await seen(member, good)).toBe(404);
    const { unitId, fileId, version } = waits;
    const change = await committee.call(updateVideo, { unitId, fileId, title: '换了的', id: good, version } as never);
    expect(change.msg).toBe('视频待审，撤回审批或办结后再修改');
    expect((await committee.call(publishVideos, { ids: [good] })).msg).toBe('所选视频都已发布、待审或在处理中');
    expect((await decide('送审的一讲', 'agree')).code).toBe(200);
    expect((await committee.call(getVideo, { id: good })).data.state).toBe(1);
    expect(await seen(member, good)).toBe(200);

    expect((await committee.call(publishVideos, { ids: [bad] })).data).toEqual({ count: 0, waiting: 1 });
    expect((await decide('退下的一讲', 'reject')).code).toBe(200);
    expect((await committee.call(getVideo, { id: bad })).data).toMatchObject({
      state: 0,
      withdrawnFor: '审批不同意发布',
    });
    expect(await seen(member, bad)).toBe(404);
    expect((await admin.post('/api/workflow/process/retire', { id: made.data.id, reason: '试' })).code).toBe(200);
    expect((await committee.call(publishVideos, { ids: [bad] })).data).toEqual({ count: 1, waiting: 0 });
  });
});
