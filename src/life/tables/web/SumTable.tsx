import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { getSum, type SumAnswer, type SumRow } from '../contract.read.ts';
import { PATHS } from './paths.ts';

interface Opening {
  /** Table and round. */
  id: string;
  roundId: string;
  fields: SumAnswer['fields'];
  /** Ids of the organisations that are opened. */
  open: readonly string[];
  onOpen: (next: string[]) => void;
}

/** The sums of a round, a line an organisation; what lies below one is opened in its place. */
export function SumTable({ answer, ...rest }: { answer: SumAnswer } & Pick<Opening, 'id' | 'open' | 'onOpen'>) {
  const { fields, rows, total, roundId } = answer;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="centre-sum" tabIndex={0} aria-label="汇总表">
      <table>
        <caption className="visually-hidden">
          {answer.title}，{answer.org.name}
        </caption>
        <thead>
          <tr>
            <th scope="col">党组织</th>
            <th scope="col" className="number">
              已报/应报
            </th>
            {fields.map((field) => (
              <th key={field.id} scope="col" className="number">
                <span className="centre-head">{field.name}</span>
                {field.note && <small>{field.note}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Lines rows={rows} depth={0} opening={{ ...rest, fields, roundId }} />
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              <Cells row={total} fields={fields} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Lines({ rows, depth, opening }: { rows: readonly SumRow[]; depth: number; opening: Opening }) {
  // Where nothing can be opened no room is kept for it.
  const isFlat = depth === 0 && !rows.some(({ hasBelow }) => hasBelow);
  return rows.map((row, at) => {
    const isOpen = row.hasBelow && opening.open.includes(row.orgId);
    return (
      // Several may be no more, and bear no id.
      <Fragment key={row.orgId === '0' ? at : `${row.orgId} ${row.isOwn}`}>
        <tr>
          <Head depth={depth}>
            {row.hasBelow && row.orgId !== '0' ? (
              <Toggle row={row} isOpen={isOpen} opening={opening} />
            ) : (
              !isFlat && <span className="centre-leaf" />
            )}
            <Name row={row} opening={opening} />
          </Head>
          <Cells row={row} fields={opening.fields} />
        </tr>
        {isOpen && <Below orgId={row.orgId} depth={depth + 1} opening={opening} />}
      </Fragment>
    );
  });
}

const Head = ({ depth, children }: { depth: number; children: ReactNode }) => (
  <th scope="row">
    <span className="centre-node" style={{ '--depth': depth } as React.CSSProperties}>
      {children}
    </span>
  </th>
);

function Toggle({ row, isOpen, opening }: { row: SumRow; isOpen: boolean; opening: Opening }) {
  const rest = opening.open.filter((id) => id !== row.orgId);
  return (
    <IconButton
      icon={isOpen ? 'down' : 'forward'}
      iconSize={14}
      label={`${row.name}的下级`}
      className="centre-toggle"
      aria-expanded={isOpen}
      onClick={() => opening.onOpen(isOpen ? rest : [...rest, row.orgId])}
    />
  );
}

/** The lines below an organisation, asked for when it is opened. */
function Below({ orgId, depth, opening }: { orgId: string; depth: number; opening: Opening }) {
  const { id, roundId, fields } = opening;
  const query = useCall(getSum, { id, roundId, orgId }, { quiet: true });
  if (query.data) return <Lines rows={query.data.rows} depth={depth} opening={opening} />;
  return (
    <tr>
      <Head depth={depth}>
        <span className="centre-leaf" />
        {query.error ? (
          <Button look="row" onClick={() => void query.refetch()}>
            没有读到，重试
          </Button>
        ) : (
          <span className="muted">正在读取…</span>
        )}
      </Head>
      <td colSpan={fields.length + 1} />
    </tr>
  );
}

function Cells({ row, fields }: { row: SumRow; fields: SumAnswer['fields'] }) {
  const handed = `${row.handed}/${row.all}`;
  return (
    <>
      <td className="number">{row.handed < row.all ? <span className="muted">{handed}</span> : handed}</td>
      {fields.map((field, at) => (
        <td key={field.id} className="number">
          {row.cells[at] || noValue}
        </td>
      ))}
    </>
  );
}

/** A name leads to the sums of what lies below it, or to what was filled in where nothing does. */
function Name({ row, opening: { id, roundId } }: { row: SumRow; opening: Opening }) {
  const name = row.isOwn ? `${row.name}（本级）` : row.name;
  if (row.hasBelow && row.orgId !== '0') return <Link to={PATHS.sumOf(id, { roundId, orgId: row.orgId })}>{name}</Link>;
  return row.fillId === null ? <span>{name}</span> : <Link to={PATHS.viewOf(row.fillId)}>{name}</Link>;
}
