import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const recruitmentTables = {
  development_book_layout: {},
  development_correction: {
    people: {
      member_id: {
        moves: '更正申请',
        key: 'id',
        taken:
          "r.state = 'pending' and exists (select from development_correction t where t.member_id = $kept and t.state = 'pending' and t.field = r.field)",
      },
    },
  },
  development_file: {
    org: 'follows',
    people: {
      member_id: {
        moves: '发展档案',
        key: 'id',
        taken:
          'r.ended_on is null and exists (select from development_file t where t.member_id = $kept and t.ended_on is null)',
        placed: true,
      },
    },
  },
  development_form: { org: 'follows' },
  development_handover: {},
  development_meeting: { org: 'follows' },
  development_note: {},
  development_objection: {},
  development_paper: {},
  development_plan: { org: 'follows' },
  development_printer: { org: 'follows' },
  development_publicity: {},
  development_reminder: {},
  development_setting: {},
  development_step: {},
  development_talk: { people: { talker_id: { moves: '发展党员谈话', key: 'id' } } },
  development_template: {},
  development_vote: {},
  development_word: {},
  development_word_version: {},
} satisfies Tables;
