import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { BALLOTS } from '#procedures/ballot/rules.ts';
import { dutyOverview } from '../contract.duty.ts';
import { isMeetingType } from '../rules.ts';
import { CalendarDialog } from './CalendarDialog.tsx';
import { DutyMatrix } from './DutyMatrix.tsx';
import { DutyYear } from './DutyYear.tsx';
import { LeaderList } from './LeaderList.tsx';
import { LockList } from './LockList.tsx';
import { MeetingList } from './MeetingList.tsx';
import { OwedList } from './OwedList.tsx';
import { PlanDialog } from './PlanYear.tsx';
import { Planned, StateMark } from './parts.tsx';
import { PATHS } from './paths.ts';
import { DutyStrip } from './pickers.strip.tsx';
import { RuleList } from './RuleList.tsx';
import { SilentList } from './SilentList.tsx';
import StarList from './StarList.tsx';
import TalkYear from './TalkYear.tsx';
import './event.css';

/** 组织生活: what is owed now and next; the meetings, the matrix, a year and the lists behind the numbers by `tab`. */
export default function EventPage() {
  const { search } = useLocation();
  const { tab } = readQuery(search, ['tab']);
  if (tab === 'meetings') return <MeetingList />;
  if (tab === 'owed') return <OwedList />;
  if (tab === 'matrix') return <DutyMatrix />;
  if (tab === 'year') return <DutyYear />;
  if (tab === 'rules') return <RuleList />;
  if (tab === 'locks') return <LockList />;
  if (tab === 'talks') return <TalkYear />;
  if (tab === 'leaders') return <LeaderList />;
  if (tab === 'silent') return <SilentList />;
  if (tab === 'stars') return <StarList />;
  return <Overview />;
}

function Overview() {
  const query = useCall(dutyOverview, {}, { quiet: true });
  const [planning, setPlanning] = useState(false);
  const [subscribing, setSubscribing] = useState(false);
  if (!query.data) return <Waiting query={query} />;
  const { next, orgId, branches, today, can } = query.data;
  return (
    <div className="life-page">
      <PageHead>
        {can.add && (
          <Button icon="calendarCheck" onClick={() => setPlanning(true)}>
            一键排计划
          </Button>
        )}
        {can.add && (
          <ButtonLink look="primary" icon="plus" to={PATHS.add(orgId)}>
            登记会议
          </ButtonLink>
        )}
      </PageHead>
      {subscribing && <CalendarDialog whose="org" onClose={() => setSubscribing(false)} />}
      {planning && <PlanDialog orgId={orgId} today={today} onClose={() => setPlanning(false)} />}
      <DutyStrip overview={query.data}>
        {branches > 1 && (
          <>
            <Link to={PATHS.silent}>静默支部</Link>
            <Link to={PATHS.leaders()}>领导班子</Link>
          </>
        )}
      </DutyStrip>
      <section className="card" aria-labelledby="life-next">
        <div className="card-head">
          <h2 id="life-next">接下来该开的</h2>
          <span className="card-extra life-ways">
            {can.add && (
              <Button look="link" size="compact" onClick={() => setSubscribing(true)}>
                订阅日历
              </Button>
            )}
            <Link to="/affairs/member/partyGroup">党小组</Link>
            <Link to={BALLOTS.list}>无记名投票</Link>
            <Link to={PATHS.owed({})}>全部应开</Link>
          </span>
        </div>
        {next.length === 0 ? (
          <p className="life-empty">今年到目前为止应开的都开了。</p>
        ) : (
          <ul className="life-next">
            {next.map((row) => (
              <li key={row.id}>
                <StateMark state={row.state} name={row.stateName} />
                <span className="grow">
                  {row.periodText}
                  {row.typeName}
                  <small className="muted">
                    {row.orgName}，{row.state === 'missing' ? `应于${row.lastDay}前完成` : `${row.lastDay}前完成`}
                  </small>
                  <Planned row={row} />
                </span>
                {row.planned.length >= row.required - row.held && row.planned[0] ? (
                  <ButtonLink to={row.planned[0].href}>看会议</ButtonLink>
                ) : row.can.add ? (
                  <ButtonLink to={PATHS.add(row.orgId, { type: row.type, period: row.period })}>
                    {row.state === 'missing' ? '补录' : '登记'}
                  </ButtonLink>
                ) : !isMeetingType(row.type) ? (
                  <ButtonLink to={PATHS.names(row)}>查看名单</ButtonLink>
                ) : (
                  <ButtonLink to={PATHS.year(row.orgId)}>查看年度</ButtonLink>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
