import mammoth from 'mammoth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, picture, upload } from '#kernel/files/test/factory.ts';
import { createLib, createQuestion, listQuestions, updateQuestion } from '#learning/exam/contract.bank.ts';
import { createExam, publishExam } from '#learning/exam/contract.exam.ts';
import { createPaper } from '#learning/exam/contract.paper.ts';
import { printExam, wordExam, wordPaper } from '#learning/exam/contract.print.ts';
import { startExam } from '#learning/exam/contract.sit.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let floating: Caller;
let libId = '';
const STEM = { kind: 1, options: ['甲项', '乙项'], key: ['0'] };
const address = (file: string) => `/api/common/download?fileName=${file}`;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member, floating] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
    t.as('floating'),
  ] as const);
  libId = (await committee.call(createLib, { name: '图文题库', orgId: ORGS.committeeA1.id })).data.id;
});
afterAll(() => t.close());

const pictureOf = async (colour: number) =>
  (
    await upload(
      t,
      committee,
      '图.png',
      await picture(40 + colour, 30)
        .png()
        .toBuffer(),
      'image',
    )
  ).data.id as string;
const ask = (rich: string, more: object = {}) =>
  committee.call(createQuestion, { libId, ...STEM, rich, ...more } as never);
const rowOf = async (id: string) =>
  (await committee.call(listQuestions, { libId, pageSize: 100 })).rows.find((row: { id: string }) => row.id === id);

test('a stem that says no more than its lines is kept as lines; what says more keeps its words beside its HTML', async () => {
  const lines = await ask('<p>第一行（　）。</p><p>第二行</p>');
  expect(await rowOf(lines.data.id)).toMatchObject({ stem: '第一行（　）。\n第二行', rich: '' });
  const marked = await ask('<p onclick="x()">关于<strong>民主集中制</strong>（　）。</p><script>1</script>');
  expect(await rowOf(marked.data.id)).toMatchObject({
    stem: '关于民主集中制（ ）。',
    rich: '<p>关于<strong>民主集中制</strong>（　）。</p>',
  });
  const blank = await ask('<p>党的宗旨是<u>全心全意为____服务</u>。</p>', { kind: 4, options: [], key: ['人民'] });
  expect(blank.code, blank.text).toBe(200);
});

test('a stem is refused where it says nothing, holds a video, is too long or names a foreign picture; nothing is written', async () => {
  const before = (await committee.call(listQuestions, { libId })).total;
  const foreign = (await upload(t, twin, '图.png', await picture().png().toBuffer(), 'image')).data.id;
  const cases = [
    ['<p></p>', '请输入题干'],
    [`<p>看<video src="${address('0'.repeat(32))}"></video></p>`, '题干里不能放视频'],
    [`<p><strong>${'字'.repeat(1001)}</strong></p>`, '题干不能超过1000字'],
    [`<p>看图<img src="${address(foreign)}" /></p>`, '附件不存在或已过期，请重新上传'],
  ] as const;
  for (const [rich, said] of cases) expect((await ask(rich)).data.fields.stem, rich.slice(0, 40)).toBe(said);
  expect((await committee.call(listQuestions, { libId })).total).toBe(before);
});

test('the picture of a stem is seen by its desk and by whoever is asked it, in the exam, on paper and in Word', async () => {
  const file = await pictureOf(1);
  const rich = `<p>看图，图中的机构是（　）。</p><p><img src="${address(file)}" alt="会场" /></p><table><tbody><tr><td>年份</td><td>2025</td></tr></tbody></table>`;
  const { id } = (await ask(rich)).data;
  const paperId = (
    await committee.call(createPaper, {
      orgId: ORGS.committeeA1.id,
      name: '图文卷',
      type: 0,
      items: [{ section: '单选题', questionId: id, score: 4 }],
    } as never)
  ).data.id;
  const local = (ms: number) =>
    new Date(Date.now() + ms).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16);
  const exam = await committee.call(createExam, {
    orgId: ORGS.committeeA1.id,
    title: '图文考试',
    paperId,
    opensAt: local(-60_000),
    closesAt: local(3_600_000),
    minutes: 30,
    audience: 'orgs',
    orgIds: [ORGS.branchA11.id],
  } as never);
  expect(exam.code, exam.text).toBe(200);
  const seen = async (caller: Caller) => {
    const { headers, text } = await fetchBytes(t, caller, address(file));
    return headers['content-type'] === 'image/png' ? 200 : (JSON.parse(text) as { code: number }).code;
  };
  expect((await committee.call(publishExam, { id: exam.data.id, version: 1 })).code).toBe(200);
  expect([await seen(committee), await seen(twin), await seen(member), await seen(floating)]).toEqual([
    200, 404, 404, 404,
  ]);
  const begun = await member.call(startExam, { id: exam.data.id, device: 'device-aaaaaaaa' });
  expect(begun.data.questions[0].rich, begun.text).toBe(rich);
  expect([await seen(member), await seen(branch)]).toEqual([200, 404]);

  // The text of now may change; whoever was asked the old one goes on seeing its picture.
  const row = await rowOf(id);
  const changed = { libId, id, ...STEM, rich: '<p>图已<em>换成</em>文字（　）。</p>', version: row.version };
  expect((await committee.call(updateQuestion, changed as never)).data.number).toBe(2);
  expect(await seen(member)).toBe(200);

  const paper = await committee.call(printExam, { id: exam.data.id, part: 'paper', size: 'A4' });
  const [page] = await pdfPages((await fetchBytes(t, committee, address(paper.data.fileId))).bytes);
  expect(page?.text).toContain('看图，图中的机构是');
  expect(page?.text).toContain('2025');
  const word = await t.app.inject({
    method: 'POST',
    url: wordExam.path,
    headers: { authorization: committee.token },
    payload: { id: exam.data.id, part: 'paper' },
  });
  expect(word.statusCode).toBe(200);
  const read = await mammoth.convertToHtml({ buffer: word.rawPayload });
  expect(read.value).toContain('1．看图，图中的机构是（　）。');
  expect(read.value).toMatch(/<img [^>]*src="data:image\/png/);
  expect(read.value).toMatch(/<table>.*年份.*2025/);
  expect(read.value).toMatch(/A．甲项\s+B．乙项/);
  const key = await t.app.inject({
    method: 'POST',
    url: wordPaper.path,
    headers: { authorization: committee.token },
    payload: { id: paperId, part: 'key' },
  });
  expect((await mammoth.extractRawText({ buffer: key.rawPayload })).value).toContain('1．A');
  expect((await twin.call(wordPaper, { id: paperId, part: 'key' })).code).toBe(404);
});
