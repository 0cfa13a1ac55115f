import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { REGIONS } from '#platform/places/regions.ts';
import { Bars, type Share } from '#platform/web/bars/Bars.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { formatPercent } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { flowStatistics } from '../contract.numbers.ts';
import { SIDES, type Side } from '../contract.ts';
import { squareOf } from '../rules.map.ts';
import { regionName } from '../rules.report.ts';
import { REASONS, TRADES } from '../rules.ts';
import { FlowMap } from './FlowMap.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/field/matter.css';
import './floating.css';
import './statistics.css';

type Answer = ReplyOf<typeof flowStatistics>;

/** `statistics`, with `?orgId=`: who is away and who has come, where, why, and how well they are kept in touch with. */
export default function Statistics() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const query = useCall(flowStatistics, orgId ? { orgId } : {}, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="流动统计">
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>{(answer) => <Body answer={answer} orgId={orgId} />}</RecordLoader>
    </div>
  );
}

function Body({ answer, orgId }: { answer: Answer; orgId: string | undefined }) {
  const [side, setSide] = useState<Side>('out');
  const [chosen, setChosen] = useState<string | null>(null);
  const of: Record<string, string> = orgId ? { orgId } : {};
  const { figures } = answer;
  const list = (filter: Record<string, string>) => PATHS.rows({ ...of, ...filter });
  const shares = (rows: Answer['reasons'], labels: Readonly<Record<number, string>>, filter: string): Share[] =>
    rows.map(({ code, n }) => ({
      key: String(code),
      label: labels[code] ?? '其他',
      value: n,
      href: list({ [filter]: String(code) }),
    }));
  return (
    <>
      <p className="flow-asof">
        {answer.orgName}，截至{answer.today}
      </p>
      <section className="card" aria-label="现在的人数">
        <ul className="flow-figures">
          <Figure label="流出" value={figures.out} href={list({})} />
          <Figure label="流入" value={figures.in} href={list({ view: 'in' })} />
          <Figure label="待确认" value={figures.waiting} href={list({ view: 'waiting' })} />
          <Figure label="联系超期" value={figures.overdue} href={list({ overdue: '1' })} isLate />
          <Figure label="失联" value={figures.lost} href={list({ view: 'lost' })} isLate />
          <Figure label="一个月内联系到" value={formatPercent(figures.reached, figures.out)} href={null} />
          <Figure label="已纳入流入地" value={formatPercent(figures.received, figures.out)} href={null} />
          <Figure label="持活动证" value={formatPercent(figures.certified, figures.out)} href={null} />
        </ul>
      </section>
      <section className="card" aria-label="地区分布">
        <div className="card-head">
          <h2>地区分布</h2>
        </div>
        <div className="tabs" role="tablist" aria-label="流出或流入">
          {(Object.keys(SIDES) as Side[]).map((key) => (
            <Pressable
              role="tab"
              key={key}
              aria-selected={side === key}
              className="tab"
              onClick={() => {
                setSide(key);
                setChosen(null);
              }}
            >
              {key === 'out' ? '流出到哪里' : '流入从哪里来'}
            </Pressable>
          ))}
        </div>
        <div className="flow-where">
          <FlowMap side={side} places={answer.places} chosen={chosen} onChoose={setChosen} />
          <Places side={side} answer={answer} chosen={chosen} list={list} />
        </div>
      </section>
      <div className="matter-work">
        <section className="card" aria-label="流出原因">
          <div className="card-head">
            <h2>流出原因</h2>
          </div>
          {figures.out === 0 ? (
            <p className="matter-quiet">现在没有流出的党员。</p>
          ) : (
            <Bars caption="流出原因" kind="rows" unit="人" shares={shares(answer.reasons, REASONS, 'reason')} />
          )}
        </section>
        <section className="card" aria-label="从事行业">
          <div className="card-head">
            <h2>从事行业</h2>
          </div>
          {figures.out === 0 ? (
            <p className="matter-quiet">现在没有流出的党员。</p>
          ) : (
            <Bars caption="从事行业" kind="rows" unit="人" shares={shares(answer.trades, TRADES, 'trade')} />
          )}
        </section>
      </div>
      <Months months={answer.months} />
    </>
  );
}

function Figure({
  label,
  value,
  href,
  isLate,
}: {
  label: string;
  value: number | string;
  href: string | null;
  isLate?: true;
}) {
  const inside = (
    <>
      <b className={isLate && value !== 0 ? 'flow-late' : undefined}>{value}</b>
      <span>{label}</span>
    </>
  );
  return <li>{href === null || value === 0 ? <div>{inside}</div> : <Link to={href}>{inside}</Link>}</li>;
}

interface PlacesProps {
  side: Side;
  answer: Answer;
  chosen: string | null;
  list: (filter: Record<string, string>) => string;
}

/** The places by number: provinces, or what lies in the chosen one. */
function Places({ side, answer, chosen, list }: PlacesProps) {
  const counted = new Map<string, number>();
  for (const place of answer.places) {
    const square = squareOf(place.code);
    if (place[side] === 0 || (chosen !== null && square !== chosen)) continue;
    const key = chosen === null ? square : place.code;
    counted.set(key, (counted.get(key) ?? 0) + place[side]);
  }
  const rows = [...counted].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
  const total = rows.reduce((sum, [, n]) => sum + n, 0);
  /** A region's people; those without one have no list, and abroad is told by the range. */
  const href = (code: string): string | null => {
    const view: Record<string, string> = side === 'in' ? { view: 'in' } : {};
    if (code === '') return null;
    if (code === 'abroad') return list({ ...view, range: '3' });
    const full = REGIONS.find((region) => region.code === code.padEnd(6, '0'))?.full;
    return full ? list({ ...view, region: full }) : null;
  };
  const name = (code: string) =>
    chosen === null || code === 'abroad' || code === ''
      ? regionName(code)
      : (REGIONS.find((region) => region.code === code)?.[code.endsWith('0000') ? 'full' : 'name'] ?? code);
  if (rows.length === 0) return <p className="matter-quiet">现在没有{SIDES[side]}的党员。</p>;
  return (
    <div className="flow-places-list">
      <h3>
        {chosen === null ? '按省份' : regionName(chosen)}
        <small>
          共{total}人，{rows.length}个地区
        </small>
      </h3>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{side === 'out' ? '流入地区' : '来自地区'}</th>
            <th scope="col" className="number">
              人数
            </th>
            <th scope="col" className="number">
              占比
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([code, n]) => {
            const to = href(code);
            return (
              <tr key={code}>
                <th scope="row">{to === null ? name(code) : <Link to={to}>{name(code)}</Link>}</th>
                <td className="number">{n}</td>
                <td className="number">{formatPercent(n, total)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Months({ months }: { months: Answer['months'] }) {
  return (
    <section className="card" aria-label="近十二个月">
      <div className="card-head">
        <h2>近十二个月</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="flow-report" aria-label="近十二个月的流出、返回和流入" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">月份</th>
              {months.map(({ month }) => (
                <th scope="col" className="number" key={month}>
                  {month}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(['went', 'back', 'came'] as const).map((key) => (
              <tr key={key}>
                <th scope="row">{{ went: '流出', back: '返回', came: '流入' }[key]}</th>
                {months.map((line) => (
                  <td className="number" key={line.month}>
                    {line[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
