import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounPages, nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { activity, activityCalls } from '../nouns/activity.ts';
import { STATES } from '../rules.ts';
import { ActivityActs } from './ActivityActs.tsx';
import { ActivityBelow } from './ActivityBelow.tsx';
import { ActivityTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Who starts it is the own organisation, and nothing to choose. */
function Starter({ form, name, field, record }: OwnControl) {
  const { user } = useSession();
  return (
    <Field form={form} name={name} label={field.label}>
      {({ id }) => <output id={id}>{record?.orgName ?? user.workOrg.name}</output>}
    </Field>
  );
}

/** 专项活动: the list, the record of one with who takes part and what is handed in, and the form. */
export default nounWeb(
  activity,
  activityCalls,
  nounHouse,
  nounPages(PATHS.list, { browse: PATHS.activity, form: PATHS.form }),
  {
    empty: { title: '还没有专项活动', text: '点“新增专项活动”写清说明，选参加组织、定附件目录后发布。' },
    columns: {
      title: { width: 240 },
      kind: { width: 126, card: 'line' },
      orgId: { width: 176, notLarge: true },
      startsOn: { width: 106 },
      endsOn: { width: 106 },
    },
    further: [
      {
        key: 'state',
        title: '状态',
        width: 96,
        card: 'tag',
        cell: (row) => <ActivityTag of={row} />,
        filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
      },
      {
        key: 'finished',
        title: '交齐',
        width: 76,
        align: 'right',
        card: 'side',
        cell: (row) => (row.parts > 0 && row.state !== 'draft' ? `${row.finished}/${row.parts}` : noValue),
      },
      {
        key: 'late',
        title: '逾期',
        width: 72,
        align: 'right',
        cell: (row) => (row.late > 0 ? <span className="given-late">{row.late}个</span> : noValue),
      },
      {
        key: 'asked',
        title: '待审核',
        width: 76,
        align: 'right',
        cell: (row) => (row.asked > 0 ? <b>{row.asked}份</b> : noValue),
      },
    ],
    tags: (record) => <ActivityTag of={record} />,
    facts: (record) => [
      ...(record.parts > 0 ? [['参加组织', `${record.parts}个`] as const] : []),
      ...(record.parts > 0 && record.state !== 'draft' ? [['已交齐', `${record.finished}个`] as const] : []),
      ...(record.late > 0
        ? [['逾期', <span key="late" className="given-late">{`${record.late}个`}</span>] as const]
        : []),
      ...(record.certificates > 0 ? [['已发证书', `${record.certificates}份`] as const] : []),
      ...(record.publishedOn ? [['发布', `${record.publishedOn} ${record.publishedBy}`] as const] : []),
    ],
    controls: { orgId: Starter },
    acts: (record) => <ActivityActs activity={record} />,
    below: (record) => <ActivityBelow activity={record} />,
  },
);
