import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const courseTables = {
  course: { org: 'follows' },
  course_chapter: {},
  course_done: {},
  course_person: { people: { member_id: { moves: '课程', key: 'id', same: ['course_id'] } } },
  learning_training: { org: 'follows' },
  learning_training_person: { people: { member_id: { moves: '线下培训', key: 'training_id', same: ['training_id'] } } },
} satisfies Tables;
