import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { type MemberWallData, memberWall } from '../../contract.wall.ts';
import { Frame, useWall } from './Frame.tsx';
import { Chart, NoRight, Panel } from './parts.tsx';
import { Radar } from './Radar.tsx';
import { River } from './River.tsx';
import './member.css';

/** `/bigScreen/show/member`: the wall of one member, `userId`. */
export default function MemberWall() {
  const { userId } = readQuery(useLocation().search, ['userId']);
  const query = useWall(memberWall, { userId: userId ?? '' });
  return (
    <Frame query={query} title={() => '党员画像'}>
      {(data) => (
        <div className="wall-body member">
          <Person data={data} />
          <div className="wall-column">
            <Panel title="政治历程" height={442} wide about={data.river[0] && `${data.river[0].on.slice(0, 4)}年至今`}>
              <River steps={data.river} today={data.today} />
            </Panel>
            <div className="wall-row">
              <Points data={data} />
              <Hours data={data} />
              <Dues data={data} />
            </div>
          </div>
        </div>
      )}
    </Frame>
  );
}

function Person({ data }: { data: MemberWallData }) {
  const { surname, name, categoryName, partyAgeMonths, facts, birthday } = data;
  return (
    <section className="wall-panel wall-person" aria-label="基本情况">
      <p className="wall-medal" aria-hidden="true">
        {surname}
      </p>
      <p className="wall-name">
        <b>{name}</b> <span>{categoryName}</span>
      </p>
      <p className="wall-party-age">
        {partyAgeMonths === null ? (
          '预备期内'
        ) : (
          <>
            党龄 <b>{Math.floor(partyAgeMonths / 12)}</b> 年 <b>{partyAgeMonths % 12}</b> 个月
          </>
        )}
      </p>
      <dl className="wall-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {birthday && (
        <p className="wall-birthday">
          政治生日
          <b>
            {birthday.month}月{birthday.day}日
          </b>
          <span className="now">{birthday.days === 0 ? '就是今天' : `还有${birthday.days}天`}</span>
        </p>
      )}
    </section>
  );
}

function Points({ data: { points } }: { data: MemberWallData }) {
  return (
    <Panel
      title="积分"
      about={points?.place ? '支部第' : ''}
      {...(points?.place ? { number: `${points.place}名` } : {})}
    >
      {points ? (
        <>
          <p className="wall-sum">
            <b>{points.score.toFixed(1)}</b>
            <small>
              含基础分{points.base}　虚线为支部平均 {points.mean.toFixed(1)}
            </small>
          </p>
          <Radar dimensions={points.dimensions} />
        </>
      ) : (
        <p className="none">今年还没有积分</p>
      )}
    </Panel>
  );
}

function Hours({ data: { hours } }: { data: MemberWallData }) {
  if (!hours)
    return (
      <Panel title="学时">
        <NoRight />
      </Panel>
    );
  const most = Math.max(1, ...hours.sources.map(({ value }) => value));
  const full = Math.max(hours.duty, hours.hours, 1);
  return (
    <Panel title="学时">
      <p className="wall-sum">
        <b>{hours.hours}</b>
        <small>学时{hours.duty > 0 && `，年度要求${hours.duty}`}</small>
      </p>
      <Chart
        caption="学时的来源"
        width={282}
        height={38 + Math.max(1, hours.sources.length) * 38}
        rows={hours.sources.map(({ label, value }) => [label, String(value)])}
      >
        <rect y="2" width="282" height="16" fill="#5E2420" />
        <rect y="2" width={(hours.hours * 282) / full} height="16" fill="#F7D774" />
        {hours.duty > 0 && <path d={`M${(hours.duty * 282) / full - 1} -2V22`} stroke="#FFF3D6" strokeWidth="3" />}
        {hours.sources.map(({ label, value }, at) => (
          <g key={label} transform={`translate(0 ${38 + at * 38})`}>
            <text y="20" fontSize="18">
              {label}
            </text>
            <rect x="96" y="7" width={(value * 130) / most} height="16" fill="#B98A5E" />
            <text x="282" y="21" fontSize="20" textAnchor="end" className="number">
              {value}
            </text>
          </g>
        ))}
      </Chart>
      {hours.sources.length === 0 && <p className="none">今年还没有学时</p>}
    </Panel>
  );
}

const CELLS = {
  paid: ['#B98A5E', ''],
  late: ['#7D4B24', '补'],
  exempt: ['#5E2420', '免'],
  open: ['none', ''],
  none: ['#3C0A0E', ''],
  now: ['#5CDBD3', ''],
} as const;

function Dues({ data: { dues, hours } }: { data: MemberWallData }) {
  return (
    <Panel title="党费与学习">
      <div className="wall-two">
        <div>
          {!dues && <NoRight />}
          {dues && (
            <>
              <p className="wall-to">{dues.paidTo ? `已交至${Number(dues.paidTo.slice(5))}月` : '还没有交纳'}</p>
              <Chart
                caption="各年党费"
                width={288}
                height={24 + dues.years.length * 38}
                rows={dues.years.map(({ year, months }) => [
                  String(year),
                  `已交${months.filter((one) => one === 'paid' || one === 'late' || one === 'now').length}个月，欠交${months.filter((one) => one === 'open').length}个月`,
                ])}
              >
                {[1, 3, 5, 7, 9, 11].map((month) => (
                  <text
                    key={month}
                    x={56 + (month - 1) * 19 + 8}
                    y="14"
                    fontSize="16"
                    textAnchor="middle"
                    className="dim"
                  >
                    {month}
                  </text>
                ))}
                {dues.years.map(({ year, months }, at) => (
                  <g key={year} transform={`translate(0 ${22 + at * 38})`}>
                    <text y="21" fontSize="18">
                      {year}
                    </text>
                    {months.map((state, month) => {
                      const [fill, word] = CELLS[state];
                      return (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the twelve months
                        <g key={month} transform={`translate(${56 + month * 19} 0)`}>
                          <rect
                            width="16"
                            height="28"
                            fill={fill}
                            stroke={state === 'open' ? '#FF8A80' : 'none'}
                            strokeWidth="2"
                          />
                          <text x="8" y="20" fontSize="13" textAnchor="middle">
                            {word}
                          </text>
                        </g>
                      );
                    })}
                  </g>
                ))}
              </Chart>
              {dues.years.some(({ months }) => months.includes('open')) && <p className="lack">红框为未交的月份</p>}
            </>
          )}
        </div>
        <ol className="wall-learnt">
          {hours?.lines.map(({ day, kind, text }) => (
            <li key={`${day} ${text}`}>
              <time dateTime={day}>{day.slice(5)}</time>
              <em>{kind}</em>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
