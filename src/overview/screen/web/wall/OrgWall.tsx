import { Navigate, useLocation } from 'react-router';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { type OrgWallData, orgWall } from '../../contract.wall.ts';
import { PATHS } from '../../rules.ts';
import { rateOf, sharePercent } from '../../rules.wall.ts';
import { DutyCells } from './Duty.tsx';
import { Frame, useWall } from './Frame.tsx';
import { OrgMap } from './OrgMap.tsx';
import { Bars, Chart, Funnel, groupDigits, News, NoRight, Panel, Ring, Six, Split, Ticker } from './parts.tsx';
import { useWide, WideActivity, WideDues, WideGrowth, WideMembers } from './Wide.tsx';
import './map.css';

/** `/bigScreen/show/org`: the wall of an organisation with others below it; without `orgId` and `orgCode` of the own one. */
export default function OrgWall() {
  const { orgId, orgCode } = readQuery(useLocation().search, ['orgId', 'orgCode']);
  const query = useWall(orgWall, { ...(orgId ? { orgId } : {}), ...(orgCode ? { orgCode } : {}) });
  return (
    <Frame query={query} title={({ org }) => titleOf(org.name)} widens>
      {(data) =>
        // Below a branch there is nothing to show by organisation: it has a wall of its own.
        data.below.length === 0 ? (
          <Navigate to={pathWithQuery(PATHS.branchWall, { orgId: data.org.id, orgCode: data.org.code })} replace />
        ) : (
          <OrgBody data={data} />
        )
      }
    </Frame>
  );
}

/** 中共峡州市委员会 is 峡州市 in a title, which has an even count of signs: a seam of the wall runs between two of them. */
export function titleOf(name: string): string {
  const title = `${name.replace(/^中共/, '').replace(/(委员会|党工委|党委)$/, '')}党建全景`;
  return [...title].length % 2 === 0 ? title : `${title}图`;
}

/** What the wall of an organisation shows below its head. @param alone nobody is signed in, who could ask for further columns */
export function OrgBody({ data, alone = false }: { data: OrgWallData; alone?: boolean }) {
  const wide = useWide() && !alone;
  const month = Number(data.today.slice(5, 7));
  const at = { orgId: data.org.id };
  const lists = {
    convert: pathWithQuery(PATHS.convert, at),
    activity: pathWithQuery(PATHS.activity, at),
    dues: pathWithQuery(PATHS.dues, at),
  };
  return (
    <div className="wall-body">
      {wide && (
        <>
          <div className="wall-column">
            <WideMembers data={data} />
          </div>
          <div className="wall-column">
            <WideGrowth data={data} />
          </div>
        </>
      )}
      <div className="wall-column">
        <Members data={data} href={lists.convert} />
        <Age data={data} />
        <Education data={data} />
      </div>
      <div className="wall-column">
        <Six figures={data.figures} />
        <OrgMap below={data.below} hasOutlines={data.hasOutlines} opens={!alone} />
        <Ticker texts={data.ticker} />
      </div>
      <div className="wall-column">
        <Panel
          title="发展党员"
          height={228}
          about={data.accepted === null ? '' : '本年接收，按支部大会日期'}
          {...(data.accepted === null ? {} : { number: groupDigits(data.accepted) })}
        >
          <Funnel caption="发展党员各阶段人数" shares={data.funnel} />
        </Panel>
        <Duty data={data} month={month} href={lists.activity} />
        <Dues data={data} href={lists.dues} />
        <Panel title="最新动态">{data.news ? <News rows={data.news} places={4} /> : <NoRight />}</Panel>
      </div>
      {wide && (
        <>
          <div className="wall-column">
            <WideActivity data={data} />
          </div>
          <div className="wall-column">
            <WideDues data={data} />
          </div>
        </>
      )}
    </div>
  );
}

