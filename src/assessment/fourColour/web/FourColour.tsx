import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { quarterText, yearsOf } from '#platform/time/periods.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { type ColourRow, exportColours, freezeQuarter, listColours } from '../contract.ts';
import { lookOf, type Scheme, wordsOf } from '../rules.scheme.ts';
import { ColourTable } from './ColourTable.tsx';
import { HandDialog } from './HandDialog.tsx';
import { LevelTag } from './LevelTag.tsx';
import { OrgPanel } from './OrgPanel.tsx';
import { RectifyDialog } from './RectifyDialog.tsx';
import { SchemeDialog } from './SchemeDialog.tsx';
import './fourColour.css';

const TITLES = { both: '四色管理', city: '城市四色管理', village: '农村四色管理' } as const;
const LINKS = [
  ['both', '/affairs/villageAndcity/index', '全部'],
  ['city', '/affairs/city/index', '城市'],
  ['village', '/affairs/village/index', '农村'],
] as const;
const ALL = [1, 2, 3, 4] as const;

/** 四色管理: how many stand in each level, who and why, where they lie, and the last eight quarters. */
export default function FourColour() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const kind = pathname.includes('/city/') ? 'city' : pathname.includes('/village/') ? 'village' : 'both';
  const query = readQuery(search, ['year', 'quarter', 'level', 'page', 'org']);
  const [words, setWords] = useState('');
  const [freezing, setFreezing] = useState(false);
  const [rectifying, setRectifying] = useState<ColourRow | null>(null);
  const [handing, setHanding] = useState<ColourRow | null>(null);
  const [drawing, setDrawing] = useState(false);
  const mayDraw = may(useSession(), 'colour:manage');
  const freeze = useAct(freezeQuarter);
  const pageNum = Number(query.page) || 1;
  const asked = {
    kind,
    ...(query.year ? { year: query.year } : {}),
    ...(query.quarter ? { quarter: query.quarter } : {}),
    ...(query.level ? { level: query.level } : {}),
    ...(words ? { keyWords: words } : {}),
  } as const;
  const coloursQuery = useCall(
    listColours,
    { ...asked, pageNum, pageSize: 20 },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  const go = (patch: Record<string, string | undefined>) =>
    navigate(pathWithQuery(pathname, { ...query, page: undefined, ...patch }), { replace: true });
  const { data } = coloursQuery;
  return (
    <div className="colour-page">
      <PageHead title={TITLES[kind]}>
        {data && data.total > 0 && (
          <Button
            icon="export"
            // The client has shown why it failed.
            onClick={() => download(exportColours, asked).catch(() => {})}
          >
            导出
          </Button>
        )}
        {mayDraw && (
          <Button icon="settings" onClick={() => setDrawing(true)}>
            四色方案
          </Button>
        )}
        {data?.canFreeze && (
          <Button look="primary" onClick={() => setFreezing(true)}>
            冻结{quarterText(data.year, data.quarter)}
          </Button>
        )}
      </PageHead>
      <div className="colour-bar">
        <nav className="colour-kinds" aria-label="城乡">
          {LINKS.map(([key, path, label]) => (
            <Link key={key} to={path} aria-current={key === kind ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        {data && (
          <>
            <select
              aria-label="季度"
              value={`${data.year}-${data.quarter}`}
              onChange={(event) => {
                const [year, quarter] = event.target.value.split('-');
                go({ year, quarter, level: undefined });
              }}
            >
              {yearsOf(new Date().toLocaleDateString('sv-SE')).flatMap((year) =>
                [4, 3, 2, 1].map((quarter) => (
                  <option key={`${year}-${quarter}`} value={`${year}-${quarter}`}>
                    {quarterText(year, quarter)}
                  </option>
                )),
              )}
            </select>
            <input
              type="search"
              aria-label="组织名称"
              placeholder="组织名称"
              value={words}
              onChange={(event) => {
                setWords(event.target.value.trim());
                if (query.page) go({});
              }}
            />
            <span className="muted">{standing(data)}</span>
          </>
        )}
      </div>
      {!data ? (
        <Waiting query={coloursQuery} />
      ) : (
        <>
          <section className="card" aria-label="各等级数目">
            <ul className="colour-counts">
              {ALL.map((level) => (
                <li key={level}>
                  <Pressable
                    aria-pressed={query.level === String(level)}
                    onClick={() => go({ level: query.level === String(level) ? undefined : String(level) })}
                  >
                    <b>{data.counts[level - 1]}</b>
                    <LevelTag level={level} scheme={data.scheme} />
                  </Pressable>
                </li>
              ))}
            </ul>
          </section>
          <div className="colour-columns">
            <ColourTable
              data={data}
              onRectify={setRectifying}
              onHand={setHanding}
              onOpen={(org) => go({ org, page: query.page })}
            />
            <div className="colour-side">
              <Places rows={data.rows} scheme={data.scheme} />
              <Past past={data.past} scheme={data.scheme} />
            </div>
          </div>
          <div className="card">
            <Pager
              page={pageNum}
              size={20}
              total={data.total}
              capped={false}
              unit="个"
              onPage={(next) => go({ page: String(next) })}
              onSize={() => {}}
            />
          </div>
        </>
      )}
      {freezing && data && (
        <ConfirmDialog
          title={`冻结 ${quarterText(data.year, data.quarter)}`}
          act="冻结"
          onConfirm={async () => {
            const { frozen } = await freeze.mutateAsync({ year: data.year, quarter: data.quarter });
            emit('notice', { kind: 'success', text: `已冻结${frozen}个组织的等级` });
          }}
          onClose={() => setFreezing(false)}
        >
          按现在的考核得分和检查情况定下各组织的等级，以后不再变动。
        </ConfirmDialog>
      )}
      {query.org && <OrgPanel orgId={query.org} onClose={() => go({ org: undefined, page: query.page })} />}
      {handing && data && (
        <HandDialog
          row={handing}
          year={data.year}
          quarter={data.quarter}
          scheme={data.scheme}
          onClose={() => setHanding(null)}
        />
      )}
      {drawing && <SchemeDialog onClose={() => setDrawing(false)} />}
      {rectifying && <RectifyDialog row={rectifying} onClose={() => setRectifying(null)} />}
    </div>
  );
}

type Data = ReplyOf<typeof listColours>;

/** Where the shown organisations lie to each other, by sign and colour. */
function Places({ rows, scheme }: { rows: readonly ColourRow[]; scheme: Scheme }) {
  const placed = rows.filter(({ lng, lat }) => lng !== null && lat !== null) as (ColourRow & {
    lng: number;
    lat: number;
  })[];
  if (placed.length < 2) return null;
  const span = (values: number[]) => [Math.min(...values), Math.max(...values) - Math.min(...values) || 1] as const;
  const [west, wide] = span(placed.map(({ lng }) => lng));
  const [south, high] = span(placed.map(({ lat }) => lat));
  return (
    <section className="card">
      <div className="card-head">
        <h2>分布</h2>
        <Link to="/map">电子地图</Link>
      </div>
      <svg viewBox="0 0 320 220" className="colour-map" role="img" aria-label={`${placed.length}个组织的相对位置`}>
        {placed.map((row) => (
          <text
            key={row.id}
            x={16 + ((row.lng - west) / wide) * 288}
            y={206 - ((row.lat - south) / high) * 188}
            textAnchor="middle"
            className={`tone-${lookOf(scheme, row.level).tone}`}
          >
            {lookOf(scheme, row.level).sign}
            <title>{`${row.name}：${wordsOf(scheme, row.level)}`}</title>
          </text>
        ))}
      </svg>
    </section>
  );
}

/** Whether levels are fixed, and by the checks of which day where that was not the usual one. */
function standing({ isFrozen, frozenOn, freezeOn, rows }: Data): string {
  if (!isFrozen) {
    const some = rows.some((row) => row.isFrozen) ? '部分组织已由下级冻结，其余为' : '';
    return `${some}当前预评，${freezeOn}自动冻结`;
  }
  return frozenOn !== null && frozenOn > freezeOn ? `已冻结，按${frozenOn}的检查情况（应于${freezeOn}冻结）` : '已冻结';
}

/** The last eight quarters that were frozen, as bars of four parts with their numbers. */
function Past({ past, scheme }: { past: Data['past']; scheme: Scheme }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>近八个季度</h2>
      </div>
      {past.length === 0 ? (
        <p className="colour-quiet">还没有冻结过季度。季度结束后第五天自动冻结。</p>
      ) : (
        <ol className="colour-past">
          {past.map(({ year, quarter, counts }) => (
            <li key={`${year}-${quarter}`}>
              <span>{quarterText(year, quarter)}</span>
              <span className="bars">
                {ALL.map((level) =>
                  counts[level - 1] ? (
                    <i
                      key={level}
                      className={`edge-${lookOf(scheme, level).tone}`}
                      style={{ flexGrow: counts[level - 1] }}
                    >
                      {lookOf(scheme, level).sign}
                      {counts[level - 1]}
                    </i>
                  ) : null,
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
