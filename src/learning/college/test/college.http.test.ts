import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  courseNumbers,
  createCollegeCourse,
  getCollegeCourse,
  listCollegeCourses,
  ownCollegeCourses,
  ownPlace,
  updateCollegeCourse,
} from '#learning/college/contract.course.ts';
import { createTest, getTest, listTests, testNumbers, testPeople, testSheet } from '#learning/college/contract.exam.ts';
import {
  addStudent,
  dropStudent,
  editStudent,
  exportStudents,
  getStudent,
  listClasses,
  listPromotions,
  listStudents,
  previewPromotion,
  promote,
  STUDENT_IMPORT,
  undoPromotion,
} from '#learning/college/contract.student.ts';
import { followCourse, listCourses, publishCourse, tickLive, updateCourse } from '#learning/course/contract.course.ts';
import { maintainCourses } from '#learning/course/server/service/progress.ts';
import { addQuestions, createLib, listQuestions, readPasted } from '#learning/exam/contract.bank.ts';
import { listExams, publishExam, publishResults } from '#learning/exam/contract.exam.ts';
import { createPaper } from '#learning/exam/contract.paper.ts';
import { handIn, startExam } from '#learning/exam/contract.sit.ts';
import { handInDue } from '#learning/exam/server/service/sit.ts';
import { faultsOf, upload, workbook } from '#people/member/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let member: Caller;
let me: string;
const TERM = '2026-2027-1';
const STUDENT = { jobType: 2, number: '26001', grade: 3, className: '机电2401班' };

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, sibling, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('siblingWorker'),
    t.as('member'),
  ] as const);
  me = String(t.fixture.principals.member.memberId);
});
afterAll(() => t.close());

/** What a list answers beside its rows. */
const beside = (answer: { text: string }) => JSON.parse(answer.text);

const others = () => (t.fixture.members.branchA11 ?? []).map(String);
const add = async (memberId: string, of: object = STUDENT) => {
  const answer = await committee.call(addStudent, { ...of, memberId } as never);
  expect(answer.code, answer.text).toBe(200);
};

test('somebody of the register is put on the roster once, changed with the version, and read by superiors alone', async () => {
  await add(me);
  expect((await committee.call(addStudent, { ...STUDENT, memberId: me } as never)).data.fields).toMatchObject({
    memberId: expect.stringContaining('已经在名册里'),
  });
  const wrong = await committee.call(addStudent, { jobType: 2, grade: 1, memberId: others()[0] } as never);
  expect(wrong.data.fields).toEqual({ className: '请填写班级' });
  const staff = await committee.call(addStudent, { jobType: 1, memberId: others()[0] } as never);
  expect(staff.data.fields).toEqual({ jobClass: '请选择在岗或外聘' });
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  expect((await committee.call(addStudent, { ...STUDENT, memberId: String(foreign) } as never)).code).toBe(404);
  expect((await sibling.call(getStudent, { id: me })).code).toBe(404);
  expect((await member.call(listStudents, {})).code).toBe(403);
  const edited = await committee.call(editStudent, {
    ...STUDENT,
    className: '机电2402班',
    id: me,
    version: 1,
  } as never);
  expect(edited.data).toEqual({ version: 2 });
  expect((await committee.call(editStudent, { ...STUDENT, id: me, version: 1 } as never)).code).toBe(400);
  expect((await branch.call(getStudent, { id: me })).data).toMatchObject({ className: '机电2402班', identity: 2 });
  expect((await member.call(ownPlace, {})).data.place).toMatchObject({ words: '三年级 机电2402班', identity: 2 });
});

test('lists by grade, class, post, title and identity; 往届 stand apart', async () => {
  const [, second, third, fourth, fifth] = others();
  await add(second ?? '', { jobType: 2, grade: 1, className: '机电2601班', suspended: 1 });
  await add(third ?? '', { jobType: 2, grade: 1, className: '机电2601班' });
  await add(fourth ?? '', { jobType: 1, jobClass: 1, titleLevel: 2 });
  await add(fifth ?? '', { jobType: 2, grade: 0, className: '' });
  const total = async (of: object) => (await committee.call(listStudents, of as never)).total;
  expect(await total({})).toBe(5);
  expect(await total({ jobType: 2, atSchool: '1' })).toBe(3);
  expect(await total({ grade: 0 })).toBe(1);
  expect(await total({ className: '机电2601班' })).toBe(2);
  expect(await total({ jobType: 1, titleLevel: 2, jobClass: 1 })).toBe(1);
  expect(await total({ suspended: 1 })).toBe(1);
  expect(await total({ identity: 13 })).toBe(1);
  expect(await total({ identity: 12 })).toBe(1);
  expect(await total({ identity: 11 })).toBe(1);
  expect((await committee.call(listClasses, {})).data).toMatchObject({
    staff: 1,
    classes: [
      { grade: 1, className: '机电2601班', people: 2 },
      { grade: 3, className: '机电2402班', people: 1 },
      { grade: 0, className: '', people: 1 },
    ],
  });
  expect((await sibling.call(listStudents, {})).total).toBe(0);
});

