import { useState } from 'react';
import { Link } from 'react-router';
import { beijingDay } from '#platform/time/days.ts';
import { yearsOf } from '#platform/time/periods.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { TRIED, type Trial, trySet } from '../contract.out.ts';
import { pointsText, signedText } from '../rules.ts';
import { PATHS } from './paths.ts';

/** 试算: the set used on the evidence of a year; who rises, who falls, and what each item gives. */
export function TrialView({ id }: { id: string }) {
  const years = yearsOf(beijingDay());
  const [year, setYear] = useState(years[1] ?? years[0] ?? 0);
  const found = useCall(trySet, { id, year }, { quiet: true, keepPrevious: true, staleTime: 0 });
  return (
    <section className="points-trial" aria-label="试算">
      <div className="points-trial-head">
        <h3>用这套办法重算</h3>
        <select
          className="field-box"
          aria-label="试算的年份"
          value={year}
          onChange={(event) => setYear(Number(event.target.value))}
        >
          {years.map((one) => (
            <option key={one} value={one}>
              {one}年
            </option>
          ))}
        </select>
        <span className="muted">只看结果，不改任何人的积分；免考的不算。</span>
      </div>
      {!found.data ? (
        <Waiting query={found} lines={4} />
      ) : found.data.people === 0 ? (
        <p className="points-empty">{found.data.year}年这里没有计过积分的党员。</p>
      ) : (
        <Outcome trial={found.data} />
      )}
    </section>
  );
}

function Outcome({ trial }: { trial: Trial }) {
  return (
    <>
      <p>
        {formatNumber(trial.people)}人：名次上升{trial.up}人，下降{trial.down}人，不变{trial.same}人；平均分
        {pointsText(trial.meanBefore)}变为{pointsText(trial.meanAfter)}。
        {trial.isCut && `人数太多，只算了组织顺序在前的${TRIED}人。`}
      </p>
      <div className="points-trial-columns">
        <Moved title="上升最多的" rows={trial.rises} year={trial.year} />
        <Moved title="下降最多的" rows={trial.falls} year={trial.year} />
      </div>
      <div className="points-table">
        <table>
          <caption>各项目合计</caption>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">依据（条）</th>
              <th scope="col">共得分</th>
              <th scope="col">被上限截去</th>
            </tr>
          </thead>
          <tbody>
            {trial.items.map((item) => (
              <tr key={item.name}>
                <th scope="row">{item.name}</th>
                <td>{formatNumber(item.facts)}</td>
                <td>{item.given === 0 ? '—' : signedText(item.given)}</td>
                <td>{item.cut === 0 ? '—' : pointsText(item.cut)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Moved({ title, rows, year }: { title: string; rows: Trial['rises']; year: number }) {
  return (
    <div className="points-table">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col" className="text">
              党支部
            </th>
            <th scope="col">名次</th>
            <th scope="col">总分</th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td className="text" colSpan={4}>
                没有
              </td>
            </tr>
          )}
          {rows.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link to={PATHS.person(one.id, year)}>{one.name}</Link>
              </th>
              <td className="text">{one.orgName}</td>
              <td>
                {one.placeBefore} → {one.placeAfter}
              </td>
              <td>
                {pointsText(one.before)} → {pointsText(one.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
