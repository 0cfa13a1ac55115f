import { useState } from 'react';
import { Link } from 'react-router';
import { urge } from '#kernel/message/contract.urge.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { type Cockpit as Board, cockpitRows } from '../contract.ts';
import { COCKPIT } from './useBoardView.ts';
import './fourColour.css';
import './cockpit.css';

type Row = Board['rows'][number];
type Check = Board['checks'][number];
/** What a cell opens: the rows of an organisation; of the one that is looked at, nobody is to be called. */
export type Opened = { row: Pick<Row, 'orgId' | 'name'> & Partial<Pick<Row, 'contact' | 'phone'>>; check: Check };
type Shown = { data: Board; onOpen: (cell: Opened) => void };

const Name = ({ row }: { row: Row }) =>
  row.isLeaf ? row.name : <Link to={pathWithQuery(COCKPIT, { org: row.orgId })}>{row.name}</Link>;
/** From how many breaches on a cell has its colour and shape, the worst first; none is green. */
const LEVELS = [
  { from: 10, name: 'colour-4', sign: '●' },
  { from: 3, name: 'colour-3', sign: '▲' },
  { from: 1, name: 'colour-2', sign: '◆' },
] as const;
const levelOf = (n: number) => LEVELS.find(({ from }) => n >= from)?.name ?? 'colour-1';
const markOf = (n: number) => `${LEVELS.find(({ from }) => n >= from)?.sign ?? '■'} ${n}`;
/** The four colours in words. */
export const Legend = () => (
  <>
    <span className="colour-1">■ 符合</span>　<span className="colour-2">◆ 1至2处</span>　
    <span className="colour-3">▲ 3至9处</span>　<span className="colour-4">● 10处以上</span>
  </>
);
const OWN = '本级自身的，点合计查看';
/** The organisation that is looked at, with all below it. */
const wholeOf = ({ orgId, name }: Board): Opened['row'] => ({ orgId, name });

/** Organisations by checks: names of the checks stand upright, organisations and names stay while the rest scrolls. */
export function Grid({ data, onOpen }: Shown) {
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
export function Cards({ data, onOpen }: Shown) {
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
export function Cell({ row, check, onClose }: Opened & { onClose: () => void }) {
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