test('the roster is exported as it is filtered, of the own scope alone', async () => {
  const filter = { jobType: 2, grade: 3 } as const;
  const { rows, total } = await committee.call(listStudents, filter);
  const { jobId } = (await committee.call(exportStudents, { ...filter, purpose: '核对' })).data;
  const lines = await exportedLines(t, jobId);
  const head = lines.findIndex(([first]) => first === '姓名');
  expect(lines.slice(head + 1, head + 1 + total).map(([name]) => name)).toEqual(
    rows.map(({ name }: { name: string }) => name),
  );
  expect(total).toBeGreaterThan(0);
  expect((await member.call(exportStudents, { purpose: '核对' })).code).toBe(403);
});

test('a promotion does what its preview says, leaves the suspended, and is taken back but for what was changed since', async () => {
  const before = (await committee.call(previewPromotion, {})).data;
  expect(before).toMatchObject({ promoted: 2, graduated: 1, suspended: 1, already: 0 });
  const stale = await committee.call(promote, { promoted: 9, graduated: 1 });
  expect(stale.text).toContain('请重新预览');
  const done = await committee.call(promote, { promoted: 2, graduated: 1 });
  expect(done.code, done.text).toBe(200);
  expect((await committee.call(getStudent, { id: me })).data).toMatchObject({
    grade: 0,
    graduatedOn: expect.any(String),
    promotions: [{ before: 3, after: 0, isUndone: false }],
  });
  expect((await committee.call(previewPromotion, {})).data).toMatchObject({ promoted: 0, already: 1 });
  expect((await committee.call(promote, { promoted: 0, graduated: 0 })).text).toContain('没有可以升级的学生');
  // Whoever comes back after it is in the grade of that year: it is offered once.
  await sql`update college_person set suspended = 2 where suspended = 1`.execute(t.db);
  expect((await committee.call(previewPromotion, {})).data).toMatchObject({ promoted: 0, steps: [] });
  const third = others()[2] ?? '';
  const now = (await committee.call(getStudent, { id: third })).data;
  expect(now.grade).toBe(2);
  await committee.call(editStudent, { ...now, grade: 3, id: third, version: now.version } as never);
  expect((await sibling.call(undoPromotion, { id: done.data.id, reason: '试' })).code).toBe(404);
  const undone = await committee.call(undoPromotion, { id: done.data.id, reason: '学年还没有开始' });
  expect(undone.data).toEqual({ restored: 1, kept: 1 });
  expect((await committee.call(getStudent, { id: me })).data).toMatchObject({ grade: 3, graduatedOn: null });
  expect((await committee.call(getStudent, { id: third })).data.grade).toBe(3);
  expect((await committee.call(undoPromotion, { id: done.data.id, reason: '试' })).text).toContain('已经撤回');
  expect((await committee.call(listPromotions, {})).rows[0]).toMatchObject({
    undoReason: '学年还没有开始',
    can: { undo: false },
  });
});

test('a sheet puts people on the roster, each once, says what is wrong, and is taken back', async () => {
  expect((await committee.call(dropStudent, { id: me, reason: '误列' })).code).toBe(200);
  expect((await committee.call(getStudent, { id: me })).code).toBe(404);
  const card = t.fixture.principals.member.loginName;
  const bytes = await workbook([
    ['人员姓名', '身份证号', '人员类别', '学号', '年级', '班级', '停学停职'],
    ['党元', card, '学生', '26001', '二年级', '机电2501班', ''],
    ['党元', card, '学生', '26001', '五年级', '机电2501班', ''],
    ['别人', card, '学生', '26001', '二年级', '机电2501班', ''],
    ['田员', t.fixture.principals.siblingWorker.loginName, '学生', '', '二年级', '机电2501班', ''],
  ]);
  const sent = await upload(t, committee, '名册.xlsx', bytes, { kind: 'student' }, STUDENT_IMPORT.upload.path);
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  const batch = sent.data.id as string;
  expect((await committee.call(STUDENT_IMPORT.check, { id: batch })).data).toMatchObject({
    total: 4,
    ready: 1,
    bad: 3,
  });
  const reasons = (await faultsOf(committee, STUDENT_IMPORT, batch)).flatMap((one) => one.reasons).join('；');
  expect(reasons).toContain('没有“五年级”');
  expect(reasons).toContain('与登记的“党元”不一致');
  expect(reasons).toContain('党员库里没有这个人');
  expect((await committee.call(STUDENT_IMPORT.write, { id: batch })).data.written).toBe(1);
  expect((await committee.call(getStudent, { id: me })).data).toMatchObject({ grade: 2, className: '机电2501班' });
  expect((await committee.call(STUDENT_IMPORT.undo, { id: batch })).data).toMatchObject({ removed: 1 });
  expect((await committee.call(getStudent, { id: me })).code).toBe(404);
  await add(me, { jobType: 2, grade: 2, className: '机电2501班' });
});

