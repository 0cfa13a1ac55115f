import { ALL_RECORDS } from '../contract.records.ts';
import { SERVICE_REFERENCES } from './references.service.ts';

/** A column that names a person, and what a merge of two people does with its rows. */
export interface Reference {
  table: string;
  column: string;
  /**
   * `move`: its rows become rows of the person who is kept, unless that person has the same already. `left`: they stay with the
   * record in the recycle bin, for the reason given.
   */
  how: 'move' | 'left';
  /** What the rows are called where they are counted for whoever merges; empty: nobody asks. */
  label: string;
  /** The column by which a row is told from the person's other rows; it is written down for the undoing. */
  key?: string;
  /** SQL over a row `r` that holds where the kept person (`$kept`) has the same already. */
  taken?: string;
  /** SQL over a row `r`: only these rows are meant. */
  only?: string;
  /** The table has an `org_code`, which is that of the person's branch. */
  placed?: true;
  why?: string;
}

const SINGLE_KINDS = ALL_RECORDS.filter(({ one }) => one)
  .map(({ kind }) => `'${kind}'`)
  .join(', ');

const sameBeside = (table: string, column: string, ...keys: string[]) =>
  `exists (select from ${table} t where t.${column} = $kept${keys.map((key) => ` and t.${key} = r.${key}`).join('')})`;

/** A list of people, each once: where the kept person is on it already, that place stays. `of` empty: the only list. */
const listed = (table: string, label: string, of: string, key = of): Reference => ({
  table,
  column: 'member_id',
  how: 'move',
  label,
  key,
  taken: sameBeside(table, 'member_id', ...(of ? [of] : [])),
});

/** Rows that stay with the record that is merged away. */
const left = (table: string, why: string): Reference => ({ table, column: 'member_id', how: 'left', label: '', why });

/** 互评: where the kept person has none; nobody appraises themselves. */
const mutual = (column: string, other: string): Reference => ({
  table: 'life_appraisal_mutual',
  column,
  how: 'move',
  label: '民主评议互评',
  key: 'meeting_id',
  taken: `r.${other} = $kept or ${sameBeside('life_appraisal_mutual', column, 'meeting_id', other)}`,
});

/**
 * Every column of the database that names a person. A test reads the schema and fails for one that is not here: whoever adds
 * a table with people says in this list what becomes of its rows when two people turn out to be one.
 */
