import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const groupsTables = {
  content_class: {},
  content_class_link: {
    org: 'follows',
    people: {
      row_id: {
        moves: '内容分类',
        key: 'class_id',
        taken: 'exists (select from content_class_link t where t.kind = r.kind and t.row_id = $kept)',
        only: "r.kind = 'member'",
        placed: true,
      },
    },
  },
  content_group: { org: 'follows', people: { leader_id: { moves: '分组负责人', key: 'id' } } },
  content_group_member: { people: { member_id: { moves: '所在分组', key: 'group_id', same: ['group_id'] } } },
  content_label: {},
  content_label_keyword: {},
  content_label_link: {
    org: 'follows',
    people: {
      row_id: {
        moves: '标签',
        key: 'label_id',
        taken:
          'exists (select from content_label_link t where t.kind = r.kind and t.row_id = $kept and t.label_id = r.label_id)',
        only: "r.kind = 'member'",
        placed: true,
      },
    },
  },
  text_word: {},
} satisfies Tables;