const courseForm = (given: object = {}) => ({
  orgId: ORGS.committeeA1.id,
  title: '学院课程',
  term: TERM,
  chapters: [{ kind: 'live', title: '集中学习' }],
  college: { jobTypes: [2], grades: [2] },
  ...given,
});

test('a course is for whom of the roster its audience means, joiners come in, and the general desk leaves it alone', async () => {
  const wrong = courseForm({ college: { jobTypes: [1], grades: [2] } });
  expect((await committee.call(createCollegeCourse, wrong as never)).data.fields).toMatchObject({
    college: expect.stringContaining('要包括学生'),
  });
  const made = await committee.call(createCollegeCourse, courseForm() as never);
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  expect((await committee.call(listCourses, {})).rows.map((row) => row.id)).not.toContain(id);
  const general = { id, title: '试', version: 1, chapters: [] };
  expect((await committee.call(updateCourse, general as never)).text).toContain('课程管理里修改');
  const edited = courseForm({ id, version: 1, hours: 1.5 });
  expect((await committee.call(updateCollegeCourse, edited as never)).data).toEqual({ version: 2 });
  expect((await committee.call(publishCourse, { id, version: 2 })).data.people).toBe(1);
  expect((await committee.call(getCollegeCourse, { id })).data).toMatchObject({
    term: TERM,
    audienceText: '学生（二年级）',
    people: 1,
    college: { grades: [2], classes: [] },
  });
  expect((await sibling.call(getCollegeCourse, { id })).code).toBe(404);
  expect((await committee.call(listCollegeCourses, { term: TERM, grade: 2 } as never)).total).toBe(1);
  expect((await committee.call(listCollegeCourses, { grade: 1 } as never)).total).toBe(0);
  // Whoever comes into the grade later joins by itself.
  const third = others()[2] ?? '';
  const now = (await committee.call(getStudent, { id: third })).data;
  await committee.call(editStudent, { ...now, grade: 2, id: third, version: now.version } as never);
  await maintainCourses(t.services);
  expect((await committee.call(followCourse, { id })).total).toBe(2);
  const mine = await member.call(ownCollegeCourses, { view: 'open' });
  expect(mine.rows).toMatchObject([{ id, term: TERM, isRequired: true }]);
  const place = (await committee.call(followCourse, { id })).rows.find(({ memberId }) => memberId === me);
  const chapterId = (await committee.call(getCollegeCourse, { id })).data.chapters[0]?.id ?? '';
  const personIds = [place?.id ?? ''];
  expect((await committee.call(tickLive, { id, chapterId, personIds, isPresent: true })).code).toBe(200);
  const figures = await committee.call(courseNumbers, { by: 'class', term: TERM });
  expect(beside(figures).all).toMatchObject({ people: 2, places: 2, finished: 1, percent: 50, hours: 1.5 });
  expect(figures.rows.map((row) => [row.name, row.finished, row.places])).toEqual([
    ['二年级 机电2501班', 1, 1],
    ['二年级 机电2601班', 0, 1],
  ]);
  expect(beside(await sibling.call(courseNumbers, {})).all.places).toBe(0);
});

test('an elective is offered to those whom its audience means, to nobody else', async () => {
  const offered = async () =>
    (await member.call(ownCollegeCourses, { view: 'offered' })).rows.map(({ title }) => title);
  for (const [title, college] of [
    ['二年级选修', { jobTypes: [2], grades: [2] }],
    ['教职工选修', { jobTypes: [1] }],
    ['积极分子选修', { identities: [12] }],
  ] as const) {
    const form = courseForm({ title, college, isRequired: false });
    const { id } = (await committee.call(createCollegeCourse, form as never)).data;
    expect((await committee.call(publishCourse, { id, version: 1 })).code).toBe(200);
  }
  expect(await offered()).toEqual(['二年级选修']);
});

