import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { formatPercent } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type Coverage, cameHere, exportCoverage, memberCoverage, orgCoverage } from '../contract.coverage.ts';
import { Lacking } from './Lacking.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/field/matter.css';
import './dualReport.css';

const KINDS = {
  member: {
    title: '党员报到统计',
    path: PATHS.memberCount,
    unit: '名',
    noun: '在职党员',
    list: PATHS.list,
    view: 'reported',
  },
  org: {
    title: '组织报到统计',
    path: PATHS.orgCount,
    unit: '个',
    noun: '单位党组织',
    list: PATHS.pairs,
    view: 'accepted',
  },
} as const;
export type CountKind = keyof typeof KINDS;

/** `memberCount` and `organizationCount`: how far a place has reported, and where; `?names=1` who has not. */
export default function Count() {
  const { pathname, search } = useLocation();
  const { orgId, names } = readQuery(search, ['orgId', 'names']);
  const kind: CountKind = pathname === PATHS.orgCount ? 'org' : 'member';
  if (names) return <Lacking kind={kind} />;
  return kind === 'member' ? (
    <Figures key="member" kind="member" endpoint={memberCoverage} orgId={orgId} />
  ) : (
    <Figures key="org" kind="org" endpoint={orgCoverage} orgId={orgId} />
  );
}

function Figures({
  kind,
  endpoint,
  orgId,
}: {
  kind: CountKind;
  endpoint: typeof memberCoverage | typeof orgCoverage;
  orgId: string | undefined;
}) {
  const of: Record<string, string> = orgId ? { orgId } : {};
  const query = useCall(endpoint as typeof memberCoverage & Endpoint, of, { quiet: true });
  const here = useCall(cameHere, of, { quiet: true });
  const { title, path } = KINDS[kind];
  return (
    <div className="list-page">
      <PageHead title={title}>
        <ButtonLink to={pathWithQuery(path, { ...of, names: '1' })}>待报名单</ButtonLink>
        <Export kind={kind} orgId={orgId} />
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>
        {(answer) => (
          <>
            <p className="sbd-asof">
              {answer.orgName}，截至{answer.today}
              {here.data && `；报到到本地社区的党员${here.data.people}名、组织${here.data.organisations}个`}
            </p>
            <Totals kind={kind} answer={answer} of={of} />
            <div className="sbd-count">
              <Below kind={kind} answer={answer} orgId={orgId} />
              <Places kind={kind} answer={answer} of={of} />
            </div>
          </>
        )}
      </RecordLoader>
    </div>
  );
}

function Export({ kind, orgId }: { kind: CountKind; orgId: string | undefined }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportCoverage, { quiet: true });
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title={`导出${KINDS[kind].title}`}
          example="季度双报到情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ kind, purpose, ...(orgId ? { orgId } : {}) })}
          onClose={() => setOpen(false)}
        >
          在后台导出本页的表，每个下级组织一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}

/** Where the list of those who have reported is, and of those who have not. */
const reportedHref = (kind: CountKind, of: Record<string, string>) =>
  pathWithQuery(KINDS[kind].list, { view: KINDS[kind].view, side: 'out', ...of });
const lackingHref = (kind: CountKind, of: Record<string, string>, lack?: string) =>
  pathWithQuery(KINDS[kind].path, { ...of, names: '1', ...(lack ? { lack } : {}) });

function Linked({ value, to }: { value: number; to: string }) {
  return value === 0 ? <>0</> : <Link to={to}>{value.toLocaleString('en-US')}</Link>;
}

function Totals({ kind, answer, of }: { kind: CountKind; answer: Coverage; of: Record<string, string> }) {
  const { expected, reported, exempt, waiting } = answer.total;
  const { noun, unit } = KINDS[kind];
  return (
    <section className="card" aria-label="总数">
      <ul className="sbd-figures">
        <li>
          <b>{expected.toLocaleString('en-US')}</b>
          <span>
            应报到{noun}（{unit}）
          </span>
        </li>
        <li>
          <b>
            <Linked value={reported} to={reportedHref(kind, of)} />
          </b>
          <span>已报到</span>
        </li>
        <li>
          <b>
            <Linked value={waiting} to={lackingHref(kind, of, 'waiting')} />
          </b>
          <span>待审</span>
        </li>
        <li>
          <b className={expected > reported ? 'sbd-late' : undefined}>
            <Linked value={expected - reported} to={lackingHref(kind, of)} />
          </b>
          <span>待报（含待审）</span>
        </li>
        {kind === 'member' && (
          <li>
            <b>
              <Linked value={exempt} to={lackingHref(kind, of, 'exempt')} />
            </b>
            <span>免报</span>
          </li>
        )}
        <li>
          <b>{expected === 0 ? '—' : formatPercent(reported, expected)}</b>
          <span>报到率</span>
        </li>
      </ul>
    </section>
  );
}

function Below({ kind, answer, orgId }: { kind: CountKind; answer: Coverage; orgId: string | undefined }) {
  const { path } = KINDS[kind];
  return (
    <section className="card" aria-label="按下级组织">
      <div className="card-head">
        <h2>按下级组织</h2>
      </div>
      {answer.below.length === 0 ? (
        <p className="matter-quiet">这里没有应报到的{KINDS[kind].noun}。</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="sbd-table" aria-label="各组织的报到情况" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">党组织</th>
                {['应报到', '已报到', '其中待审', '待报', '免报', '报到率'].map((head) => (
                  <th scope="col" className="number" key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.below.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    {row.isLeaf || row.id === orgId ? (
                      row.name
                    ) : (
                      <Link to={pathWithQuery(path, { orgId: row.id })}>{row.name}</Link>
                    )}
                  </th>
                  <td className="number">{row.expected}</td>
                  <td className="number">
                    <Linked value={row.reported} to={reportedHref(kind, { orgId: row.id })} />
                  </td>
                  <td className="number">
                    <Linked value={row.waiting} to={lackingHref(kind, { orgId: row.id }, 'waiting')} />
                  </td>
                  <td className="number">
                    <Linked value={row.expected - row.reported} to={lackingHref(kind, { orgId: row.id })} />
                  </td>
                  <td className="number">
                    <Linked value={row.exempt} to={lackingHref(kind, { orgId: row.id }, 'exempt')} />
                  </td>
                  <td className="number">{row.expected === 0 ? '—' : formatPercent(row.reported, row.expected)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function Places({ kind, answer, of }: { kind: CountKind; answer: Coverage; of: Record<string, string> }) {
  const most = Math.max(1, ...answer.places.map(({ n }) => n));
  return (
    <section className="card" aria-label="报到到哪里">
      <div className="card-head">
        <h2>报到到哪里</h2>
        <span className="card-extra">
          {answer.places.length >= 50 ? '最多的50个社区' : `${answer.places.length}个社区`}
        </span>
      </div>
      {answer.places.length === 0 ? (
        <p className="matter-quiet">
          {/* Where nobody is due, nobody is missing either. */}
          {answer.total.expected === 0 ? (
            `这里没有应报到的${KINDS[kind].noun}。`
          ) : (
            <>
              还没有报到的{KINDS[kind].noun}。 <Link to={lackingHref(kind, of)}>看待报名单</Link>
            </>
          )}
        </p>
      ) : (
        <ul className="sbd-places-count">
          {answer.places.map((place) => (
            <li key={place.id}>
              <span>{place.name}</span>
              <span className="sbd-bar" aria-hidden="true">
                <span style={{ width: `${(place.n * 100) / most}%` }} />
              </span>
              <b>
                {place.n}
                {KINDS[kind].unit}
              </b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
