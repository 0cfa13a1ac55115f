import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const terminalTables = {
  box_book: { org: 'follows' },
  box_device: { org: 'follows' },
  box_event: { org: 'follows' },
  box_group: { org: 'follows' },
  box_honor: { org: 'follows' },
  box_insert: { org: 'follows' },
  box_insert_reach: {},
  box_media: { org: 'follows' },
  box_play: {},
  box_publicity: { org: 'follows' },
  box_share: {},
  box_share_take: {},
  box_shown: {},
  box_slot: {},
  box_span: {},
  box_study: { org: 'follows' },
  box_ticket: {},
  box_welcome: { org: 'follows' },
} satisfies Tables;
