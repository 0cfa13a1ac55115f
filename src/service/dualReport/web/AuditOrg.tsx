import { useLocation } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard } from '#platform/web/field/Matter.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { getPair, type PairDetail, printPair, setPair } from '../contract.pair.ts';
import { PATHS } from './paths.ts';
import { Outcome, ReportFrame } from './ReportFrame.tsx';
import { Desk } from './Reports.tsx';
import { ORGANISATIONS } from './sorts.tsx';

/** `auditOrg`: organisations that came to the communities of the scope, what waits first; `?id=` one of them. */
export default function AuditOrg() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (id === undefined) return <Desk of={ORGANISATIONS} />;
  if (!/^[1-9]\d{0,17}$/.test(id)) return <Gone sentence="地址不完整，请从报到列表打开" />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(getPair, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} onAgain={() => void query.refetch()} />}
    </RecordLoader>
  );
}

function Shown({ row, onAgain }: { row: PairDetail; onAgain: () => void }) {
  const set = useAct(setPair);
  const setQuiet = useAct(setPair, { quiet: true });
  const { id, version, homeName } = row;
  return (
    <ReportFrame
      noun="组织报到"
      name={homeName}
      row={row}
      subject="sbdPair"
      editHref={PATHS.editPair(id)}
      accept={{
        label: '接受',
        run: () => set.mutateAsync({ id, status: 1, version }),
        told: '已接受，报到的党组织已收到通知',
      }}
      back={{
        run: (reason) => set.mutateAsync({ id, status: 2, version, reason }),
        consequence: '报到的党组织会收到原因，可以改好后重新报到。',
      }}
      withdraw={() => set.mutateAsync({ id, status: 4, version })}
      end={{
        act: '结束报到',
        title: `结束 ${homeName}的报到`,
        label: '结束原因',
        consequence: '两边的共建服务到今天为止，另一方会收到通知；以后可以重新报到。',
        told: '已结束报到',
        run: (reason) => setQuiet.mutateAsync({ id, status: 3, version, reason }),
      }}
      print={(signal) => call(printPair, { id }, { quiet: true, signal })}
      onAgain={onAgain}
    >
      <FactCard title="报到信息">
        <Fact label="报到党组织">{homeName}</Fact>
        <Fact label="社区（街道）">{row.orgName}</Fact>
        <Fact label="联系人">{row.contact}</Fact>
        <Fact label="联系电话">{row.phone}</Fact>
        <Fact label="服务岗位">{row.postNames}</Fact>
        <Fact label="可提供">{row.offers}</Fact>
      </FactCard>
      <FactCard title="办理情况">
        <Fact label="登记">
          {row.askedOn}，{row.askedName}
        </Fact>
        <Outcome row={row} accepted="接受" />
      </FactCard>
    </ReportFrame>
  );
}
