import { Link, useParams } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard } from '#platform/web/field/Matter.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Failed, Gone } from '#platform/web/show/states.tsx';
import { listSelfChosen } from '#service/dualReport/contract.job.ts';
import { listMemberPairs, type PairRow } from '../contract.pair.ts';
import { PAIR_VIEWS } from '../rules.pair.ts';
import { lastColumns, PairState } from './pairColumns.tsx';
import { isId, PATHS } from './paths.ts';
import '#platform/web/field/matter.css';
import './volunteer.css';

const COLUMNS: readonly Column<PairRow>[] = [
  {
    key: 'memberName',
    title: '党员',
    width: 110,
    card: 'title',
    cell: (row) => <Link to={PATHS.pair(row.id)}>{row.memberName}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 150,
    card: 'tag',
    cell: (row) => <PairState row={row} />,
    filter: { kind: 'choice', name: 'view', options: optionsOf(PAIR_VIEWS) },
  },
  { key: 'personName', title: '困难群众', width: 110, card: 'line', cell: (row) => row.personName },
  { key: 'difficulty', title: '困难类型', width: 100, card: 'line', cell: (row) => row.difficultyName || noValue },
  {
    key: 'otherName',
    title: '社区（村）党组织',
    width: 200,
    card: 'line',
    cell: (row) => <span title={row.otherName}>{row.otherName}</span>,
  },
  ...lastColumns.filter(({ key }) => key !== 'askedOn'),
];

/** Who chose a post alone and waits for the community, of the first hundred. */
function SelfChosen({ orgId }: { orgId: string }) {
  const query = useCall(listSelfChosen, { orgId, pageSize: '100' }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={3} />;
  const { rows, total } = query.data;
  return (
    <div className="matter-gap">
      <FactCard title="自选岗位待安排" extra={`${total}人`}>
        {rows.length === 0 && <Fact label="待安排">没有</Fact>}
        {rows.map((row) => (
          <Fact key={row.id} label={row.name}>
            <Link to={`/service/auditMember?id=${row.id}`}>
              {row.postNames}，{row.orgName}，{row.askedOn}
            </Link>
          </Fact>
        ))}
      </FactCard>
    </div>
  );
}

/** `pair/member/:id/:code`: who of an organisation helps which household; the code must be the organisation's. */
export default function PairMembers() {
  const { id, code = '' } = useParams();
  if (!isId(id) || !/^(\d{4})+$/.test(code)) return <Gone sentence="地址不完整，请从结对管理打开" />;
  return <Listed key={id} id={id} code={code} />;
}

function Listed({ id, code }: { id: string; code: string }) {
  const org = useOrg(id);
  const first = useCall(listMemberPairs, { orgId: id, pageSize: '1' }, { quiet: true });
  if (first.data && first.data.orgCode !== code) return <Gone sentence="组织编码已变化，请从结对管理重新打开" />;
  if (org.failed) return <Failed error={org.failed.error} onRetry={() => void org.failed?.refetch()} />;
  return (
    <div className="list-page">
      <PageHead title={org.name ? `结对人员 ${org.name}` : '结对人员'} />
      <PlainList<PairRow, { counts: Record<string, number>; visits: number }>
        caption="结对人员"
        endpoint={listMemberPairs}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '党员或困难群众姓名' }}
        unit="对"
        inputOf={(values) => ({ ...values, orgId: id })}
        note={({ counts, visits }) => (
          <>
            <span>结对中{counts.paired ?? 0}对</span>
            <span>今年走访{visits}次</span>
            <span>久未走访{counts.idle ?? 0}对</span>
          </>
        )}
        empty={{ title: '还没有党员结对帮扶', text: '在“结对管理”点“申请结对”，类型选“党员帮扶”。' }}
      />
      <SelfChosen orgId={id} />
    </div>
  );
}
