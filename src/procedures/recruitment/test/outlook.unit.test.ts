import { expect, test } from 'vitest';
import { findBackdating, type Written } from '#procedures/recruitment/rules/backdating.ts';
import { RULE_SETTINGS } from '#procedures/recruitment/rules/days.ts';
import { forecastSteps } from '#procedures/recruitment/rules/outlook.ts';
import type { Path, PathStep } from '#procedures/recruitment/rules/path.ts';

const done = (day: string, decided: string | null = null): PathStep => ({
  state: 'done',
  day,
  decided,
  facts: {},
  lateReason: '',
});
const path = (given: Partial<Path>): Path => ({
  birthDate: '1995-01-01',
  today: '2026-07-01',
  calendar: { 2026: { off: [], work: [] }, 2027: { off: [], work: [] } },
  settings: RULE_SETTINGS,
  step: 1,
  paperUntil: 0,
  steps: {},
  inspections: [],
  explained: [],
  thoughts: [],
  publicity: null,
  votes: {},
  extensionMonths: null,
  probationUntil: null,
  temporary: false,
  ...given,
});
const dayOf = (rows: ReturnType<typeof forecastSteps>, no: number) => rows.find((row) => row.no === no);

test('a path ahead stands on the first days that the rules allow', () => {
  const rows = forecastSteps(path({}), {});
  expect(rows).toHaveLength(25);
  // 培养教育考察满一年 from the day of step 3.
  expect(dayOf(rows, 7)).toMatchObject({ day: '2027-07-01', earliest: '2027-07-01' });
  // Five working days of 公示: Thursday 1 to Wednesday 7 July 2027, listed on the 8th.
  expect(dayOf(rows, 8)).toMatchObject({ day: '2027-07-08' });
  expect(dayOf(rows, 23)).toMatchObject({ day: '2028-07-08' });
  expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
});

test('a day that is moved shifts what follows, and says what it breaks', () => {
  const steps = { 1: done('2026-05-20'), 2: done('2026-06-01') };
  const on = forecastSteps(path({ step: 3, steps }), { 3: '2026-09-30' });
  expect(dayOf(on, 3)).toMatchObject({ day: '2026-09-30', moved: true });
  expect(dayOf(on, 7)).toMatchObject({ day: '2027-09-30' });
  const early = forecastSteps(path({ step: 3, steps }), { 7: '2027-06-30' });
  expect(dayOf(early, 7)?.faults.map(({ code }) => code)).toContain('TARGET_TOO_EARLY');
  const late = forecastSteps(path({ step: 3, steps }), { 15: '2027-12-31' });
  expect(dayOf(late, 15)?.faults.map(({ code }) => code)).toContain('BRANCH_MEETING_LATE');
});

test('the extension counts into the end of the probation', () => {
  const steps = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, done('2026-02-28')]));
  const rows = forecastSteps(path({ step: 21, steps, extensionMonths: 6, probationUntil: '2027-08-28' }), {});
  expect(dayOf(rows, 23)).toMatchObject({ day: '2027-08-28', earliest: '2027-08-28' });
});

const written = (given: Partial<Written>): Written => ({
  notes: [],
  paperUntil: 0,
  calendar: {},
  steps: [],
  papers: [],
  ...given,
});
const step = (no: number, handledOn: string, recordedOn: string, decidedOn: string | null = null) => ({
  no,
  handledOn,
  recordedOn,
  decidedOn,
});
const texts = (given: Partial<Written>) => findBackdating(written(given)).map(({ text }) => text);

test('what was written down thirty days after is in time, thirty-one is not', () => {
  expect(texts({ steps: [step(1, '2026-06-01', '2026-07-01')] })).toEqual([]);
  expect(texts({ steps: [step(1, '2026-06-01', '2026-07-02')] })).toEqual([
    '第1步“递交入党申请书”日期 2026-06-01，2026-07-02 才登记，晚了31天',
  ]);
  // 补录 says so itself.
  expect(texts({ paperUntil: 1, steps: [step(1, '2026-06-01', '2026-07-02')] })).toEqual([]);
});

test('many steps written on one day, a decision on a Sunday, one file twice', () => {
  const many = texts({
    steps: [
      step(4, '2026-03-02', '2026-07-02'),
      step(5, '2026-05-01', '2026-07-02'),
      step(6, '2026-06-30', '2026-07-02'),
    ],
  });
  expect(many).toContain('2026-07-02 一天登记了3步（第4、5、6步），日期从 2026-03-02 到 2026-06-30');
  expect(texts({ steps: [step(17, '2026-07-03', '2026-07-03', '2026-07-05')] })).toEqual([
    '第17步“上级党委审批”的审批日期 2026-07-05 不是工作日',
  ]);
  const papers = [
    { no: 3, label: '推荐（推优）表', handedOn: '2026-07-02', prints: ['a', 'b'] },
    { no: 7, label: '征求意见材料', handedOn: '2026-07-02', prints: ['b'] },
  ];
  expect(texts({ papers })).toEqual(['第7步征求意见材料与第3步推荐（推优）表是同一个文件']);
});

test('考察 that was over before its year, of which nothing was written, or that was written long after its day', () => {
  const steps = [step(3, '2025-06-18', '2025-06-18'), step(6, '2025-06-18', '2025-06-18')];
  expect(texts({ steps })).toEqual([expect.stringContaining('不满一年'), expect.stringContaining('没有一次考察记录')]);
  const whole = [step(3, '2025-06-18', '2025-06-18'), step(6, '2026-06-18', '2026-06-18')];
  const note = (kind: string, day: string, recordedOn: string | null) => ({ kind, day, recordedOn });
  expect(texts({ steps: whole, notes: [note('inspection', '2025-12-01', '2025-12-31')] })).toEqual([]);
  expect(texts({ steps: whole, notes: [note('inspection', '2025-12-01', '2026-01-01')] })).toEqual([
    '考察日期 2025-12-01，2026-01-01 才登记，晚了31天',
  ]);
  // Whoever says that there was none does so afterwards; what comes from sheets of the past says so itself.
  expect(texts({ steps: whole, notes: [note('gap', '2025-12-18', '2026-06-01')] })).toEqual([]);
  expect(texts({ steps: whole, notes: [note('inspection', '2025-12-01', null)] })).toEqual([]);
  expect(texts({ paperUntil: 6, steps })).toEqual([]);
});

test('a paper that came long after its day, or before it', () => {
  const papers = (handedOn: string) => [{ no: 2, label: '谈话记录', handedOn, prints: [] }];
  const steps = [step(2, '2026-07-01', '2026-07-01')];
  expect(texts({ steps, papers: papers('2026-07-31') })).toEqual([]);
  expect(texts({ steps, papers: papers('2026-08-01') })).toEqual([
    '谈话记录（第2步，2026-07-01）2026-08-01 才上传，晚了31天',
  ]);
  expect(texts({ steps, papers: papers('2026-06-29') })).toEqual([
    '谈话记录（第2步，2026-07-01）2026-06-29 已经上传，早于办理日期',
  ]);
});
