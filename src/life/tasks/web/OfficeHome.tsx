import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { officeHome } from '../contract.part.ts';
import { ANSWERS, type Answer } from '../rules.meeting.ts';
import { AnswerTag } from './meetingParts.tsx';
import { Due, nameOf, OfficeActs, PartTag } from './parts.tsx';
import { PATHS } from './paths.ts';

type Home = ReplyOf<typeof officeHome>;

/** 党务办公: what the organisation has to do, what it gave, and who is late with it; each number opens its rows. */
export default function OfficeHome() {
  const officeHomeQuery = useCall(officeHome, {}, { quiet: true, staleTime: 0 });
  return (
    <div className="office-page">
      <PageHead title="党务办公">
        <OfficeActs />
      </PageHead>
      {officeHomeQuery.data ? <Board home={officeHomeQuery.data} /> : <Waiting query={officeHomeQuery} />}
    </div>
  );
}

function Board({ home: { own, given, next, late, lateTotal, meetings, overdueWithin } }: { home: Home }) {
  const session = useSession();
  const gives = may(session, 'task:give');
  const nothing = own.received + own.working + own.returned + given.drafts + given.running + meetings.length === 0;
  const received = (query: Record<string, string>) => pathWithQuery(PATHS.list, query);
  return (
    <>
      <div className="office-figures">
        <section className="card" aria-label="我收到的">
          <h2>我收到的</h2>
          <ul>
            <Figure label="待接收" n={own.received} to={received({ state: '0' })} />
            <Figure label="办理中" n={own.working} to={received({ state: '1' })} />
            <Figure label="被退回" n={own.returned} to={received({ state: '3' })} late />
            <Figure label="逾期" n={own.overdue} to={received({ overdue: 'true' })} late />
          </ul>
        </section>
        <section className="card" aria-label="我发布的">
          <h2>我发布的</h2>
          <ul>
            <Figure label="草稿" n={given.drafts} to={received({ tab: 'given', state: '0' })} />
            <Figure label="进行中" n={given.running} to={received({ tab: 'given', state: '2' })} />
            <Figure label="待我验收" n={given.toCheck} to={received({ tab: 'given', only: 'reported' })} />
            <Figure label="我发布的逾期" n={given.overdue} to={received({ tab: 'given', only: 'overdue' })} late />
          </ul>
          {overdueWithin > 0 && (
            <p className="office-quiet">
              本组织及下级收到的任务（不论谁发布）共有{overdueWithin}件逾期，与首页提醒“工作任务逾期”相同。
            </p>
          )}
        </section>
      </div>
      {nothing && (
        <div className="card">
          <Empty
            title="还没有工作任务"
            act={
              gives && (
                <ButtonLink look="primary" to={PATHS.add}>
                  新增任务
                </ButtonLink>
              )
            }
          >
            上级布置的任务会出现在这里；要下级报送情况，就新增一项任务。
          </Empty>
        </div>
      )}
      {meetings.length > 0 && (
        <section className="card" aria-label="近期会议">
          <div className="card-head">
            <h2>近期会议</h2>
            <ButtonLink look="word" to={PATHS.meetings}>
              全部
            </ButtonLink>
          </div>
          <ul className="office-rows">
            {meetings.map((one) => (
              <li key={one.id}>
                <Link to={PATHS.meeting(one.id)}>
                  <span className="office-row-name">{one.title}</span>
                  <span className="muted">{one.orgName}</span>
                </Link>
                <span className="office-row-end">
                  {toLocal(one.startsAt)}　{one.place}
                  {one.answer === null ? (
                    <span className="tag">本组织召开</span>
                  ) : (
                    <AnswerTag answer={one.answer} answerName={ANSWERS[one.answer as Answer]} />
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="office-columns">
        <section className="card">
          <div className="card-head">
            <h2>接下来要办的</h2>
            <ButtonLink look="word" to={PATHS.list}>
              全部
            </ButtonLink>
          </div>
          {next.length === 0 ? (
            <p className="office-quiet">没有要办的任务。</p>
          ) : (
            <ul className="office-rows">
              {next.map((part) => (
                <li key={part.id}>
                  <Link to={PATHS.finish(part.taskId, part.circleId)}>
                    <span className="office-row-name">{nameOf(part)}</span>
                    <span className="muted">{part.giverName}</span>
                  </Link>
                  <span className="office-row-end">
                    <Due part={part} />
                    <PartTag part={part} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="card">
          <div className="card-head">
            <h2>下级谁晚了</h2>
            {lateTotal > 0 && <span className="muted">{lateTotal}个组织</span>}
          </div>
          {late.length === 0 ? (
            <p className="office-quiet">布置下去的任务没有逾期的。</p>
          ) : (
            <ul className="office-rows">
              {late.map((row) => (
                <li key={row.partId}>
                  <Link to={pathWithQuery(PATHS.view(row.taskId), { part: row.partId })}>
                    <span className="office-row-name">{row.orgName}</span>
                    <span className="muted">{row.parts}件没有上报</span>
                  </Link>
                  <span className="office-row-end office-late">
                    <Icon name="clock" size={14} />
                    最长{row.days}天
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

function Figure({ label, n, to, late = false }: { label: string; n: number; to: string; late?: boolean }) {
  return (
    <li>
      <Link to={to}>
        <b className={late && n > 0 ? 'office-late' : undefined}>{n}</b>
        <span>{label}</span>
      </Link>
    </li>
  );
}
