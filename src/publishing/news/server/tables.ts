import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const newsTables = {
  archive_article: { org: 'follows' },
  archive_column: {},
  archive_comment: {},
  archive_file_text: {},
  archive_reach: { org: 'follows', people: { member_id: { moves: '通知公告应知', key: 'id', same: ['article_id'] } } },
  archive_reader: {},
  archive_shown: {},
  archive_step: {},
  archive_version: {},
  circle_like: {},
  circle_mute: {},
  circle_post: { org: 'follows' },
  circle_reply: {},
  circle_report: {},
  circle_rule: { org: 'follows' },
} satisfies Tables;
