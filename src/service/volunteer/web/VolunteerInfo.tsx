import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getVolunteer, type VolunteerActivity, volunteerActivities, volunteerOrgs } from '../contract.people.ts';
import { PROOFS, type Proof, printProof } from '../contract.proof.ts';
import { Stars, StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

/** `volunteer/member/info/:id`: a volunteer with the report, hours, star and what the person took part in. */
export default function VolunteerInfo() {
  const { id } = useParams();
  if (!isId(id)) return <Gone />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(getVolunteer, { id }, { quiet: true });
  return <RecordLoader query={query}>{(row) => <Shown row={row} />}</RecordLoader>;
}

const COLUMNS: readonly Column<VolunteerActivity>[] = [
  {
    key: 'title',
    title: '活动',
    width: 220,
    card: 'title',
    cell: (row) => (row.isHere ? <Link to={PATHS.hoursInfoOf(row.id)}>{row.title}</Link> : row.title),
  },
  { key: 'state', title: '报名', width: 90, card: 'tag', cell: (row) => <StateTag name={row.stateName} /> },
  { key: 'startsAt', title: '时间', width: 150, card: 'line', cell: (row) => row.startsAt },
  { key: 'orgName', title: '发布组织', width: 190, card: 'line', cell: (row) => row.orgName },
  { key: 'signedAt', title: '签到', width: 150, card: 'line', cell: (row) => row.signedAt ?? noValue },
  {
    key: 'hours',
    title: '时长',
    width: 140,
    card: 'side',
    cell: (row) =>
      row.hours === null ? (
        noValue
      ) : (
        <>
          {row.hours}小时 <StateTag name={row.hoursStateName} />
        </>
      ),
  },
];

/** The organisations that somebody has to do with. */
function Orgs({ id }: { id: string }) {
  const query = useCall(volunteerOrgs, { id, pageSize: '100' }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={3} />;
  return (
    <FactCard title="有关的组织">
      {query.data.rows.map((row) => (
        <Fact key={`${row.id} ${row.relation}`} label={row.relation}>
          {[row.name, row.stateName, row.since && `${row.since}起`].filter(Boolean).join('，')}
        </Fact>
      ))}
    </FactCard>
  );
}

function Shown({ row }: { row: ReplyOf<typeof getVolunteer> }) {
  const [paper, setPaper] = useState<Proof | null>(null);
  useTitle(`志愿者 ${row.name}`);
  return (
    <>
      <RecordTop title={`志愿者 ${row.name}`} />
      <MatterHead name={row.name} state={<Stars stars={row.stars} name={row.starName} />}>
        {row.isOwn && row.hours > 0 && (
          <Button icon="print" aria-haspopup="dialog" onClick={() => setPaper(1)}>
            时长证明
          </Button>
        )}
        {row.isOwn && (
          <Button icon="print" aria-haspopup="dialog" onClick={() => setPaper(2)}>
            服务卡
          </Button>
        )}
        {row.isOwn && <ButtonLink to={`/affairs/member/browse/${row.id}`}>党员档案</ButtonLink>}
      </MatterHead>
      <div className="matter-work">
        <FactCard title="服务时长" extra={row.starName || '未评星'}>
          <Fact label="认定时长">{row.hours}小时</Fact>
          <Fact label="参加活动">{row.times}次</Fact>
          <Fact label="下一星级">{row.next ? `还差${row.next.lacks}小时` : '已满五星级'}</Fact>
          {row.years.map(({ year, hours, times }) => (
            <Fact key={year} label={`${year}年`}>
              {hours}小时，{times}次
            </Fact>
          ))}
        </FactCard>
        <FactCard title="报到和意愿">
          <Fact label="所在党组织">{row.homeName}</Fact>
          <Fact label="手机号">{row.phone}</Fact>
          <Fact label="报到社区">{row.placeName}</Fact>
          <Fact label="服务岗位">{row.postNames}</Fact>
          <Fact label="特长">{row.skills}</Fact>
        </FactCard>
      </div>
      <div className="matter-gap">
        <PlainList<VolunteerActivity>
          caption="参加的活动"
          endpoint={volunteerActivities}
          columns={COLUMNS}
          unit="次"
          inputOf={(values) => ({ ...values, id: row.id })}
          empty={{ title: '还没有参加活动', text: row.isOwn ? '报名的活动会出现在这里。' : '只列出本地的活动。' }}
        />
      </div>
      <div className="matter-gap">
        <Orgs id={row.id} />
      </div>
      {paper && (
        <PaperDialog
          title={`${PROOFS[paper]} ${row.name}`}
          ask={(signal) => call(printProof, { id: row.id, kind: paper }, { quiet: true, signal })}
          onClose={() => setPaper(null)}
        />
      )}
    </>
  );
}
