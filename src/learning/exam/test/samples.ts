import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** Bank, question, paper and exam that the own rows give to an organisation. */
export const examOf = (orgId: string) => String(900_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const one = ({ orgId }: Ids) => ({ id: examOf(orgId) });

const lib = ({ orgId }: Ids) => ({ libId: examOf(orgId) });

const question = { kind: 3, stem: '试题', key: ['1'] };

const paper = ({ orgId }: Ids) => ({
  name: '试卷',
  type: 0,
  items: [{ section: '一', questionId: examOf(orgId), score: 4 }],
});

const exam = ({ orgId }: Ids) => ({
  title: '试考',
  paperId: examOf(orgId),
  opensAt: '2099-01-01 09:00',
  closesAt: '2099-01-01 12:00',
  minutes: '60',
});

const batch = () => ({ id: '1' });

const device = '0123456789abcdef';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zhjy/question/lib/{id}': one,
  'POST /api/zhjy/question/lib': ({ orgId }) => ({ name: '试库', orgId }),
  'PUT /api/zhjy/question/lib': (ids) => ({ name: '试库', ...one(ids), version: 1 }),
  'DELETE /api/zhjy/question/lib': (ids) => ({ ...one(ids), deleteReason: '试' }),
  'GET /api/zhjy/question/listPage': lib,
  'POST /api/zhjy/question': (ids) => ({ ...question, ...lib(ids) }),
  'PUT /api/zhjy/question': (ids) => ({ ...question, ...lib(ids), ...one(ids), version: 1 }),
  'DELETE /api/zhjy/question': (ids) => ({ ...lib(ids), ids: [examOf(ids.orgId)], deleteReason: '试' }),
  'POST /api/zhjy/question/read': (ids) => ({ ...lib(ids), text: '1. 试题\n答案：对' }),
  'POST /api/zhjy/question/batch': (ids) => ({ ...lib(ids), questions: [question] }),
  'POST /api/zhjy/question/export': lib,
  'GET /api/zhjy/paper/{id}': one,
  'POST /api/zhjy/paper': (ids) => ({ ...paper(ids), orgId: ids.orgId }),
  'PUT /api/zhjy/paper': (ids) => ({ ...paper(ids), ...one(ids), version: 1 }),
  'DELETE /api/zhjy/paper': (ids) => ({ ...one(ids), deleteReason: '试' }),
  'POST /api/zhjy/paper/print': (ids) => ({ ...one(ids), part: 'paper', size: 'A4' }),
  'POST /api/zhjy/paper/word': (ids) => ({ ...one(ids), part: 'paper' }),
  'POST /api/zhjy/exam/word': (ids) => ({ ...one(ids), part: 'paper' }),
  'POST /api/zhjy/exam/print': (ids) => ({ ...one(ids), part: 'paper', size: 'A4' }),
  'GET /api/zhjy/exam/{id}': one,
  'POST /api/zhjy/exam': (ids) => ({ ...exam(ids), orgId: ids.orgId }),
  'PUT /api/zhjy/exam': (ids) => ({ ...exam(ids), ...one(ids), version: 1 }),
  'DELETE /api/zhjy/exam': (ids) => ({ ...one(ids), deleteReason: '试' }),
  'POST /api/zhjy/exam/publish': (ids) => ({ ...one(ids), version: 1 }),
  'POST /api/zhjy/exam/withdraw': (ids) => ({ ...one(ids), reason: '试' }),
  'POST /api/zhjy/exam/results': one,
  'GET /api/zhjy/exam/follow/listPage': one,
  'POST /api/zhjy/exam/urge': one,
  'POST /api/zhjy/exam/extra': (ids) => ({ ...one(ids), personId: '1', minutes: '5', reason: '试' }),
  'POST /api/zhjy/exam/giveBack': (ids) => ({ ...one(ids), minutes: '5', reason: '试' }),
  'POST /api/zhjy/exam/imports/template': () => ({ kind: 'score' }),
  'GET /api/zhjy/exam/imports/check': batch,
  'GET /api/zhjy/exam/imports/rows': batch,
  'POST /api/zhjy/exam/imports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/zhjy/exam/imports/write': batch,
  'POST /api/zhjy/exam/imports/undo': batch,
  'GET /api/zhjy/exam/imports/errorFile': batch,
  'GET /api/zhjy/exam/own/{id}': one,
  'POST /api/zhjy/exam/start': (ids) => ({ ...one(ids), device }),
  'POST /api/zhjy/exam/save': () => ({ attemptId: '1', device, answers: [] }),
  'POST /api/zhjy/exam/handIn': () => ({ attemptId: '1', device }),
  'POST /api/zhjy/exam/leave': () => ({ attemptId: '1', device }),
  'GET /api/zhjy/exam/result/{attemptId}': () => ({ attemptId: '1' }),
  'POST /api/zhjy/exam/appeal': () => ({ attemptId: '1', reason: '试' }),
  'GET /api/zhjy/exam/mark/{id}': one,
  'GET /api/zhjy/exam/mark/next': (ids) => ({ ...one(ids), questionId: examOf(ids.orgId) }),
  'POST /api/zhjy/exam/mark': (ids) => ({ ...one(ids), answerId: '1', points: 1 }),
  'POST /api/zhjy/exam/appeal/decide': (ids) => ({ ...one(ids), appealId: '1', opinion: '试' }),
  'POST /api/zhjy/exam/regrade': (ids) => ({ ...one(ids), questionId: examOf(ids.orgId), isVoid: true }),
  'GET /api/zhjy/paper/analysis': (ids) => ({ centerId: examOf(ids.orgId), paperId: examOf(ids.orgId) }),
  'POST /api/zhjy/paper/analysis/return': (ids) => ({
    centerId: examOf(ids.orgId),
    questionId: examOf(ids.orgId),
  }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  questionLib: examOf,
  examPaper: examOf,
  exam: examOf,
};

/** What workers alone see, wherever they stand. */
export const ofWorkers = ['questionLib', 'examPaper', 'exam'] as const;
