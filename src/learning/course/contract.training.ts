import { z } from 'zod';
import { data, date, endpoint, id, line, page, required, rows, text, yearFrom } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { type ImportKind, recordImportCalls } from '#platform/records/recordImport.ts';

/** Class hours as they are typed: halves. */
export const classHours = z.coerce
  .number<string | number>('请填写学时')
  .min(0.5, '学时至少0.5')
  .max(200, '学时太多')
  .refine((value) => Number.isInteger(value * 2), '学时以0.5为单位');

export const MOST_PEOPLE = 2000;

export const trainingRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  hours: z.number(),
  central: z.boolean(),
  organiser: z.string(),
  people: z.number(),
  withdrawnFor: z.string(),
  isWithdrawn: z.boolean(),
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type TrainingRow = z.infer<typeof trainingRow>;

export const listTrainings = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/training/listPage',
  summary: '线下培训：登记的培训、学时和证明材料',
  access: 'hours:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    year: yearFrom(2018).optional(),
    keyWords: line(60, '培训名称').optional(),
  }),
  reply: rows(trainingRow),
});

export const trainingDetail = trainingRow.extend({
  place: z.string(),
  note: z.string(),
  files: z.array(uploadedFile),
  updateName: z.string(),
  updateDate: z.string(),
});
export type TrainingDetail = z.infer<typeof trainingDetail>;

export const getTraining = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/training/{id}',
  summary: '一次线下培训，附证明材料',
  access: 'hours:read',
  scope: 'org',
  targets: { id: 'training' },
  input: z.object({ id }),
  reply: data(trainingDetail),
});

export const trainingPerson = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  hours: z.number(),
  addedBy: z.string(),
});
export type TrainingPerson = z.infer<typeof trainingPerson>;

export const trainingPeople = endpoint({
  method: 'GET',
  path: '/api/zhjy/hours/training/people',
  summary: '一次线下培训的参加人员和各人学时',
  access: 'hours:read',
  scope: 'org',
  targets: { id: 'training' },
  personal: ['keyWords'],
  input: z.object({ ...page, id, keyWords: line(20, '姓名').optional() }),
  reply: rows(trainingPerson),
});

export const trainingFields = {
  title: required(60, '培训名称'),
  startsOn: date,
  endsOn: date,
  hours: classHours,
  central: z.boolean().default(false),
  organiser: required(60, '主办单位'),
  place: line(60, '地点').default(''),
  note: text(500, '说明').default(''),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
    .min(1, '请上传证明材料，如培训通知、签到表、结业证书')
    .max(10, '证明材料最多10个'),
};
const people = z.array(id).max(MOST_PEOPLE, `一次最多${MOST_PEOPLE}人`);

export const addTraining = endpoint({
  method: 'POST',
  path: '/api/zhjy/hours/training',
  summary: '登记线下培训：有证明材料，参加人员的学时随即入账',
  access: 'hours:write',
  scope: 'org',
  targets: { memberIds: 'member[]' },
  audit: '登记线下培训',
  subject: ['memberIds'],
  idempotent: true,
  input: z.object({ ...trainingFields, memberIds: people.default([]) }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTrainings],
});

const changed = () => [listTrainings, getTraining, trainingPeople];
const version = z.int();

export const editTraining = endpoint({
  method: 'PUT',
  path: '/api/zhjy/hours/training',
  summary: '修改线下培训；学时或日期变了，各人的学时以冲回更正',
  access: 'hours:write',
  scope: 'org',
  targets: { id: 'training' },
  audit: '修改线下培训',
  subject: ['id:training'],
  idempotent: true,
  input: z.object({ ...trainingFields, id, version }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const addTrainingPeople = endpoint({
  method: 'POST',
  path: '/api/zhjy/hours/training/addPeople',
  summary: '加入线下培训的参加人员，学时入账',
  access: 'hours:write',
  scope: 'org',
  targets: { id: 'training', memberIds: 'member[]' },
  audit: '加入线下培训人员',
  subject: ['memberIds'],
  idempotent: true,
  input: z.object({ id, memberIds: people.min(1, '请选择人员') }),
  reply: data(z.object({ added: z.number() })),
  stale: changed,
});

export const removeTrainingPerson = endpoint({
  method: 'POST',
  path: '/api/zhjy/hours/training/removePerson',
  summary: '移出线下培训的一名参加人员，学时冲回',
  access: 'hours:write',
  scope: 'org',
  targets: { id: 'training', memberId: 'member' },
  audit: '移出线下培训人员',
  idempotent: true,
  input: z.object({ id, memberId: id, reason: required(200, '移出原因') }),
  reply: data(z.object({ removed: z.boolean() })),
  stale: changed,
});

export const withdrawTraining = endpoint({
  method: 'POST',
  path: '/api/zhjy/hours/training/withdraw',
  summary: '撤销线下培训：全部人员的学时冲回，登记和证明材料留存',
  access: 'hours:write',
  scope: 'org',
  targets: { id: 'training' },
  audit: '撤销线下培训',
  idempotent: true,
  input: z.object({ id, version, reason: required(200, '撤销原因') }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

/** People of trainings as a sheet: a line is one person at one training that stands with its proof. */
export const TRAINING_SHEET: ImportKind = {
  kind: 'training',
  label: '线下培训学时',
  hint: '先登记线下培训并上传证明材料，再按培训名称导入参加人员；学时不填的，按该培训的学时计。',
};
export const HOURS_IMPORT = recordImportCalls([TRAINING_SHEET], {
  path: '/api/zhjy/hours/imports',
  of: '学时',
  access: 'hours:write',
  target: 'hoursBatch',
  stale: changed,
});
