import { Link } from 'react-router';
import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounPlace, nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { table, tableCalls } from '../nouns/table.ts';
import { FILL_STATES, type FillState, TABLE_STATES } from '../rules.ts';
import { TableTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import { TableActs } from './TableActs.tsx';
import { TableBelow } from './TableBelow.tsx';

/** Who gives it is the own organisation, and nothing to choose. */
function Giver({ form, name, field, record }: OwnControl) {
  const { user } = useSession();
  return (
    <Field form={form} name={name} label={field.label}>
      {({ id }) => <output id={id}>{record?.orgName ?? user.workOrg.name}</output>}
    </Field>
  );
}

/** 数据中心: the tables that were given and those that were received, the record of one with its rounds, and the form. */
export default nounWeb(table, tableCalls, nounHouse, nounPlace(PATHS.list), {
  title: '数据中心',
  empty: { title: '还没有数据表', text: '点“新增数据表”写清说明和周期，设计字段后下发；上级下发的也会出现在这里。' },
  columns: {
    title: { width: 260 },
    orgId: { width: 180, notLarge: true },
    period: { width: 90, card: 'line' },
    aim: { width: 150, startsHidden: true },
  },
  further: [
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => <TableTag state={row.state} />,
      filter: { kind: 'choice', name: 'state', options: optionsOf(TABLE_STATES) },
    },
    {
      key: 'round',
      title: '最近一期',
      width: 210,
      card: 'line',
      cell: (row) => (row.round ? `${row.round.label}，${row.round.dueOn}截止` : noValue),
    },
    {
      key: 'handed',
      title: '已报',
      width: 96,
      align: 'right',
      card: 'side',
      cell: (row) => (row.round && row.round.all > 0 ? `${row.round.handed}/${row.round.all}` : noValue),
    },
    {
      key: 'late',
      title: '逾期',
      width: 80,
      align: 'right',
      cell: (row) => (row.late > 0 ? <span className="given-late">{row.late}个</span> : noValue),
    },
    {
      key: 'own',
      title: '本组织',
      width: 110,
      cell: (row) => {
        const own = row.round?.own;
        if (!own) return noValue;
        return (
          <Link to={own.fill ? PATHS.fillOf(own.id) : PATHS.viewOf(own.id)}>
            {own.fill ? (own.state === 'returned' ? '去补正' : '去填报') : FILL_STATES[own.state as FillState]}
          </Link>
        );
      },
    },
  ],
  tags: (record) => <TableTag state={record.state} />,
  facts: (record) => [
    ['字段', `${record.fields}个`],
    ...(record.round
      ? ([
          ['最近一期', `${record.round.label}，${record.round.dueOn}截止`],
          ['已报', `${record.round.handed}/${record.round.all}`],
        ] as const)
      : []),
    ...(record.late > 0
      ? [['逾期', <span key="late" className="given-late">{`${record.late}个`}</span>] as const]
      : []),
    ...(record.publishedOn ? [['下发', `${record.publishedOn} ${record.publishedBy}`] as const] : []),
  ],
  controls: { orgId: Giver },
  acts: (record) => <TableActs table={record} />,
  below: (record) => <TableBelow table={record} />,
});
