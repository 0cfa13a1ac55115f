import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { integralHome, type ScoreRow } from '../contract.score.ts';
import { monthText, pointsText } from '../rules.ts';
import { GradeTag, PlanTag, Points, ScoreTags, Share } from './parts.tsx';
import { detailsPath, PATHS, scorePath } from './paths.ts';

type HomeData = ReplyOf<typeof integralHome>;

/** 组织考核: how the own organisation stands, what it has to hand in, what waits for its review. */
export default function Home() {
  const integralHomeQuery = useCall(integralHome, {}, { quiet: true, staleTime: 0 });
  const session = useSession();
  return (
    <div className="integral-page">
      <PageHead title="组织考核" />
      {integralHomeQuery.data ? (
        <Board home={integralHomeQuery.data} orgId={session.user.workOrgId} />
      ) : (
        <Waiting query={integralHomeQuery} />
      )}
    </div>
  );
}

function Board({ home, orgId }: { home: HomeData; orgId: string }) {
  return (
    <>
      <section className="card" aria-label="数目">
        <ul className="integral-figures">
          <Figure n={home.todoTotal} label="待填报" to={pathWithQuery(PATHS.projectList, { view: 'todo' })} />
          <Figure n={home.reviewTotal} label="待评审" to={pathWithQuery(PATHS.projectList, { view: 'review' })} />
          <Figure n={home.running} label="评分中的方案" to={pathWithQuery(PATHS.plan, { state: '2' })} />
          <Figure n={home.drafts} label="方案草稿" to={pathWithQuery(PATHS.plan, { state: '0' })} />
          <Figure n={home.exemptions} label="免考待确认" to={pathWithQuery(PATHS.exemptions, { state: '0' })} />
          <Figure n={home.projects} label="项目库" to={PATHS.project} />
        </ul>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>本组织的成绩</h2>
        </div>
        {home.standings.length === 0 ? (
          <p className="integral-quiet">还没有考核本组织的方案。上级发布后会出现在这里。</p>
        ) : (
          <ul className="integral-rows">
            {home.standings.map((one) => (
              <li key={one.planId}>
                <span>
                  <Link to={detailsPath(one.planId, orgId)}>
                    {one.year}年 {one.name}
                  </Link>{' '}
                  <span className="muted">{one.orgName}</span>
                </span>
                <span className="end">
                  <Share done={one.submitted} all={one.cells} label={`已提交${one.submitted}项，共${one.cells}项`} />
                  {one.lost > 0 && (
                    <span className="muted">
                      {/* While it runs the score is of what has been decided, and so is what was lost. */}
                      {one.state < 3 ? '已评项失分' : '失分'}
                      {pointsText(one.lost)}
                    </span>
                  )}
                  {one.state < 3 && one.total !== null && <span className="muted">已评部分折合</span>}
                  <Points value={one.total} />
                  <GradeTag grade={one.grade} />
                  {one.place !== null && (
                    <span>
                      第{one.place}名
                      <span className="muted">
                        （{one.group}，共{one.of}个）
                      </span>
                    </span>
                  )}
                  <PlanTag state={one.state} stateName={one.stateName} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="integral-columns">
        <Rows
          title="要填报的"
          rows={home.todo}
          total={home.todoTotal}
          empty="没有要填报的材料。"
          all={pathWithQuery(PATHS.projectList, { view: 'todo' })}
          name={(row) => row.planName}
        />
        <Rows
          title="待我评审的"
          rows={home.review}
          total={home.reviewTotal}
          empty="没有待评审的材料。"
          all={pathWithQuery(PATHS.projectList, { view: 'review' })}
          name={(row) => row.orgName}
        />
      </div>
    </>
  );
}

function Rows(props: {
  title: string;
  rows: readonly ScoreRow[];
  total: number;
  empty: string;
  all: string;
  name: (row: ScoreRow) => string;
}) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{props.title}</h2>
        {props.total > 0 && <Link to={props.all}>全部{props.total}项</Link>}
      </div>
      {props.rows.length === 0 ? (
        <p className="integral-quiet">{props.empty}</p>
      ) : (
        <ul className="integral-rows">
          {props.rows.map((row) => (
            <li key={row.id}>
              <span>
                <Link to={scorePath(row.id)}>
                  {row.itemName}
                  {row.month > 0 && `（${monthText(row.month)}）`}
                </Link>{' '}
                <span className="muted">{props.name(row)}</span>
              </span>
              <span className="end">
                <span className="muted">{row.dueOn}</span>
                <ScoreTags row={row} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Figure = ({ n, label, to }: { n: number; label: string; to: string }) => (
  <li>
    <Link to={to}>
      <b>{n}</b>
      <span>{label}</span>
    </Link>
  </li>
);
