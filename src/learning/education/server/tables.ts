import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const educationTables = {
  knowledge_document: { org: 'follows' },
  knowledge_folder: { org: 'follows' },
  knowledge_reading: {},
  knowledge_text: {},
  knowledge_version: {},
  tv_person: { people: { member_id: { moves: '远教场次', key: 'session_id', same: ['session_id'] } } },
  tv_session: { org: 'follows' },
  video: { org: 'follows' },
  video_note: {},
  video_play: {},
  video_seen: {},
  video_unit: { org: 'follows' },
} satisfies Tables;
