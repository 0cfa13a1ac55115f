import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounPages, nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { evaluation, evaluationCalls } from '../nouns/evaluation.ts';
import { STATES } from '../rules.ts';
import { EvaluationActs } from './EvaluationActs.tsx';
import { EvaluationBelow } from './EvaluationBelow.tsx';
import { Points, StateTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Who evaluates is the own organisation, and nothing to choose. */
function Giver({ form, name, field, record }: OwnControl) {
  const { user } = useSession();
  return (
    <Field form={form} name={name} label={field.label}>
      {({ id }) => <output id={id}>{record?.orgName ?? user.workOrg.name}</output>}
    </Field>
  );
}

/** 考评设置: the list, the record of one with its items, grades and units, and the form. */
export default nounWeb(
  evaluation,
  evaluationCalls,
  nounHouse,
  nounPages(PATHS.list, { browse: PATHS.view, form: PATHS.form }),
  {
    title: '考评设置',
    empty: {
      title: '还没有考评',
      text: '点“新增考评”写明年度和方案，定好指标、选好考核单位后开始；也可以复制往年的。',
    },
    columns: {
      name: { width: 240 },
      scheme: { width: 130, card: 'line' },
      year: { width: 72, cell: (row) => String(row.year) },
      level: { width: 92, notLarge: true },
      orgId: { width: 180, notLarge: true },
      startsOn: { width: 108, startsHidden: true },
      endsOn: { width: 108 },
    },
    further: [
      {
        key: 'state',
        title: '状态',
        width: 88,
        card: 'tag',
        cell: (row) => <StateTag state={row.state} />,
        filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
      },
      {
        key: 'units',
        title: '考核单位',
        width: 92,
        align: 'right',
        cell: (row) => (row.units > 0 ? `${row.units}个` : noValue),
      },
      {
        key: 'waiting',
        title: '待审核',
        width: 84,
        align: 'right',
        cell: (row) => (row.waiting > 0 ? <b>{row.waiting}份</b> : noValue),
      },
      {
        key: 'late',
        title: '逾期',
        width: 76,
        align: 'right',
        cell: (row) => (row.late > 0 ? <span className="given-late">{row.late}个</span> : noValue),
      },
    ],
    tags: (record) => <StateTag state={record.state} />,
    facts: (record) => [
      ['满分', <Points key="points" value={record.points} />],
      ...(record.units > 0 ? [['考核单位', `${record.units}个`] as const] : []),
      ...(record.waiting > 0 ? [['待审核', `${record.waiting}份`] as const] : []),
      ...(record.late > 0
        ? [['逾期', <span key="late" className="given-late">{`${record.late}个单位`}</span>] as const]
        : []),
      ...(record.openedOn ? [['开始', `${record.openedOn} ${record.openedBy}`] as const] : []),
      ...(record.closedOn ? [['结束', `${record.closedOn} ${record.closedBy}`] as const] : []),
    ],
    values: { year: (record) => `${record.year}年` },
    controls: { orgId: Giver },
    acts: (record) => <EvaluationActs evaluation={record} />,
    below: (record) => <EvaluationBelow evaluation={record} />,
  },
);
