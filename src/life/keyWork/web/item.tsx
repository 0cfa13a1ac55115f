import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounPages, nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { item, itemCalls } from '../nouns/item.ts';
import { ITEM_STATES } from '../rules.ts';
import { ItemActs } from './ItemActs.tsx';
import { ItemBelow } from './ItemBelow.tsx';
import { itemTone } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Who sets it is the own organisation, and nothing to choose. */
function Setter({ form, name, field, record }: OwnControl) {
  const { user } = useSession();
  return (
    <Field form={form} name={name} label={field.label}>
      {({ id }) => <output id={id}>{record?.orgName ?? user.workOrg.name}</output>}
    </Field>
  );
}

/** 重点工作设置, the record of one with who is responsible, and the form. */
export default nounWeb(item, itemCalls, nounHouse, nounPages(PATHS.setting, { browse: PATHS.item, form: PATHS.form }), {
  title: '重点工作设置',
  empty: { title: '还没有布置重点工作', text: '点“新增重点工作”写清要求，选责任单位后下达。' },
  columns: {
    title: { width: 216 },
    kind: { width: 110, card: 'line' },
    orgId: { width: 180, notLarge: true },
    leader: { width: 110, startsHidden: true },
    frequency: { width: 120 },
  },
  further: [
    {
      key: 'state',
      title: '状态',
      width: 100,
      card: 'tag',
      cell: (row) => <span className={itemTone(row.state)}>{ITEM_STATES[row.state]}</span>,
      filter: { kind: 'choice', name: 'state', options: optionsOf(ITEM_STATES) },
    },
    {
      key: 'done',
      title: '完成',
      width: 90,
      align: 'right',
      card: 'side',
      cell: (row) => (row.parts > 0 ? `${row.done}/${row.parts}` : noValue),
    },
    {
      key: 'late',
      title: '逾期',
      width: 70,
      align: 'right',
      cell: (row) => (row.late > 0 ? <span className="given-late">{row.late}个</span> : noValue),
    },
    {
      key: 'asked',
      title: '待验收',
      width: 80,
      align: 'right',
      cell: (row) => (row.asked > 0 ? <b>{row.asked}个</b> : noValue),
    },
  ],
  tags: (record) => <span className={itemTone(record.state)}>{ITEM_STATES[record.state]}</span>,
  facts: (record) => [
    ['牵头领导', record.leader],
    ['责任单位', `${record.parts}个`],
    ['已完成', `${record.done}个`],
    ...(record.late > 0
      ? [['逾期', <span key="late" className="given-late">{`${record.late}个`}</span>] as const]
      : []),
    ...(record.issuedOn ? [['下达', `${record.issuedOn} ${record.issuedBy}`] as const] : []),
  ],
  controls: { orgId: Setter },
  acts: (record) => <ItemActs item={record} />,
  below: (record) => <ItemBelow item={record} />,
});
