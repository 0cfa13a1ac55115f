import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { quarterText } from '#platform/time/periods.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { ColourRow, listColours } from '../contract.ts';
import { type Scheme, wordsOf } from '../rules.scheme.ts';
import { LevelTag } from './LevelTag.tsx';

/** What a running quarter comes to unless something is done, and what keeps it as it was. */
function Forecast({ row, scheme }: { row: ColourRow; scheme: Scheme }) {
  const { forecast } = row;
  if (!forecast) return null;
  const { on, from, to, fix, score } = forecast;
  const [, month, day] = on.split('-').map(Number);
  const kept = [
    fix > 0 ? `整改${row.reasons.length}项不符合中的${fix}项` : '',
    score === null ? '' : `考核得分达到${score / 100}分`,
  ].filter(Boolean);
  return (
    <small className="colour-forecast">
      不处理将于{month}月{day}日{from === null ? '定' : `由${wordsOf(scheme, from)}转`}为{wordsOf(scheme, to)}；
      {kept.join('，并')}
      可以保持{wordsOf(scheme, from ?? 1)}。
      {fix > 0 && <Link to={pathWithQuery('/affairs/cockpit', { org: row.orgId })}>去整改</Link>}
    </small>
  );
}

/** The organisations of a quarter, low ones first, with why and what may be done. */
export function ColourTable({
  data,
  onRectify,
  onHand,
  onOpen,
}: {
  data: ReplyOf<typeof listColours>;
  onRectify: (row: ColourRow) => void;
  onHand: (row: ColourRow) => void;
  onOpen: (orgId: string) => void;
}) {
  const { scheme } = data;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{quarterText(data.year, data.quarter)}</h2>
        <span className="muted">共{data.total}个组织，低的在前</span>
      </div>
      {data.rows.length === 0 ? (
        <p className="colour-quiet">
          {data.total === 0
            ? '没有符合条件的组织。单位性质是街道、社区、乡镇、行政村的组织在这里评定。'
            : '这一页没有了。'}
        </p>
      ) : (
        <ul className="colour-rows">
          {data.rows.map((row) => (
            <li key={row.id}>
              <span>
                <Button look="link" onClick={() => onOpen(row.orgId)}>
                  {row.name}
                </Button>{' '}
                <span className="muted">{row.parentName}</span>
                <small className="colour-why">
                  {row.score === null ? '未公布考核得分' : `考核${row.score / 100}分`}；
                  {row.openChecks === 0
                    ? '检查项都符合'
                    : `${row.openChecks}项不符合：${row.reasons.map(({ label, n, unit }) => `${label}${n}${unit}`).join('、')}`}
                </small>
                <Forecast row={row} scheme={scheme} />
              </span>
              <span className="end">
                <LevelTag level={row.level} scheme={scheme} />
                {row.isFrozen && !data.isFrozen && <span className="muted small">已冻结</span>}
                {row.hand && (
                  <Button look="row" onClick={() => onOpen(row.orgId)}>
                    人工定级{row.hand.stateName}
                  </Button>
                )}
                {row.rectification && (
                  <span className={row.rectification.isLate ? 'tag bad' : 'tag info'}>
                    {row.rectification.stateName}
                    {row.rectification.isLate && '，逾期'}
                  </span>
                )}
                {row.can.rectify && (
                  <Button look="row" onClick={() => onRectify(row)}>
                    开展整改
                  </Button>
                )}
                {row.can.hand && (
                  <Button look="row" onClick={() => onHand(row)}>
                    人工定级
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
