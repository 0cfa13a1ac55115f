import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { OrgField, useOrg } from '#modules/org/web/pickers.tsx';
import { call } from '#platform/web/api.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { readQuery } from '#platform/web/navigation.ts';
import { none } from '#platform/web/none.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { getSum, type SumAnswer, type SumRow } from '../contract.read.ts';
import { exportSum, printSum } from '../contract.ts';
import { PATHS } from './paths.ts';
import '#platform/web/form/form.css';
import './dataCentre.css';

interface Given {
  id: string;
  roundId?: string;
  orgId?: string;
}

/** 数据表汇总: a round by the organisations right below one, down step by step. */
export default function Sum() {
  const { id = '' } = useParams();
  const { roundId, orgId } = readQuery(useLocation().search, ['roundId', 'orgId']);
  const given: Given = { id, ...(roundId ? { roundId } : {}), ...(orgId ? { orgId } : {}) };
  const query = useCall(getSum, given, { quiet: true, keepPrevious: true });
  const [printed, setPrinted] = useState(false);
  const [exported, setExported] = useState(false);
  const title = query.data ? `${query.data.title}汇总` : '数据表汇总';
  useTitle(title);
  return (
    <div className="centre-page">
      <PageHead title={title}>
        <Link className="button" to={PATHS.tableOf(id)}>
          <Icon name="sheet" />
          数据表
        </Link>
        <button type="button" className="button" disabled={!query.data} onClick={() => setExported(true)}>
          <Icon name="export" />
          导出
        </button>
        <button type="button" className="button" disabled={!query.data} onClick={() => setPrinted(true)}>
          <Icon name="print" />
          打印
        </button>
      </PageHead>
      <RecordLoader query={query}>
        {(answer) => (
          <>
            <Ask key={`${answer.roundId} ${answer.org.id}`} id={id} answer={answer} />
            <section className="card centre-card" aria-label="汇总" aria-busy={query.isFetching}>
              <div className="card-head">
                <h2>{answer.org.name}</h2>
                <Above id={id} answer={answer} />
                <span className="card-extra muted">
                  {answer.round}，{answer.dueOn}截止；已报{answer.total.handed}个，应报{answer.total.all}个
                </span>
              </div>
              {answer.rows.length === 0 ? (
                <p className="centre-quiet">这里没有要填报的组织。</p>
              ) : (
                <SumTable id={id} answer={answer} />
              )}
            </section>
            <p className="muted">已上报和已审核的计入汇总，没有上报的不计；平均按填了数的各行算。</p>
          </>
        )}
      </RecordLoader>
      {printed && (
        <PaperDialog
          title={title}
          ask={(signal) => call(printSum, given, { quiet: true, signal })}
          onClose={() => setPrinted(false)}
        />
      )}
      {exported && <Export title={title} given={given} onClose={() => setExported(false)} />}
    </div>
  );
}

const schema = z.object({ orgId: z.string(), roundId: z.string() });

/** Whose sums, and of which round: a choice is asked for at once. */
function Ask({ id, answer }: { id: string; answer: SumAnswer }) {
  const navigate = useNavigate();
  const given = { orgId: answer.org.id, roundId: answer.roundId };
  const form = useForm({ schema, initial: given, isNew: false });
  const { orgId, roundId } = form.values as typeof given;
  useEffect(() => {
    if (orgId === answer.org.id && roundId === answer.roundId) return;
    navigate(PATHS.sumOf(id, { orgId, roundId }));
  }, [orgId, roundId, answer, id, navigate]);
  return (
    <form ref={form.box} className="card centre-ask" noValidate onSubmit={(event) => event.preventDefault()}>
      <OrgField form={form} name="orgId" label="党组织" count="organisations" />
      <SelectField
        form={form}
        name="roundId"
        label="期"
        options={answer.rounds.map(({ id: value, label }) => ({ value, label }))}
      />
    </form>
  );
}

/** The way up: the organisations above, as far as the session's own. */
function Above({ id, answer }: { id: string; answer: SumAnswer }) {
  const { path } = useOrg(answer.org.id);
  const above = path.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav className="centre-up" aria-label="上级组织">
      {above.map((org) => (
        <Link key={org.id} to={PATHS.sumOf(id, { roundId: answer.roundId, orgId: org.id })}>
          {org.name}
        </Link>
      ))}
    </nav>
  );
}

function SumTable({ id, answer }: { id: string; answer: SumAnswer }) {
  const { fields, rows, total, roundId } = answer;
  const cells = (row: SumRow) => [
    <td key="handed" className="number">
      {row.handed < row.all ? <span className="muted">{`${row.handed}/${row.all}`}</span> : `${row.handed}/${row.all}`}
    </td>,
    ...fields.map((field, at) => (
      <td key={field.id} className="number">
        {row.cells[at] || none}
      </td>
    )),
  ];
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
                {field.name}
                {field.note && <small>{field.note}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Several may be no more, and bear no id.
            <tr key={row.orgId === '0' ? at : row.orgId}>
              <th scope="row">
                <Name id={id} row={row} roundId={roundId} />
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              {cells(total)}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** A line opens what lies below it, or what was filled in where nothing does. */
function Name({ id, row, roundId }: { id: string; row: SumRow; roundId: string }) {
  const name = row.isOwn ? `${row.name}（本级）` : row.name;
  if (row.hasBelow && row.orgId !== '0') return <Link to={PATHS.sumOf(id, { roundId, orgId: row.orgId })}>{name}</Link>;
  return row.fillId === null ? name : <Link to={PATHS.viewOf(row.fillId)}>{name}</Link>;
}

function Export({ title, given, onClose }: { title: string; given: Given; onClose: () => void }) {
  const start = useAct(exportSum, { quiet: true });
  return (
    <StartDialog
      title={`导出${title}`}
      example="报市委组织部的季度统计"
      onStart={({ purpose = '' }) => start.mutateAsync({ ...given, purpose })}
      onClose={onClose}
    >
      在后台导出：一张是各组织填的明细，一张是汇总；文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