export const REFERENCES: readonly Reference[] = [
  {
    table: 'sub_record',
    column: 'member_id',
    how: 'move',
    label: '档案分表记录',
    key: 'id',
    // Of a tab that holds one row, the kept person's own stays.
    taken: `r.kind in (${SINGLE_KINDS}) and r.deleted_at is null
      and exists (select from sub_record t where t.member_id = $kept and t.kind = r.kind and t.deleted_at is null)`,
  },
  { table: 'org_post', column: 'member_id', how: 'move', label: '班子任职', key: 'id' },
  {
    table: 'account',
    column: 'member_id',
    how: 'move',
    label: '登录账号',
    key: 'id',
    taken: sameBeside('account', 'member_id'),
  },
  {
    table: 'account_request',
    column: 'member_id',
    how: 'move',
    label: '账号申请',
    key: 'id',
    taken: `r.state = 'pending' and ${sameBeside('account_request', 'member_id', 'role_id', 'org_id', 'state')}`,
  },
  { table: 'content_group', column: 'leader_id', how: 'move', label: '分组负责人', key: 'id' },
  {
    table: 'content_group_member',
    column: 'member_id',
    how: 'move',
    label: '所在分组',
    key: 'group_id',
    taken: sameBeside('content_group_member', 'member_id', 'group_id'),
  },
  {
    table: 'political_greeting',
    column: 'member_id',
    how: 'move',
    label: '政治生日祝福',
    key: 'year',
    taken: sameBeside('political_greeting', 'member_id', 'year'),
  },
  {
    table: 'point_evidence',
    column: 'member_id',
    how: 'move',
    label: '积分依据',
    key: 'id',
    taken: sameBeside('point_evidence', 'member_id', 'source', 'subject'),
  },
  { table: 'point_hand', column: 'member_id', how: 'move', label: '手工积分', key: 'id' },
  { table: 'point_appeal', column: 'member_id', how: 'left', label: '', why: 'It is about a line of that row' },
  { table: 'assess_exemption', column: 'member_id', how: 'move', label: '免考', key: 'id' },
  left('point_exempt', 'Follows the 免考 of whoever it is'),
  left('point_line', 'Lines are append-only: they are counted anew for the kept person from the evidence that moves'),
  {
    table: 'point_rank',
    column: 'member_id',
    how: 'left',
    label: '',
    why: 'Follows the scores and 免考 of whoever it is',
  },
  { table: 'point_score', column: 'member_id', how: 'left', label: '', why: 'Counted anew from what moves' },
  {
    table: 'assess_month',
    column: 'member_id',
    how: 'move',
    label: '月度考核',
    key: 'id',
    taken: sameBeside('assess_month', 'member_id', 'year', 'month'),
  },
  {
    table: 'assess_year',
    column: 'member_id',
    how: 'move',
    label: '年度考核',
    key: 'result_id',
    taken: sameBeside('assess_year', 'member_id', 'result_id'),
  },
  left('point_due', 'Says that a year is to be counted anew, and is gone within seconds'),
  {
    table: 'learning_hour',
    column: 'member_id',
    how: 'move',
    label: '学时',
    key: 'id',
    taken: sameBeside('learning_hour', 'member_id', 'source', 'evidence'),
  },
  left('learning_line', 'The ledger is append-only: what moves is countered there and booked for the kept person'),
  left('learning_year', 'Sums of the entries, which follow what moves'),
  listed('learning_certificate', '学习证明', 'evidence', 'id'),
  listed('school_person', '培训班', 'class_id', 'id'),
  listed('learning_training_person', '线下培训', 'training_id'),
  listed('exam_person', '参加的考试', 'exam_id', 'id'),
  listed('course_person', '课程', 'course_id', 'id'),
  listed('tv_person', '远教场次', 'session_id'),
  listed('college_person', '学院名册', '', 'id'),
  listed('ballot_voter', '投票资格', 'ballot_id'),
  { table: 'life_resolution', column: 'person_id', how: 'move', label: '议定事项', key: 'id' },
  { table: 'floating_org', column: 'secretary_id', how: 'move', label: '流动党员党组织申请', key: 'id' },
  {
    table: 'floating_org_member',
    column: 'member_id',
    how: 'move',
    label: '流动党员党组织申请中的党员',
    key: 'floating_org_id',
    taken: sameBeside('floating_org_member', 'member_id', 'floating_org_id'),
  },
  listed('service_signup', '志愿活动', 'activity_id', 'id'),
  ...SERVICE_REFERENCES,
  left('service_person', 'Sums of the recognised hours, which follow what moves'),
  listed('special_person', '专项活动', 'part_id'),
  {
    table: 'special_certificate',
    column: 'member_id',
    how: 'move',
    label: '专项活动证书',
    key: 'id',
    taken:
      'r.revoked_at is null and exists (select from special_certificate t where t.member_id = $kept and t.activity_id = r.activity_id and t.org_id = r.org_id and t.revoked_at is null)',
  },
  {
    table: 'content_label_link',
    column: 'row_id',
    how: 'move',
    label: '标签',
    key: 'label_id',
    only: "r.kind = 'member'",
    taken:
      'exists (select from content_label_link t where t.kind = r.kind and t.row_id = $kept and t.label_id = r.label_id)',
    placed: true,
  },
  {
    table: 'content_class_link',
    column: 'row_id',
    how: 'move',
    label: '内容分类',
    key: 'class_id',
    only: "r.kind = 'member'",
    taken: 'exists (select from content_class_link t where t.kind = r.kind and t.row_id = $kept)',
    placed: true,
  },
  {
    table: 'id_card_change',
    column: 'member_id',
    how: 'move',
    label: '身份证号变更申请',
    key: 'id',
    taken: `r.state = 'pending' and ${sameBeside('id_card_change', 'member_id', 'state')}`,
  },
  { table: 'former_id_card', column: 'member_id', how: 'move', label: '曾用证件号', key: 'id' },
  {
    table: 'self_edit',
    column: 'member_id',
    how: 'move',
    label: '本人修改申请',
    key: 'id',
    taken: `r.state = 'pending' and ${sameBeside('self_edit', 'member_id', 'state')}`,
  },
  {
    table: 'development_file',
    column: 'member_id',
    how: 'move',
    label: '发展档案',
    key: 'id',
    // The kept person's own running file stays the only one.
    taken: `r.ended_on is null
      and exists (select from development_file t where t.member_id = $kept and t.ended_on is null)`,
    placed: true,
  },
  {
    table: 'development_correction',
    column: 'member_id',
    how: 'move',
    label: '更正申请',
    key: 'id',
    taken: `r.state = 'pending' and exists (select from development_correction t
      where t.member_id = $kept and t.state = 'pending' and t.field = r.field)`,
  },
  { table: 'development_talk', column: 'talker_id', how: 'move', label: '发展党员谈话', key: 'id' },
  {
    table: 'attendance_person',
    column: 'member_id',
    how: 'move',
    label: '到会记录',
    key: 'sheet_id',
    taken: sameBeside('attendance_person', 'member_id', 'sheet_id'),
  },
  {
    table: 'office_invitee',
    column: 'person_id',
    how: 'move',
    label: '工作会议通知',
    key: 'id',
    taken: sameBeside('office_invitee', 'person_id', 'meeting_id'),
  },
  { table: 'office_invitee', column: 'member_id', how: 'move', label: '工作会议参会', key: 'id' },
  {
    table: 'office_part',
    column: 'person_id',
    how: 'move',
    label: '工作任务',
    key: 'id',
    taken: sameBeside('office_part', 'person_id', 'circle_id'),
  },
  listed('archive_reach', '通知公告应知', 'article_id', 'id'),
  { table: 'life_meeting', column: 'host_id', how: 'move', label: '会议主持', key: 'id' },
  { table: 'life_meeting', column: 'recorder_id', how: 'move', label: '会议记录', key: 'id' },
  { table: 'life_meeting', column: 'lecturer_id', how: 'move', label: '党课主讲', key: 'id' },
  listed('life_appraisal_person', '民主评议', 'meeting_id'),
  left('life_calendar', 'Whoever is kept makes an address of their own'),
  mutual('from_id', 'about_id'),
  mutual('about_id', 'from_id'),
  { table: 'life_statement', column: 'from_id', how: 'move', label: '组织生活会发言', key: 'id' },
  { table: 'life_statement', column: 'about_id', how: 'move', label: '组织生活会批评意见', key: 'id' },
  { table: 'life_problem', column: 'person_id', how: 'move', label: '整改责任人', key: 'id' },
  {
    table: 'life_talk',
    column: 'from_id',
    how: 'move',
    label: '谈心谈话',
    key: 'id',
    taken: 'r.to_id = $kept',
  },
  {
    table: 'life_talk',
    column: 'to_id',
    how: 'move',
    label: '谈心谈话',
    key: 'id',
    taken: 'r.from_id = $kept',
  },
  { table: 'party_group', column: 'leader_id', how: 'move', label: '党小组组长', key: 'id' },
  left(
    'party_group_person',
    'The kept person stays in the group of the own branch; the other may be of another branch',
  ),
  {
    table: 'relation_transfer',
    column: 'member_id',
    how: 'move',
    label: '组织关系转接',
    key: 'id',
    // The kept person's own open transfer stays the only one.
    taken: `r.status in (0, 1, 2, 3, 4, 7, 8) and exists (select from relation_transfer t
      where t.member_id = $kept and t.status in (0, 1, 2, 3, 4, 7, 8))`,
  },
  { table: 'relation_proof', column: 'member_id', how: 'move', label: '党员证明信', key: 'id' },
  left('relation_graduate', 'The line of a sheet that named that row; its transfer moves by itself'),
  { table: 'member_ledger', column: 'member_id', how: 'move', label: '增减台账', key: 'id' },
  left('member_bulk_row', 'What was done to that row; taking the change back must find it'),
  left(
    'member_history',
    'Versions are numbered for each row: they say how that row came to be what it was when it was merged',
  ),
  left('import_row', 'The line of a sheet that wrote that row; undoing the batch must find it'),
  { table: 'member_pair', column: 'a_id', how: 'left', label: '', why: 'A pair is of two rows, whichever was kept' },
  { table: 'member_pair', column: 'b_id', how: 'left', label: '', why: 'A pair is of two rows, whichever was kept' },
  { table: 'member_merge', column: 'kept_id', how: 'left', label: '', why: 'Merges are undone one by one' },
  { table: 'member_merge', column: 'dropped_id', how: 'left', label: '', why: 'Merges are undone one by one' },
  {
    table: 'mobile_outflow',
    column: 'member_id',
    how: 'move',
    label: '流出登记',
    key: 'id',
    // The kept person's own running outflow stays the only one.
    taken: `r.status in (1, 2, 3) and r.dropped_on is null and exists (select from mobile_outflow t
      where t.member_id = $kept and t.status in (1, 2, 3) and t.dropped_on is null)`,
    placed: true,
  },
  { table: 'mobile_outflow', column: 'contact_id', how: 'move', label: '联系的流动党员', key: 'id' },
  {
    table: 'mobile_inflow',
    column: 'member_id',
    how: 'move',
    label: '流入登记',
    key: 'id',
    taken: `r.status in (1, 2) and exists (select from mobile_inflow t where t.member_id = $kept and t.status in (1, 2))`,
  },
  {
    table: 'member_variation',
    column: 'member_id',
    how: 'move',
    label: '党员异动',
    key: 'id',
    taken: `r.state in ('pending', 'approved') and exists (select from member_variation t
      where t.member_id = $kept and t.state in ('pending', 'approved'))`,
    placed: true,
  },
  {
    table: 'dues_standard',
    column: 'member_id',
    how: 'move',
    label: '党费标准',
    key: 'id',
    taken: sameBeside('dues_standard', 'member_id', 'from_month'),
  },
  {
    table: 'dues_config',
    column: 'member_id',
    how: 'move',
    label: '党费设置',
    key: 'member_id',
    taken: sameBeside('dues_config', 'member_id'),
  },
  {
    table: 'dues_bill',
    column: 'member_id',
    how: 'move',
    label: '应缴党费',
    key: 'id',
    taken: `r.state <> 6 and exists (select from dues_bill t where t.member_id = $kept and t.month = r.month and t.state <> 6)`,
  },
  {
    table: 'dues_relief',
    column: 'member_id',
    how: 'move',
    label: '党费减免',
    key: 'id',
    only: `r.state <> 'pending'`,
  },
  {
    table: 'dues_payer',
    column: 'member_id',
    how: 'move',
    label: '',
    key: 'id',
    taken: sameBeside('dues_payer', 'member_id', 'merchant_id', 'payer_index'),
  },
];
