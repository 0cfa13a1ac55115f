import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listPlan, type PlanRow, setPlan } from '../contract.plan.ts';
import './plan.css';
import './recruitment.css';

/** `plan`: how many an organisation and those directly below may accept in a year, and how many they have. */
export function Plan() {
  useTitle('发展计划');
  const [asked, ask] = useSearchParams();
  const [edited, setEdited] = useState<PlanRow | null>(null);
  const given = { year: asked.get('year') ?? undefined, orgId: asked.get('orgId') ?? undefined };
  const planQuery = useCall(listPlan, given as never, { quiet: true });
  if (planQuery.error && !planQuery.data) return <Failed error={planQuery.error} onRetry={() => planQuery.refetch()} />;
  if (!planQuery.data) return <Skeleton lines={10} />;
  const { year, own, below } = planQuery.data;
  const open = (change: { year?: number; orgId?: string }) =>
    ask({
      year: String(change.year ?? year),
      ...(change.orgId ? { orgId: change.orgId } : asked.get('orgId') ? { orgId: own.orgId } : {}),
    });
  const left = own.given === null ? null : own.given - own.handedDown;
  return (
    <div className="fz-page">
      <PageHead title={`${year}年发展计划`}>
        <Button onClick={() => open({ year: year - 1 })}>{year - 1}年</Button>
        <Button onClick={() => open({ year: year + 1 })}>{year + 1}年</Button>
      </PageHead>
      <section className="card">
        <div className="card-head">
          <h2>{own.orgName}</h2>
          <span className="card-extra">
            {own.given === null
              ? '还没有下达本级计划'
              : `计划${own.given}名，已接收${own.accepted}名，已分配下级${own.handedDown}名，余${left}名`}
          </span>
        </div>
        <div className="fz-scroll">
          <table className="fz-views fz-plan">
            <thead>
              <tr>
                <th scope="col">党组织</th>
                <th scope="col">计划</th>
                <th scope="col">已接收</th>
                <th scope="col">进度</th>
                <th scope="col">已分配下级</th>
                <th scope="col">说明</th>
                <th scope="col">办理</th>
              </tr>
            </thead>
            <tbody>
              {[own, ...below].map((row) => (
                <tr key={row.orgId}>
                  <th scope="row">
                    {row.orgId === own.orgId ? (
                      `${row.orgName}（本级）`
                    ) : (
                      <Button look="link" size="compact" onClick={() => open({ orgId: row.orgId })}>
                        {row.orgName}
                      </Button>
                    )}
                  </th>
                  <td>{row.given === null ? <span className="muted">没有下达</span> : `${row.given}名`}</td>
                  <td>{row.accepted}名</td>
                  <td>
                    <Progress row={row} />
                  </td>
                  <td>{row.handedDown > 0 ? `${row.handedDown}名` : <span className="muted">—</span>}</td>
                  <td>{row.note || <span className="muted">—</span>}</td>
                  <td>
                    {row.can.set ? (
                      <Button look="link" size="compact" onClick={() => setEdited(row)}>
                        {row.given === null ? '下达计划' : '调整'}
                      </Button>
                    ) : (
                      <span className="muted">—</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {edited && <PlanDialog row={edited} year={year} left={left} own={own} onClose={() => setEdited(null)} />}
    </div>
  );
}

function Progress({ row }: { row: PlanRow }) {
  if (row.given === null || row.given === 0) return <span className="muted">—</span>;
  const share = Math.round((row.accepted / row.given) * 100);
  return (
    <span className="fz-progress">
      <i style={{ width: `${Math.min(share, 100)}%` }} aria-hidden="true" />
      <b className={share > 100 ? 'fz-late' : ''}>{share}%</b>
    </span>
  );
}

function PlanDialog(props: { row: PlanRow; own: PlanRow; year: number; left: number | null; onClose: () => void }) {
  const { row, own, year, left, onClose } = props;
  const form = useForm({
    schema: setPlan.input,
    initial: { given: row.given === null ? '' : String(row.given), note: row.note },
    of: `PlanDialog ${props.row.orgId}`,
    isNew: row.given === null,
  });
  const act = useAct(setPlan, { quiet: true });
  const most = row.orgId === own.orgId || left === null ? null : left + (row.given ?? 0);
  return (
    <FormDialog
      title={`${year}年发展计划 ${row.orgName}`}
      icon="chart"
      act={row.given === null ? '下达' : '保存'}
      form={form}
      pending={act.isPending}
      onSave={() => act.mutateAsync({ orgId: row.orgId, year, version: row.version, ...form.values } as never)}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="given"
        label="计划名额"
        required
        max={7}
        inputMode="numeric"
        hint={most === null ? '本年可以接收的预备党员人数' : `最多还可分配${most}名`}
      />
      <AreaField form={form} name="note" label="说明" max={200} />
    </FormDialog>
  );
}
