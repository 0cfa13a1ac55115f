import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { getPlan, type PlanDetail, removePlan, setItems, stepPlan } from '../contract.plan.ts';
import { listProjects } from '../contract.ts';
import { PLAN_STEPS, type PlanStep, pointsText, SCOPE_MODES } from '../rules.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { PlanTag, Share } from './parts.tsx';
import { PATHS, reportPath } from './paths.ts';

const MEANS: Readonly<Record<PlanStep, string>> = {
  publish: '发布后项目和范围不能再改，被考核的组织收到通知，可以开始填报。',
  score: '自动核查的项目按现在的情况算出建议分，评审可以开始；没报的材料仍可以补报。',
  notice: '得分、等次和名次定下来，写入各组织的“考核评议”，公示五个工作日。没有报的按零分计。',
  withdraw: '写入各组织“考核评议”的结果一并收回，方案回到评分中。',
  archive: '归档后不再改动。',
};

/** One plan: its items, whom it assesses, how far it is, and the next step. */
export function PlanView({ id }: { id: string }) {
  const planQuery = useCall(getPlan, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={planQuery} fresh>
      {(plan) => <View plan={plan} />}
    </RecordLoader>
  );
}

function View({ plan }: { plan: PlanDetail }) {
  useTitle(plan.name);
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<PlanStep | 'edit' | 'items' | 'remove' | null>(null);
  const move = useAct(stepPlan, { quiet: true });
  const remove = useAct(removePlan, { quiet: true });
  const steps = (Object.keys(PLAN_STEPS) as PlanStep[]).filter((step) => plan.can[step]);
  const close = () => setOpenDialog(null);
  const go = async (step: PlanStep, reason = '') => {
    await move.mutateAsync({ id: plan.id, version: plan.version, step, reason });
    emit('notice', { kind: 'success', text: `已${PLAN_STEPS[step].label}` });
  };
  return (
    <div className="integral-page">
      <PageHead title={plan.name}>
        {plan.state > 0 && (
          <ButtonLink icon="chart" to={reportPath(PATHS.itemized, plan.id)}>
            考核结果
          </ButtonLink>
        )}
        {plan.can.edit && (
          <>
            <Button onClick={() => setOpenDialog('remove')}>删除</Button>
            <Button onClick={() => setOpenDialog('edit')}>修改</Button>
            <Button onClick={() => setOpenDialog('items')}>选定项目</Button>
            <ButtonLink to={pathWithQuery(PATHS.scope, { id: plan.id })}>指定范围</ButtonLink>
          </>
        )}
        {steps.map((step) => (
          <Button
            key={step}
            look={step === 'withdraw' ? 'normal' : 'primary'}
            disabled={step === 'publish' && plan.faults.length > 0}
            title={step === 'publish' ? plan.faults[0] : undefined}
            onClick={() => setOpenDialog(step)}
          >
            {PLAN_STEPS[step].label}
          </Button>
        ))}
      </PageHead>
      {plan.faults.map((fault) => (
        <p key={fault} className="banner warn" role="status">
          <Icon name="warning" />
          {fault}，补齐后才能发布。
        </p>
      ))}
      <section className="card">
        <div className="card-head">
          <h2>方案</h2>
          <PlanTag {...plan} />
        </div>
        <dl className="integral-body integral-facts">
          <Fact label="制定组织">{plan.orgName}</Fact>
          <Fact label="考核期">
            {plan.startsOn} 至 {plan.endsOn}
          </Fact>
          <Fact label="考核范围">
            {SCOPE_MODES[plan.audience.mode as keyof typeof SCOPE_MODES]}，共{plan.targets}个组织
          </Fact>
          <Fact label="等次">
            {pointsText(plan.bands[0])}分起好，{pointsText(plan.bands[1])}分起较好，{pointsText(plan.bands[2])}分起一般
          </Fact>
          {plan.state > 0 && (
            <>
              <Fact label="已评审">
                <Share done={plan.reviewed} all={plan.cells} label="已评审" />
              </Fact>
              <Fact label="逾期未报">{plan.late}项</Fact>
            </>
          )}
          {plan.noticeUntil && <Fact label="公示到">{plan.noticeUntil}</Fact>}
          {plan.note && <Fact label="说明">{plan.note}</Fact>}
        </dl>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>考核项目</h2>
          <span className="muted">
            {plan.itemList.length}项，合计{pointsText(plan.points)}分
          </span>
        </div>
        {plan.itemList.length === 0 ? (
          <p className="integral-quiet">还没有选定项目。</p>
        ) : (
          <Wide label="考核项目">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">考核项目</th>
                  <th scope="col">评分标准</th>
                  <th scope="col" className="wide-only">
                    类别
                  </th>
                  <th scope="col" className="wide-only">
                    评分方式
                  </th>
                  <th scope="col" className="wide-only">
                    报送
                  </th>
                  <th scope="col" className="number">
                    满分
                  </th>
                </tr>
              </thead>
              <tbody>
                {plan.itemList.map((item) => (
                  <tr key={item.id}>
                    <td className="wrap">
                      {item.name}
                      {item.typeName && <span className="muted"> {item.typeName}</span>}
                    </td>
                    <td className="wrap">{item.standard}</td>
                    <td className="wide-only">{item.kindName}</td>
                    <td className="wide-only">
                      {item.methodName}
                      {item.checkLabel && <span className="muted"> {item.checkLabel}</span>}
                    </td>
                    <td className="wide-only">
                      {item.submitName}，{item.inspectionName}
                    </td>
                    <td className="number">{pointsText(item.points)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">合计</th>
                  <td />
                  <td className="wide-only" colSpan={3} />
                  <td className="number">
                    <b>{pointsText(plan.points)}</b>
                  </td>
                </tr>
              </tfoot>
            </table>
          </Wide>
        )}
      </section>
      {openDialog === 'edit' && <PlanDialog plan={plan} from={null} onClose={close} />}
      {openDialog === 'items' && <ItemsDialog plan={plan} onClose={close} />}
      {openDialog === 'remove' && (
        <DeleteDialog
          verb="删除方案"
          name={plan.name}
          consequence="草稿删除后不能恢复，项目库里的项目不受影响。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: plan.id, deleteReason });
            navigate(PATHS.plan, { replace: true });
          }}
          onClose={close}
        />
      )}
      {openDialog === 'withdraw' && (
        <ReasonDialog
          title={`撤回公示 ${plan.name}`}
          act="撤回公示"
          label="撤回原因"
          onDone={(reason) => go('withdraw', reason)}
          onClose={close}
        >
          <p>{MEANS.withdraw}</p>
        </ReasonDialog>
      )}
      {(openDialog === 'publish' || openDialog === 'score' || openDialog === 'notice' || openDialog === 'archive') && (
        <ConfirmDialog
          about={{ call: stepPlan, input: { id: plan.id, version: plan.version, step: openDialog, reason: '' } }}
          title={`${PLAN_STEPS[openDialog].label} ${plan.name}`}
          act={PLAN_STEPS[openDialog].label}
          onConfirm={() => go(openDialog)}
          onClose={close}
        >
          {MEANS[openDialog]}
        </ConfirmDialog>
      )}
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Items of the library for a draft, with what they come to while they are ticked. */
function ItemsDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const projectsQuery = useCall(listProjects, { pageSize: 200, state: 'on' }, { quiet: true, staleTime: 0 });
  const save = useAct(setItems, { quiet: true });
  const [chosen, setChosen] = useState<readonly string[]>(plan.itemList.map(({ projectId }) => projectId));
  const [fault, setFault] = useState('');
  const rows = projectsQuery.data?.rows ?? [];
  const picked = rows.filter(({ id }) => chosen.includes(id));
  const sum = picked.reduce((all, { points }) => all + points, 0);
  const done = async () => {
    try {
      await save.mutateAsync({ id: plan.id, version: plan.version, projectIds: picked.map(({ id }) => id) });
      onClose();
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <Dialog
      title={`选定项目 ${plan.name}`}
      icon="clipboard"
      width={900}
      onClose={onClose}
      foot={
        <>
          <span className={sum === 10_000 ? 'muted' : 'field-fault'} role="status">
            {fault || `已选${picked.length}项，合计${pointsText(sum)}分${sum === 10_000 ? '' : '，应为100分'}`}
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={picked.length === 0 || save.isPending} onClick={done}>
            选定
          </Button>
        </>
      }
    >
      {!projectsQuery.data ? (
        <Waiting query={projectsQuery} />
      ) : rows.length === 0 ? (
        <p className="integral-quiet">
          项目库里还没有项目，<Link to={PATHS.addProject}>去新增</Link>。
        </p>
      ) : (
        <ul className="integral-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <label>
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.includes(row.id)}
                  onChange={(event) =>
                    setChosen(event.target.checked ? [...chosen, row.id] : chosen.filter((one) => one !== row.id))
                  }
                />{' '}
                {row.name} <span className="muted">{row.typeName}</span>
              </label>
              <span className="end">
                <span className="muted">{row.methodName}</span>
                {pointsText(row.points)}分
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
