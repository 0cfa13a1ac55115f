import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const examTables = {
  exam: { org: 'follows' },
  exam_answer: {},
  exam_appeal: {},
  exam_attempt: {},
  exam_clock: {},
  exam_item: {},
  exam_marking: {},
  exam_outage: {},
  exam_paper: { org: 'follows' },
  exam_paper_item: {},
  exam_paper_rule: {},
  exam_person: { people: { member_id: { moves: '参加的考试', key: 'id', same: ['exam_id'] } } },
  question: {},
  question_lib: { org: 'follows' },
  question_version: {},
} satisfies Tables;