const PASTED = '一、判断题\n1. 预备党员没有表决权。\n答案：对';

test('a test is sat by whom it means; its sheets are read by name once the results are published', async () => {
  const lib = (await committee.call(createLib, { name: '学院题库', orgId: ORGS.committeeA1.id } as never)).data.id;
  const read = await committee.call(readPasted, { libId: lib, text: PASTED } as never);
  const questions = read.data.questions.map(
    ({ line: _l, faults: _f, same: _s, ...one }: Record<string, unknown>) => one,
  );
  const added = await committee.call(addQuestions, { libId: lib, questions } as never);
  expect(added.code, added.text).toBe(200);
  const questionId = (await committee.call(listQuestions, { libId: lib } as never)).rows[0]?.id;
  const paper = await committee.call(createPaper, {
    orgId: ORGS.committeeA1.id,
    name: '学院试卷',
    type: 0,
    items: [{ section: '一、判断题', questionId, score: 4 }],
  } as never);
  expect(paper.code, paper.text).toBe(200);
  const form = {
    orgId: ORGS.committeeA1.id,
    title: '学院考试',
    term: TERM,
    paperId: paper.data.id,
    opensAt: '2026-01-01 09:00',
    closesAt: '2099-01-02 09:00',
    minutes: 60,
    college: { jobTypes: [2], grades: [2] },
  };
  const made = await committee.call(createTest, form as never);
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  expect((await committee.call(listExams, {})).rows.map((row) => row.id)).not.toContain(id);
  expect((await committee.call(publishExam, { id, version: 1 })).data.people).toBe(2);
  expect((await sibling.call(getTest, { id })).code).toBe(404);
  expect((await committee.call(listTests, { term: TERM } as never)).rows).toMatchObject([
    { id, audienceText: '学生（二年级）', people: 2 },
  ]);
  const device = 'device-aaaaaaaa';
  const sitting = await member.call(startExam, { id, device } as never);
  expect(sitting.code, sitting.text).toBe(200);
  const answers = [{ seq: 1, number: 1, answer: ['1'] }];
  const handed = await member.call(handIn, { attemptId: sitting.data.attemptId, device, answers } as never);
  expect(handed.code, handed.text).toBe(200);
  await handInDue(t.services);
  const people = await committee.call(testPeople, { id });
  expect(beside(people).records).toEqual({ '0': 1, '3': 1 });
  const mine = people.rows.find(({ memberId }) => memberId === me);
  // Marking knows no names: before the results nobody reads a score or a sheet beside one.
  expect(mine).toMatchObject({ record: 3, score: null, hasSheet: false, place: '二年级 机电2501班' });
  const personId = mine?.id ?? '';
  expect((await committee.call(testSheet, { id, personId })).text).toContain('成绩公布之后');
  expect((await member.call(ownPlace, {})).data.tests).toMatchObject([{ id, record: 3, score: null }]);
  expect(beside(await committee.call(testNumbers, { term: TERM })).all).toMatchObject({ people: 2, sat: 1, marked: 0 });
  await sql`update exam set closes_at = now() - interval '1 second' where id = ${id}`.execute(t.db);
  const results = await committee.call(publishResults, { id });
  expect(results.code, results.text).toBe(200);
  const sheet = (await committee.call(testSheet, { id, personId })).data;
  expect(sheet).toMatchObject({ name: '党元', score: 4, total: 4, passed: true });
  expect(sheet.questions).toMatchObject([{ kind: 3, answer: ['1'], key: ['1'], points: 4 }]);
  expect((await sibling.call(testSheet, { id, personId })).code).toBe(404);
  expect((await member.call(testSheet, { id, personId })).code).toBe(403);
  const absent = people.rows.find(({ memberId }) => memberId !== me)?.id ?? '';
  expect((await committee.call(testSheet, { id, personId: absent })).code).toBe(404);
  const figures = await committee.call(testNumbers, { term: TERM, by: 'class' });
  expect(beside(figures).all).toMatchObject({
    people: 2,
    sat: 1,
    absent: 1,
    marked: 1,
    passed: 1,
    passPercent: 100,
    mean: 100,
  });
  expect((await committee.call(getStudent, { id: me })).data.tests).toMatchObject([{ record: 3, note: '2分，及格' }]);
});
