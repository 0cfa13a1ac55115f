import { useState } from 'react';
import { Link } from 'react-router';
import { urge } from '#kernel/message/contract.urge.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { ViewTabs } from '#platform/web/list/ViewTabs.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { type Cockpit as Board, cockpit, cockpitRows, exportCockpit } from '../contract.ts';
import { COCKPIT, filterBoard, useBoardView } from './useBoardView.ts';
import './fourColour.css';

type Row = Board['rows'][number];
type Check = Board['checks'][number];
/** What a cell opens: the rows of an organisation; of the one that is looked at, nobody is to be called. */
type Opened = { row: Pick<Row, 'orgId' | 'name'> & Partial<Pick<Row, 'contact' | 'phone'>>; check: Check };
type Shown = { data: Board; onOpen: (cell: Opened) => void };

/** 督查驾驶舱: organisations of the next level by checks; a cell opens its rows, a name the level below. */
export default function Cockpit() {
  const { org, chosen, only, state } = useBoardView();
  const cockpitQuery = useCall(cockpit, org ? { orgId: org } : {}, { quiet: true, keepPrevious: true, staleTime: 0 });
  const [open, setOpen] = useState<Opened | null>(null);
  const [choosing, setChoosing] = useState(false);
  const { data } = cockpitQuery;
  const shown = data && filterBoard(data, chosen, only);
  return (
    <div className="colour-page">
      <PageHead title="督查驾驶舱">
        <Button icon="refresh" onClick={() => cockpitQuery.refetch()}>
          刷新
        </Button>
        {data && (
          <Button
            icon="export"
            // The client has shown why it failed.
            onClick={() => download(exportCockpit, { orgId: data.orgId }).catch(() => {})}
          >
            导出
          </Button>
        )}
      </PageHead>
      <div className="colour-bar">
        <ViewTabs path={COCKPIT} state={state} />
        <Button size="compact" icon="filter" onClick={() => setChoosing(true)}>
          检查项{chosen.length > 0 && `（${chosen.length}）`}
        </Button>
        <label>
          <input
            type="checkbox"
            className="tick"
            checked={only}
            onChange={() => state.change({ only: only ? undefined : '1' })}
          />{' '}
          只看有不符合的
        </label>
      </div>
      {!data ? (
        <Waiting query={cockpitQuery} />
      ) : (
        <section className="card">
          <div className="card-head">
            <h2>
              {data.parents.map(({ id, name }) => (
                <span key={id}>
                  <Link to={pathWithQuery(COCKPIT, { org: id })}>{name}</Link> ／{' '}
                </span>
              ))}
              {data.name}
            </h2>
            <span className="muted">截至{dateTime(data.asOf)}；■ 符合　◆ 1至2处　● 3处以上，差的在前</span>
          </div>
          {shown && <Grid data={shown} onOpen={setOpen} />}
          {shown && <Cards data={shown} onOpen={setOpen} />}
        </section>
      )}
      {choosing && data && (
        <ChooseChecks
          checks={data.checks}
          chosen={chosen}
          onChoose={(codes) => state.change({ checks: codes.join() || undefined })}
          onClose={() => setChoosing(false)}
        />
      )}
      {open && <Cell {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Which checks the board shows; none ticked: all of them. */
function ChooseChecks({
  checks,
  chosen,
  onChoose,
  onClose,
}: {
  checks: readonly Check[];
  chosen: readonly string[];
  onChoose: (codes: string[]) => void;
  onClose: () => void;
}) {
  const [codes, setCodes] = useState<readonly string[]>(chosen);
  return (
    <Dialog
      title="看哪些检查项"
      icon="filter"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => setCodes([])}>看全部</Button>
          <Button
            look="primary"
            onClick={() => {
              onChoose([...codes]);
              onClose();
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <div className="cockpit-choice">
        {checks.map(({ code, label, total }) => (
          <label key={code}>
            <input
              type="checkbox"
              className="tick"
              checked={codes.includes(code)}
              onChange={() =>
                setCodes((all) => (all.includes(code) ? all.filter((one) => one !== code) : [...all, code]))
              }
            />{' '}
            {label} <span className="muted">{total}</span>
          </label>
        ))}
      </div>
    </Dialog>
  );
}

const Name = ({ row }: { row: Row }) =>
  row.isLeaf ? row.name : <Link to={pathWithQuery(COCKPIT, { org: row.orgId })}>{row.name}</Link>;
/** How many breaches make a cell red and not yellow. */
const MANY = 3;
const levelOf = (n: number) => (n < MANY ? 'colour-2' : 'colour-4');
const markOf = (n: number) => `${n < MANY ? '◆' : '●'} ${n}`;
const OWN = '本级自身的，点合计查看';
/** The organisation that is looked at, with all below it. */
const wholeOf = ({ orgId, name }: Board): Opened['row'] => ({ orgId, name });

/** Organisations by checks: names of the checks stand upright, organisations and names stay while the rest scrolls. */
function Grid({ data, onOpen }: Shown) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="cockpit-grid" tabIndex={0} aria-label="组织和检查项">
      <table>
        <thead>
          <tr>
            <th scope="col">组织</th>
            <th scope="col">
              <span>不符合项</span>
            </th>
            {data.checks.map((check) => (
              <th key={check.code} scope="col" title={check.clause}>
                <span>{check.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={`${row.orgId} ${row.isOwn}`}>
              <th scope="row">
                <Name row={row} />
              </th>
              <td>
                <b>{row.open}</b>
              </td>
              {data.checks.map((check, at) => {
                const n = row.counts[at] ?? 0;
                return (
                  <td key={check.code}>
                    {n === 0 ? (
                      <span className="colour-1" role="img" aria-label="符合">
                        ■
                      </span>
                    ) : row.isOwn ? (
                      <span className={levelOf(n)} title={OWN}>
                        {markOf(n)}
                      </span>
                    ) : (
                      <Pressable
                        className={levelOf(n)}
                        aria-label={`${row.name}${check.label}${n}${check.unit}`}
                        onClick={() => onOpen({ row, check })}
                      >
                        {markOf(n)}
                      </Pressable>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td />
            {data.checks.map((check) => (
              <td key={check.code}>
                {check.total === 0 ? (
                  0
                ) : (
                  <Pressable
                    aria-label={`${data.name}${check.label}合计${check.total}${check.unit}`}
                    onClick={() => onOpen({ row: wholeOf(data), check })}
                  >
                    {check.total}
                  </Pressable>
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The same on a phone: each organisation with what it does not fulfil. */
function Cards({ data, onOpen }: Shown) {
  return (
    <ul className="cockpit-cards">
      {data.rows.map((row) => (
        <li key={`${row.orgId} ${row.isOwn}`}>
          <h3>
            <Name row={row} />
            <span className={row.open === 0 ? 'tag ok' : 'tag warn'}>
              {row.open === 0 ? '都符合' : `${row.open}项不符合`}
            </span>
          </h3>
          {row.open > 0 && (
            <ul>
              {data.checks.map((check, at) => {
                const n = row.counts[at] ?? 0;
                return n === 0 ? null : (
                  <li key={check.code}>
                    <Pressable
                      aria-label={row.isOwn ? `${data.name}${check.label}合计` : undefined}
                      onClick={() => onOpen({ row: row.isOwn ? wholeOf(data) : row, check })}
                    >
                      <span>{check.label}</span>
                      <b className={levelOf(n)}>
                        {markOf(n)}
                        {check.unit}
                      </b>
                    </Pressable>
                  </li>
                );
              })}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The rows behind a number, the clause, whom to call, and reminding those who are late. */
function Cell({ row, check, onClose }: Opened & { onClose: () => void }) {
  const [page, setPage] = useState(1);
  const cockpitRowsQuery = useCall(
    cockpitRows,
    { orgId: row.orgId, code: check.code, pageNum: page, pageSize: 20 },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  const remind = useAct(urge);
  return (
    <Dialog
      title={`${check.label} ${row.name}`}
      icon="chart"
      width={900}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            look="primary"
            disabled={remind.isPending}
            onClick={() =>
              remind.mutate(
                { code: check.code },
                { onSuccess: ({ sent }) => emit('notice', { kind: 'success', text: `已提醒${sent}人` }) },
              )
            }
          >
            提醒本级以下全部逾期的
          </Button>
        </>
      }
    >
      <p className="muted">{check.clause}</p>
      {row.contact !== undefined && (
        <p>
          联系人：{row.contact || '未填写'} {row.phone && <a href={`tel:${row.phone}`}>{row.phone}</a>}
        </p>
      )}
      {!cockpitRowsQuery.data ? (
        <Waiting query={cockpitRowsQuery} lines={5} />
      ) : (
        <>
          <ul className="colour-rows">
            {cockpitRowsQuery.data.rows.map((one) => (
              <li key={one.id}>
                <span>
                  {one.href ? <Link to={one.href}>{one.title}</Link> : one.title}{' '}
                  <span className="muted">{one.orgName}</span>
                </span>
                <span className="muted">{one.detail}</span>
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            size={20}
            total={cockpitRowsQuery.data.total}
            capped={false}
            unit={check.unit}
            onPage={setPage}
            onSize={() => {}}
          />
        </>
      )}
    </Dialog>
  );
}
