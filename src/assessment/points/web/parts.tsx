import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import type { LineRow, Sheet } from '../contract.ts';
import { pointsText, signedText } from '../rules.ts';
import './points.css';

/** What a line gave, and why it gave less. */
export function Given({ row }: { row: LineRow }) {
  return (
    <span>
      <b className={row.given < 0 ? 'points-minus' : 'points-plus'}>{signedText(row.given)}</b>
      {Math.abs(row.given) < Math.abs(row.raw) && <span className="muted"> 应得{signedText(row.raw)}</span>}
    </span>
  );
}

/** Why a line is what it is. */
export const noteOf = (row: LineRow): string =>
  [row.why, row.late ? `补记入${row.month}` : '', row.gone ? '依据已撤销' : ''].filter(Boolean).join('；');

const SIZE = 260;
const MIDDLE = SIZE / 2;
const RADIUS = 86;

const at = (n: number, count: number, share: number): readonly [number, number] => {
  const angle = (Math.PI * 2 * n) / count - Math.PI / 2;
  return [MIDDLE + Math.cos(angle) * RADIUS * share, MIDDLE + Math.sin(angle) * RADIUS * share];
};
const ring = (shares: readonly number[]) =>
  shares
    .map((share, n) =>
      at(n, shares.length, share)
        .map((one) => one.toFixed(1))
        .join(','),
    )
    .join(' ');

/** Six dimensions: the own filled, the branch's mean dashed; the same numbers stand beside it as a table. */
export function Radar({ dimensions }: { dimensions: Sheet['dimensions'] }) {
  const most = Math.max(100, ...dimensions.flatMap(({ own, mean }) => [own, mean]));
  const share = (value: number) => Math.max(0, value) / most;
  return (
    <div className="points-radar">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label="各维度积分，虚线为支部平均">
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <polygon key={part} className="ring" points={ring(dimensions.map(() => part))} />
        ))}
        <polygon className="own" points={ring(dimensions.map(({ own }) => share(own)))} />
        <polygon className="mean" points={ring(dimensions.map(({ mean }) => share(mean)))} />
        {dimensions.map(({ name }, n) => {
          const [x, y] = at(n, dimensions.length, 1.25);
          return (
            <text key={name} x={x} y={y} textAnchor="middle" dominantBaseline="middle">
              {name}
            </text>
          );
        })}
      </svg>
      <table>
        <caption className="visually-hidden">各维度积分</caption>
        <thead>
          <tr>
            <th scope="col">维度</th>
            <th scope="col">得分</th>
            <th scope="col">支部平均</th>
          </tr>
        </thead>
        <tbody>
          {dimensions.map(({ name, own, mean }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{pointsText(own)}</td>
              <td>{pointsText(mean)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A year's sum, place and dimensions. */
export function SheetCards({ sheet, onYear }: { sheet: Sheet; onYear: (year: number) => void }) {
  return (
    <>
      <section className="card" aria-label="总分">
        <div className="card-head">
          <h2>{sheet.year}年积分</h2>
          <span className="secondary">{sheet.orgName}</span>
          <span className="card-extra">
            <YearSelect year={sheet.year} years={sheet.years} onYear={onYear} />
          </span>
        </div>
        {sheet.counted ? (
          <div className="points-sum">
            <span>
              <b className="big">{pointsText(sheet.score)}</b>
              总分
            </span>
            <span>
              <b>{pointsText(sheet.base)}</b>
              基础分
            </span>
            <span>
              <b className="points-plus">+{pointsText(sheet.plus)}</b>
              加分
            </span>
            <span>
              <b className={sheet.minus > 0 ? 'points-minus' : undefined}>
                {sheet.minus > 0 ? `−${pointsText(sheet.minus)}` : '0'}
              </b>
              减分
            </span>
            <span>
              <b>{sheet.exempt ? '免考' : sheet.place === null ? '—' : `${sheet.place}/${sheet.of}`}</b>
              支部名次
            </span>
            <span>
              <b>{pointsText(sheet.mean)}</b>
              支部平均
            </span>
          </div>
        ) : (
          <p className="points-empty">本年度尚未计分。参加组织生活、按时缴纳党费等记录入账后自动计分。</p>
        )}
        {sheet.exempt && <p className="points-empty">免考：{sheet.exempt}</p>}
      </section>
      <div className="points-two">
        <section className="card" aria-label="各维度">
          <div className="card-head">
            <h2>各维度</h2>
            <span className="secondary">
              加分减分，不含基础分{pointsText(sheet.base)}分；实线为得分，虚线为支部平均
            </span>
          </div>
          <Radar dimensions={sheet.dimensions} />
        </section>
        <section className="card" aria-label="前十名">
          <div className="card-head">
            <h2>支部前十名</h2>
          </div>
          {sheet.first.length === 0 ? (
            <p className="points-empty">还没有排名。</p>
          ) : (
            <ol className="points-first">
              {sheet.first.map((one) => (
                <li key={`${one.place} ${one.name} ${one.own}`} className={one.own ? 'own' : undefined}>
                  <span className="place">{one.place}</span>
                  <span className="grow">{one.name}</span>
                  <b>{pointsText(one.score)}</b>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
      {sheet.open.length > 0 && (
        <section className="card" aria-label="还可以争取">
          <div className="card-head">
            <h2>还可以争取</h2>
          </div>
          <ul className="points-open">
            {sheet.open.map((one) => (
              <li key={`${one.dimension} ${one.name}`}>
                <span className="grow">
                  {one.name}
                  <small className="muted"> {one.dimension}</small>
                </span>
                <span>每次+{pointsText(one.value)}</span>
                <span className="muted">{one.left === null ? '不限' : `还可得${pointsText(one.left)}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