function Members({ data: { members, today }, href }: { data: OrgWallData; href: string }) {
  const { total, formal, probationary, men, women, net } = members;
  const [year, month] = today.split('-').map(Number);
  return (
    <Panel title="党员队伍" height={326} about={`${year}年${month}月`} href={href}>
      <p className="wall-hero">
        {groupDigits(total)}
        <small>名党员</small>
      </p>
      <p className="wall-dim">
        {net === null ? (
          '正式党员和预备党员'
        ) : (
          <>
            较上年末{net < 0 ? '净减' : '净增'} <b>{groupDigits(Math.abs(net))}</b> 名
          </>
        )}
      </p>
      <Split
        parts={[
          { label: '正式党员', value: formal },
          { label: '预备党员', value: probationary },
        ]}
        colours={['#F7D774', '#FF7A45']}
      />
      <Split
        parts={[
          { label: '男', value: men },
          { label: '女', value: women },
        ]}
        colours={['#C0A08C', '#FF8A80']}
      />
    </Panel>
  );
}

function Age({ data: { age, standing: whole } }: { data: OrgWallData }) {
  // 35 and younger: the first two bands of the bulletin.
  const young = age.slice(0, 2).reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel title="年龄结构" height={338} about="35岁及以下" number={`${sharePercent(young, whole)}%`}>
      <Bars caption="党员的年龄" shares={age} whole={whole} />
    </Panel>
  );
}

const LEVELS = ['#F7D774', '#DBA94F', '#FF7A45', '#B5644A', '#9A5A48', '#7A4A40'];

function Education({ data: { education, standing: whole } }: { data: OrgWallData }) {
  const college = education.slice(0, 3).reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel title="学历结构" about="大专及以上" number={`${sharePercent(college, whole)}%`}>
      <div className="wall-bar tall" aria-hidden="true">
        {education.map(
          ({ label, value }, at) =>
            value > 0 && <span key={label} style={{ flexGrow: value, background: LEVELS[at] }} />,
        )}
      </div>
      <dl className="wall-levels">
        {education.map(({ label, value }, at) => (
          <div key={label}>
            <dt>
              <i style={{ background: LEVELS[at] }} />
              {label}
            </dt>
            <dd>{groupDigits(value)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Duty({ data: { duty }, month, href }: { data: OrgWallData; month: number; href: string }) {
  const rate = duty && rateOf(duty.lines, month);
  return (
    <Panel
      title="组织生活完成率"
      height={252}
      href={href}
      about={rate && (rate.until === 1 ? '1月' : `1–${rate.until}月`)}
      {...(rate ? { number: `${rate.rate}%` } : {})}
    >
      {!duty && <NoRight />}
      {duty && duty.lines.length === 0 && <p className="none">今年还没有应开的会议</p>}
      {duty && duty.lines.length > 0 && (
        <DutyCells caption={`${duty.year}年组织生活达标情况`} month={month} lines={duty.lines} />
      )}
    </Panel>
  );
}

const wan = (fen: number) => `${(fen / 1_000_000).toFixed(2)}万元`;
const yuan = (fen: number) => `${groupDigits(Math.round(fen / 100))}元`;

function Dues({ data: { dues }, href }: { data: OrgWallData; href: string }) {
  const money = (fen: number) => ((dues?.due ?? 0) >= 10_000_000 ? wan(fen) : yuan(fen));
  const rate = dues ? sharePercent(dues.paid, dues.due) : 0;
  const lines = dues
    ? ([
        ['本月应缴', money(dues.due), 'number'],
        ['已缴', money(dues.paid), 'number'],
        ['欠缴', `${groupDigits(dues.owing)}名`, dues.owing > 0 ? 'lack' : 'number'],
      ] as const)
    : [];
  return (
    <Panel title="党费收缴" height={196} href={href} about={dues && `${Number(dues.month.slice(5))}月`}>
      {!dues && <NoRight />}
      {dues && dues.due === 0 && <p className="none">本月还没有开账</p>}
      {dues && dues.due > 0 && (
        <Chart
          caption="本月党费"
          width={410}
          height={124}
          rows={[['收缴率', `${rate}%`], ...lines.map(([label, value]) => [label, value] as const)]}
        >
          <Ring rate={rate} />
          {lines.map(([label, value, look], at) => (
            <g key={label} transform={`translate(0 ${at * 40})`}>
              <text x="152" y="30" fontSize="18" className="dim">
                {label}
              </text>
              <text x="410" y="30" fontSize="20" textAnchor="end" className={look}>
                {value}
              </text>
              {at < 2 && <path d="M152 43H410" stroke="#8E3A2A" opacity=".5" />}
            </g>
          ))}
        </Chart>
      )}
    </Panel>
  );
}
