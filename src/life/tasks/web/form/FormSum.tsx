import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatDecimal } from '#platform/web/show/number.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { formBelow, formSum } from '../../contract.form.ts';
import { cellKey, type Design, isNumeric, SUM_WORDS } from '../../rules.form.ts';
import { PATHS } from '../paths.ts';
import { ExportFormDialog } from './ExportFormDialog.tsx';
import { FormGrid } from './FormGrid.tsx';
import '../office.css';
import './form.css';

type Sum = ReplyOf<typeof formSum>;

/** 填表汇总: the sums of an organisation and those below it; each opens into what it consists of. */
export default function FormSum() {
  const { id = '' } = useParams();
  const { circle, org } = readQuery(useLocation().search, ['circle', 'org']);
  const formSumQuery = useCall(
    formSum,
    { id, ...(circle ? { circleId: circle } : {}), ...(org ? { orgId: org } : {}) },
    { quiet: true, staleTime: 0, keepPrevious: true },
  );
  useTitle(formSumQuery.data ? `汇总 ${formSumQuery.data.title}` : undefined);
  return <RecordLoader query={formSumQuery}>{(sum) => <Sums id={id} sum={sum} />}</RecordLoader>;
}

/** The cells that add up: of free rows one line for all. */
function summed({ free, rows, columns }: Design): Design {
  return {
    free: false,
    rows: free ? [{ id: '*', name: '合计' }] : rows,
    columns: columns.filter(isNumeric),
    locked: [],
    sums: [],
  };
}

function Sums({ id, sum }: { id: string; sum: Sum }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<{ row: string; col: string } | null>(null);
  const [exporting, setExporting] = useState(false);
  const design = useMemo(() => summed(sum.design), [sum.design]);
  const rows = useMemo(
    () =>
      design.rows.map(({ id: row }) => ({
        id: row,
        cells: Object.fromEntries(
          sum.figures.filter((one) => one.row === row).map(({ col, value }) => [col, formatDecimal(value)]),
        ),
      })),
    [design, sum.figures],
  );
  const far = sum.figures.filter(({ isFarOff }) => isFarOff);
  const marks = useMemo(
    () =>
      new Map(far.map(({ row, col, before }): [string, string] => [cellKey(row, col), `上次${formatDecimal(before)}`])),
    [far],
  );
  const here = sum.path.at(-1);
  const to = (circle: string, org: string | undefined) =>
    pathWithQuery(PATHS.formSum(id), { circle, ...(org ? { org } : {}) });
  return (
    <div className="office-page">
      <PageHead title={`汇总 ${sum.title}`}>
        {sum.circles.length > 1 && (
          <select
            className="input"
            aria-label="周期"
            value={sum.circleId}
            onChange={(event) => navigate(to(event.target.value, here?.id))}
          >
            {sum.circles.map(({ id: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
        <Button icon="export" onClick={() => setExporting(true)}>
          导出
        </Button>
        <ButtonLink to={PATHS.detail(id)}>各组织办理情况</ButtonLink>
      </PageHead>
      <section className="card form-sheet" aria-label="汇总">
        <div className="card-head">
          <h2>
            <nav className="form-path" aria-label="组织">
              {sum.path.map((org, at) =>
                at === sum.path.length - 1 ? (
                  <span key={org.id}>{org.name}</span>
                ) : (
                  <span key={org.id}>
                    <Link to={to(sum.circleId, org.id)}>{org.name}</Link> ›
                  </span>
                ),
              )}
            </nav>
          </h2>
          <span className="muted">
            应报{sum.live}个，已报{sum.filed}个，只汇总已报的。{SUM_WORDS}
          </span>
          <span className="card-extra muted">{sum.previousLabel && `与${sum.previousLabel}比`}</span>
        </div>
        {far.length > 0 && (
          <div className="banner warn" role="note">
            <Icon name="warning" />
            <span>{far.length}格与上次相差一半以上，已标出</span>
          </div>
        )}
        {design.columns.length === 0 ? (
          <p className="office-quiet">这张表没有数字和金额，不用汇总，可以逐个组织查看。</p>
        ) : (
          <FormGrid
            design={design}
            rows={rows}
            choices={{}}
            marks={marks}
            caption="汇总"
            onPick={(row, col) => setOpen({ row, col })}
          />
        )}
      </section>
      {exporting && (
        <ExportFormDialog id={id} circleId={sum.circleId} title={sum.title} onClose={() => setExporting(false)} />
      )}
      {open && here && <Below task={id} circleId={sum.circleId} top={here} cell={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Of what a sum consists, level by level down to the cell of one organisation. */
function Below({
  task,
  circleId,
  top,
  cell,
  onClose,
}: {
  task: string;
  circleId: string;
  top: { id: string; name: string };
  cell: { row: string; col: string };
  onClose: () => void;
}) {
  const [path, setPath] = useState([top]);
  const org = path.at(-1) ?? top;
  const formBelowQuery = useCall(
    formBelow,
    { id: task, circleId, orgId: org.id, ...cell },
    { quiet: true, staleTime: 0 },
  );
  return (
    <Dialog
      title={
        formBelowQuery.data
          ? `${formBelowQuery.data.name} ${formatDecimal(formBelowQuery.data.total) || '没有填'}`
          : '构成'
      }
      icon="tree"
      width={700}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <nav className="form-path" aria-label="组织">
        {path.map((one, at) => (
          <span key={one.id}>
            {at === path.length - 1 ? (
              one.name
            ) : (
              <Button look="link" size="compact" onClick={() => setPath(path.slice(0, at + 1))}>
                {one.name}
              </Button>
            )}
            {at < path.length - 1 && ' ›'}
          </span>
        ))}
      </nav>
      {!formBelowQuery.data ? (
        <Waiting query={formBelowQuery} lines={4} />
      ) : (
        <table className="form-below">
          <thead>
            <tr>
              <th scope="col">组织</th>
              <th scope="col" className="number">
                本次
              </th>
              <th scope="col" className="number">
                上次
              </th>
              <th scope="col" className="number">
                已报
              </th>
            </tr>
          </thead>
          <tbody>
            {formBelowQuery.data.rows.map((row) => (
              <tr key={row.orgId}>
                <td>
                  {row.partId ? (
                    <Link to={pathWithQuery(PATHS.view(task), { part: row.partId })}>{row.orgName}</Link>
                  ) : row.orgId === org.id ? (
                    `${row.orgName}本级`
                  ) : (
                    <Button
                      look="link"
                      size="compact"
                      onClick={() => setPath([...path, { id: row.orgId, name: row.orgName }])}
                    >
                      {row.orgName}
                    </Button>
                  )}
                </td>
                <td className="number">
                  {formatDecimal(row.value) || <span className="muted">—</span>}
                  {row.isFarOff && <span className="tag warn">相差一半以上</span>}
                </td>
                <td className="number">{formatDecimal(row.before) || <span className="muted">—</span>}</td>
                <td className="number">
                  {row.filed}/{row.live}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
