import type { Reference } from './references.ts';

/** What of 双报到 and 志愿服务 names a person, but for the activities themselves: who reports where, whom an organisation appointed, and who helps whom. */
export const SERVICE_REFERENCES: readonly Reference[] = [
  {
    table: 'sbd_report',
    column: 'member_id',
    how: 'move',
    label: '社区报到',
    key: 'id',
    // One waits and one lives at most: the kept person's own stay.
    taken: 'r.status in (0, 1) and exists (select from sbd_report t where t.member_id = $kept and t.status = r.status)',
  },
  {
    table: 'service_keeper',
    column: 'member_id',
    how: 'move',
    label: '志愿活动现场管理员',
    key: 'id',
    // Nobody holds it twice at once for one organisation.
    taken:
      'r.revoked_at is null and not r.is_past and exists (select from service_keeper t where t.member_id = $kept and t.org_id = r.org_id and t.revoked_at is null and not t.is_past)',
  },
  {
    table: 'service_pair',
    column: 'member_id',
    how: 'move',
    label: '结对帮扶',
    key: 'id',
    taken:
      'r.state in (0, 1) and exists (select from service_pair t where t.member_id = $kept and t.other_id = r.other_id and t.person_name = r.person_name and t.state in (0, 1))',
  },
];
