import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes, picture } from '#kernel/files/test/factory.ts';
import { jobModule } from '#kernel/job/server/routes.ts';
import { createVideo, getVideo, publishVideos, updateVideo } from '#learning/education/contract.ts';
import { watchVideo } from '#learning/education/contract.watch.ts';
import { educationModule } from '#learning/education/server/routes.ts';
import { makeCovers } from '#learning/education/server/service/conversion.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { WRONG_CODEC } from '#platform/files/videoRules.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { cell } from '../../../../test/support/cell.ts';
import { education, mp4 } from './factory.ts';

let t: TestApp;
let branch: Caller;
let edu: ReturnType<typeof education>;

beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  edu = education(t);
});
afterAll(() => t.close());

const seen = async (who: Caller, id: string) => (await who.call(watchVideo, { id })).code;

describe.runIf(cell)('codecs that browsers do not play, where ffmpeg is installed', () => {
  const tools = mkdtempSync(join(tmpdir(), 'party-tools-'));
  chmodSync(tools, 0o755);
  afterAll(async () => {
    await worker.stop();
    t.services.config.ffmpeg = 'off';
    rmSync(tools, { recursive: true, force: true });
  });
  /** What stands in for ffmpeg: says half of its way, then lays a given file where the film is wanted; `null` fails. */
  const stand = (made: Buffer | null) => {
    const film = join(tools, 'film.mp4');
    if (made) writeFileSync(film, made);
    const path = join(tools, 'ffmpeg');
    writeFileSync(
      path,
      `#!/bin/sh
echo out_time_us=60000000
${made ? `for last; do :; done; case "$last" in *.mp4) cp '${film}' "$last";; *) exit 1;; esac` : 'exit 1'}
`,
    );
    chmodSync(path, 0o755);
    t.services.config.ffmpeg = path;
  };
  const draft = async () => {
    const unitId = await edu.unit(branch);
    const fileId = await edu.file(branch, { picture: 'hvc1', seed: 7 });
    const answer = await branch.call(createVideo, edu.form(unitId, fileId) as never);
    expect(answer.code, answer.text).toBe(200);
    expect(answer.data.isConverted).toBe(true);
    return answer.data.id as string;
  };
  let worker: Worker;
  beforeAll(() => {
    worker = startWorker(t.services, [jobModule, { ...educationModule, recurring: [] }]);
  });
  const run = async (id: string) => {
    const { rows } = await sql<{
      id: string;
    }>`select max(id)::text as id from job where kind = 'education.convert'`.execute(t.db);
    await jobEnds(branch, rows[0]?.id ?? '');
    return branch.call(getVideo, { id });
  };

  test('are made H.264 while the video is 处理中, which is neither changed nor published; then it is a draft', async () => {
    stand(mp4({ seconds: 90 }));
    const id = await draft();
    const before = (await branch.call(getVideo, { id })).data;
    expect(before).toMatchObject({ state: 4, stateName: '处理中', can: { edit: false, publish: false } });
    expect((await branch.call(publishVideos, { ids: [id] })).msg).toContain('处理中');
    const change = { ...edu.form(before.unitId, before.fileId), id, version: before.version };
    expect((await branch.call(updateVideo, change as never)).msg).toContain('处理中');
    const { data } = await run(id);
    expect(data).toMatchObject({ state: 0, codec: 'avc1 mp4a', seconds: 90 });
    expect(data.fileId).not.toBe(before.fileId);
    expect((await branch.call(publishVideos, { ids: [id] })).code).toBe(200);
    expect(await seen(branch, id)).toBe(200);
  });

  test('what cannot be converted says so, stays a draft, and is not published', async () => {
    stand(null);
    const id = await draft();
    const { data } = await run(id);
    expect(data.state).toBe(0);
    expect(data.withdrawnFor).toContain('没有转换成功');
    expect((await branch.call(publishVideos, { ids: [id] })).msg).toContain(WRONG_CODEC);
  });

  test('a cover is drawn out of the film once, and stays what somebody chose', async () => {
    stand(mp4({ seconds: 90 }));
    const id = await edu.video(branch);
    await sql`update video set cover_tried = true where id <> ${id}`.execute(t.db);
    const cover = async () => (await branch.call(getVideo, { id })).data.cover;
    t.services.config.ffmpeg = 'off';
    await makeCovers(t.services);
    expect(await cover()).toBe('');
    const drawn = join(tools, 'drawn.jpg');
    writeFileSync(drawn, await picture(64, 36).jpeg().toBuffer());
    const path = join(tools, 'ffmpeg');
    writeFileSync(path, `#!/bin/sh\nfor last; do :; done; cp '${drawn}' "$last"\n`);
    t.services.config.ffmpeg = path;
    await makeCovers(t.services);
    const made = await cover();
    expect((await fetchBytes(t, branch, `/api/common/download?fileName=${made}-t`)).status).toBe(200);
    await makeCovers(t.services);
    expect(await cover()).toBe(made);
    const broken = await edu.video(branch);
    writeFileSync(path, '#!/bin/sh\nexit 1\n');
    await makeCovers(t.services);
    writeFileSync(path, `#!/bin/sh\nfor last; do :; done; cp '${drawn}' "$last"\n`);
    await makeCovers(t.services);
    expect((await branch.call(getVideo, { id: broken })).data.cover).toBe('');
  });

  test('what comes out is looked at as well', async () => {
    stand(mp4({ picture: 'hvc1' }));
    const id = await draft();
    expect((await run(id)).data.withdrawnFor).toContain('没有转换成功');
  });
});
