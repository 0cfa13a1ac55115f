import { Link, useLocation } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard } from '#platform/web/field/Matter.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { decideReport, endReport, getReport, printReport, type ReportDetail, withdrawReport } from '../contract.ts';
import { REPORT } from '../rules.ts';
import { Jobs } from './Jobs.tsx';
import { PosterAct } from './PosterAct.tsx';
import { PATHS } from './paths.ts';
import { Outcome, ReportFrame } from './ReportFrame.tsx';
import { Desk } from './Reports.tsx';
import { PEOPLE } from './sorts.tsx';

/** `auditMember`: what came to the communities of the scope, what waits first; `?id=` one report with the act that is next. */
export default function AuditMember() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (id === undefined) return <Desk of={PEOPLE} acts={<PosterAct />} />;
  if (!/^[1-9]\d{0,17}$/.test(id)) return <Gone sentence="地址不完整，请从报到列表打开" />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(getReport, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} onAgain={() => void query.refetch()} />}
    </RecordLoader>
  );
}

function Shown({ row, onAgain }: { row: ReportDetail; onAgain: () => void }) {
  const decide = useAct(decideReport);
  const withdraw = useAct(withdrawReport);
  const end = useAct(endReport, { quiet: true });
  const { id, version, name } = row;
  return (
    <>
      <ReportFrame
        noun="党员报到"
        name={name}
        row={row}
        subject="sbdReport"
        editHref={PATHS.edit(id)}
        warning={row.livingAt && `现在${row.livingAt}报到；接收后，那里的报到同日结束（迁出）。`}
        accept={{
          label: '接收',
          run: () => decide.mutateAsync({ type: 1, id, status: 1, version }),
          told: `已接收${name}，本人和所在党组织已收到通知`,
        }}
        back={{
          run: (reason) => decide.mutateAsync({ type: 1, id, status: 2, version, reason }),
          consequence: '本人和所在党组织会收到原因，可以改好后重新报到。',
        }}
        withdraw={() => withdraw.mutateAsync({ id, version })}
        end={{
          act: '登记迁出',
          title: `登记迁出 ${name}`,
          label: '迁出原因',
          max: 100,
          consequence: `不再住在${row.orgName}的登记迁出；搬到别的社区的，到新社区报到，接收后自动迁出。`,
          told: '已登记迁出',
          run: (note) => end.mutateAsync({ id, version, note }),
        }}
        print={(signal) => call(printReport, { id }, { quiet: true, signal })}
        onAgain={onAgain}
      >
        <FactCard title="报到信息" extra={`${row.sourceName} ${row.askedOn}`}>
          <Fact label="社区党组织">{row.orgName}</Fact>
          <Fact label="居住地址">{row.residence}</Fact>
          <Fact label="小区">{row.quarter}</Fact>
          <Fact label="服务岗位">{row.postNames}</Fact>
          <Fact label="服务时间">{row.timeNames}</Fact>
          <Fact label="特长">{row.skills}</Fact>
        </FactCard>
        <FactCard title="党员和办理">
          <Fact label="姓名">
            {row.memberId ? <Link to={`/affairs/member/browse/${row.memberId}`}>{name}</Link> : name}
          </Fact>
          <Fact label="手机号">{row.phone}</Fact>
          <Fact label="所在党组织">{row.homeName}</Fact>
          <Fact label="工作单位">{row.workUnit}</Fact>
          <Fact label="登记人">{row.askedName}</Fact>
          <Outcome row={row} accepted="接收" />
        </FactCard>
      </ReportFrame>
      {(row.status === REPORT.reported || row.status === REPORT.moved) && <Jobs key={`${id} ${version}`} id={id} />}
    </>
  );
}
