import type { CSSProperties } from 'react';
import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { type BranchWallData, branchWall } from '../../contract.wall.ts';
import { addressOf, PATHS } from '../../rules.ts';
import { daysBetween, surnameOf } from '../../rules.wall.ts';
import { Frame, useWall } from './Frame.tsx';
import { Chart, News, NoRight, Panel, Six } from './parts.tsx';
import { Year } from './Year.tsx';
import './branch.css';

/** `/bigScreen/show/branch`: the wall of a branch; without `orgId` and `orgCode` of the own one. */
export default function BranchWall() {
  const { orgId, orgCode } = readQuery(useLocation().search, ['orgId', 'orgCode']);
  const query = useWall(branchWall, { ...(orgId ? { orgId } : {}), ...(orgCode ? { orgCode } : {}) });
  return (
    <Frame query={query} title={({ org }) => org.name}>
      {(data) => <BranchBody data={data} />}
    </Frame>
  );
}

/** What the wall of a branch shows below its head. */
export function BranchBody({ data }: { data: BranchWallData }) {
  const perRow = 13;
  const rows = Math.max(1, Math.ceil(data.wall.length / perRow));
  return (
    <div className="wall-body">
      <div className="wall-column">
        <Overview data={data} />
        <Panel title="支部班子" height={414} about={data.term ? `${data.term.posts.length}人` : ''}>
          <Committee data={data} />
        </Panel>
        <Panel title="支部荣誉">
          {!data.honours && <NoRight />}
          {data.honours?.length === 0 && <p className="none">还没有登记表彰</p>}
          <ul className="wall-honours">
            {data.honours?.map(({ year, name }) => (
              <li key={`${year} ${name}`}>
                <b>{year}</b> {name}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <div className="wall-column">
        <Six figures={data.figures} />
        <Panel title="党员墙" about="按姓氏笔画为序，数字为党龄，青圈为本月政治生日">
          <ul className={rows > 3 ? 'wall-people dense' : 'wall-people'} style={{ '--rows': rows } as CSSProperties}>
            {data.wall.map(({ id, surname, mark, kind }) => (
              <li key={id}>
                <a
                  className={kind}
                  href={addressOf(PATHS.memberWall, { userId: id })}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  <span className={surname.length > 1 ? 'two' : undefined}>{surname}</span>
                  <small>{mark}</small>
                </a>
              </li>
            ))}
          </ul>
          {data.wall.length === 0 && <p className="none">还没有党员</p>}
        </Panel>
        <Panel title="三会一课" height={432} wide about={<Legend year={data.today.slice(0, 4)} />}>
          {data.duty ? <Year duty={data.duty} month={Number(data.today.slice(5, 7))} /> : <NoRight />}
        </Panel>
      </div>
      <div className="wall-column">
        <Next data={data} />
        <Panel
          title="积分排行"
          height={408}
          about="虚线为支部平均"
          {...(data.rank ? { number: data.rank.mean.toFixed(1) } : {})}
        >
          {data.rank ? <Rank rank={data.rank} /> : <p className="none">今年还没有积分</p>}
        </Panel>
        <Panel title="近期活动">{data.news ? <News rows={data.news} places={5} dated /> : <NoRight />}</Panel>
      </div>
    </div>
  );
}

function Legend({ year }: { year: string }) {
  return (
    <span className="wall-keys">
      {year}年 <i className="held" />
      已开 <i className="due" />
      待开 <i className="missing" />缺
    </span>
  );
}

const inWords = (day: string) => `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月`;

function Overview({ data: { members, foundedOn, term, today } }: { data: BranchWallData }) {
  const left = term?.until ? daysBetween(today, term.until) : null;
  return (
    <Panel title="支部概况" height={244}>
      <div className="wall-branch">
        <p className="wall-hero">
          {members.total}
          <small>名党员</small>
        </p>
        <dl>
          {(
            [
              ['正式', members.formal],
              ['积极分子', members.activists],
              ['预备', members.probationary],
              ['申请人', members.applicants],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <dl className="wall-dates">
        <dt>成立</dt>
        <dd>{foundedOn ? inWords(foundedOn) : '未填'}</dd>
        {term?.until && (
          <>
            <dt>届满</dt>
            <dd>
              {inWords(term.until)}
              {left !== null && (
                <span className={left < 0 ? 'lack' : 'now'}>
                  {left < 0 ? '已过期' : left < 60 ? `还有${left}天` : `还有${Math.floor(left / 30)}个月`}
                </span>
              )}
            </dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Committee({ data: { term } }: { data: BranchWallData }) {
  if (!term || term.posts.length === 0) return <p className="none">还没有登记班子</p>;
  return (
    <ul className="wall-committee">
      {term.posts.slice(0, 5).map(({ name, post }, at) => (
        <li key={`${name} ${post}`} className={at === 0 ? 'first' : undefined}>
          <i aria-hidden="true">{surnameOf(name.replace('*', ''))}</i>
          <b>{name}</b>
          <span>
            {post}
            <small>{inWords(term.electedOn)}当选</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

const two = (n: number) => String(n).padStart(2, '0');

function Next({ data: { next } }: { data: BranchWallData }) {
  const at = next && new Date(next.at);
  return (
    <Panel title="下一次" height={196} about={next?.kind}>
      {next && at ? (
        <div className="wall-next">
          <p>
            <b>{next.days === 0 ? '今' : next.days}</b>
            {next.days === 0 ? '天' : '天后'}
          </p>
          <p>
            {at.getMonth() + 1}月{at.getDate()}日 {two(at.getHours())}:{two(at.getMinutes())}
            <span>{next.place}</span>
            <small>{next.due === null ? next.title : `应到${next.due}人`}</small>
          </p>
        </div>
      ) : (
        <p className="none">还没有安排</p>
      )}
    </Panel>
  );
}

/** Where values lie close together: dots on a cut axis, with the branch's mean as a dashed line. */
function Rank({ rank: { mean, rows } }: { rank: NonNullable<BranchWallData['rank']> }) {
  const [left, right] = [96, 330];
  const values = [mean, ...rows.map(({ score }) => score)];
  const low = Math.floor(Math.min(...values) / 5) * 5;
  const high = Math.max(low + 5, Math.ceil(Math.max(...values) / 5) * 5);
  const x = (score: number) => left + ((score - low) * (right - left)) / (high - low);
  const marks = [low, (low + high) / 2, high];
  return (
    <Chart
      caption="积分排行"
      width={410}
      height={336}
      rows={rows.map(({ place, name, score }) => [`第${place}名 ${name}`, String(score)])}
    >
      {marks.map((mark) => (
        <g key={mark}>
          <path d={`M${x(mark)} 0V296`} stroke="#8E3A2A" opacity=".5" />
          <text x={x(mark)} y="322" fontSize="16" textAnchor="middle" className="dim">
            {mark}
          </text>
        </g>
      ))}
      <path d={`M${x(mean)} 0V300`} stroke="#F6E9DC" strokeWidth="1.5" strokeDasharray="4 4" />
      {rows.map(({ id, place, name, score }, at) => {
        const colour = at < 3 ? '#F7D774' : '#DBA46A';
        return (
          <g key={id} transform={`translate(0 ${at * 37})`}>
            <text x="8" y="24" fontSize={at < 3 ? 24 : 18} className={at < 3 ? 'number' : 'dim'}>
              {place}
            </text>
            <text x="40" y="24" fontSize="18">
              {name}
            </text>
            <path d={`M${x(mean)} 18H${x(score)}`} stroke={colour} strokeWidth="3" />
            <circle cx={x(score)} cy="18" r={at < 3 ? 8 : 6} fill={colour} />
            <text x="410" y="25" fontSize="20" textAnchor="end" className="number">
              {score.toFixed(1)}
            </text>
          </g>
        );
      })}
    </Chart>
  );
}
