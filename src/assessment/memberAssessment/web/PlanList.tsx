import { useState } from 'react';
import {
  ASSESS_KINDS,
  type AssessKind,
  INSPECTION_TIMES,
  type InspectionTime,
  SUBMIT_FREQUENCIES,
  type SubmitFrequency,
} from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { DraftActs, DraftedTable, useDrafted } from '#platform/web/drafted/drafted.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { archivePlan, getPlan, listPlans, publishPlan, removePlan } from '../contract.plan.ts';
import { scoreText } from '../rules.ts';
import { PlanForm } from './PlanForm.tsx';
import './assessment.css';

/** 考核方案: year by year, those of the own organisation and those above that hold for it. */
export function PlanList() {
  const session = useSession();
  const query = useCall(listPlans, {}, { quiet: true });
  const mayWrite = may(session, 'assess:plan');
  const rows = query.data?.rows ?? [];
  const { shown, show, editing, edit, done } = useDrafted(rows);
  if (editing) return <PlanForm id={editing.id} copy={editing.copy} onDone={done} />;
  return (
    <div className="assess-page">
      <PageHead title="党员考核">
        {mayWrite && (
          <Button look="primary" icon="plus" onClick={() => edit({ id: null, copy: false })}>
            新方案
          </Button>
        )}
      </PageHead>
      {!query.data ? (
        <Waiting query={query} />
      ) : rows.length === 0 ? (
        <div className="card">
          <Empty title="还没有考核方案">每年的考核方案由市级或本级党组织制定并发布；发布后党支部按它逐月评分。</Empty>
        </div>
      ) : (
        <>
          <DraftedTable
            caption="考核方案"
            noun="方案"
            className="assess-table"
            rows={rows}
            shown={shown}
            onShow={show}
            head={['年份', '制定组织', '项目', '满分'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            cells={(row) => (
              <>
                <td>{row.year}</td>
                <td className="text">{row.orgName}</td>
                <td>{row.items}</td>
                <td>{scoreText(row.full)}</td>
              </>
            )}
          />
          {shown && (
            <PlanView
              key={shown}
              id={shown}
              mayCopy={mayWrite}
              onEdit={(copy) => edit({ id: shown, copy })}
              onGone={() => show(null)}
            />
          )}
        </>
      )}
    </div>
  );
}

function PlanView({
  id,
  mayCopy,
  onEdit,
  onGone,
}: {
  id: string;
  mayCopy: boolean;
  onEdit: (copy: boolean) => void;
  onGone: () => void;
}) {
  const query = useCall(getPlan, { id }, { quiet: true });
  const publish = useAct(publishPlan);
  const archive = useAct(archivePlan);
  const remove = useAct(removePlan);
  const [asking, setAsking] = useState<'publish' | 'archive' | 'remove' | null>(null);
  const plan = query.data;
  if (!plan) return <Waiting query={query} />;
  const at = { id: plan.id, version: plan.version };
  const asks = {
    publish: {
      act: '发布',
      text: '发布后各党支部按它评分，不能再修改。各项满分合计应为100分。',
      run: async () => void (await publish.mutateAsync(at)),
    },
    archive: {
      act: '归档',
      text: '归档后不再按它评分，已有的评分保留。',
      run: async () => void (await archive.mutateAsync(at)),
    },
    remove: {
      act: '删除',
      text: '草稿没有发布过，删除后不能恢复。',
      run: async () => {
        await remove.mutateAsync(at);
        onGone();
      },
    },
  };
  return (
    <section className="card" aria-label={plan.name}>
      <div className="card-head">
        <h2>{plan.name}</h2>
        <span className="secondary">
          {plan.orgName}，{plan.year}年；月均分占{plan.share}%，民主评议占{100 - plan.share}
          %（优秀、合格、基本合格、不合格计
          {plan.grades.join('、')}分）
        </span>
      </div>
      <div className="assess-table">
        <table>
          <caption className="visually-hidden">考核项目</caption>
          <thead>
            <tr>
              {['项目', '类别', '满分', '频次', '考核时间', '评分来源', '评分标准'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plan.items.map((item) => (
              <tr key={item.id}>
                <th scope="row">{item.name}</th>
                <td>{ASSESS_KINDS[item.kind as AssessKind]}</td>
                <td>{scoreText(item.most)}</td>
                <td>{SUBMIT_FREQUENCIES[item.submit as SubmitFrequency]}</td>
                <td>{INSPECTION_TIMES[item.inspection as InspectionTime]}</td>
                <td>{item.dimension ? `${item.dimension}积分` : '人工评分'}</td>
                <td className="text">{item.standard || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="assess-foot">
        {mayCopy && <Button onClick={() => onEdit(true)}>复制为新方案</Button>}
        {plan.can.archive && <Button onClick={() => setAsking('archive')}>归档</Button>}
        {plan.can.edit && (
          <DraftActs
            onRemove={() => setAsking('remove')}
            onEdit={() => onEdit(false)}
            onPublish={() => setAsking('publish')}
          />
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`${asks[asking].act} ${plan.name}`}
          icon={asking === 'remove' ? 'trash' : 'check'}
          act={asks[asking].act}
          onConfirm={async () => {
            await asks[asking].run();
            emit('notice', { kind: 'success', text: `已${asks[asking].act}` });
          }}
          onClose={() => setAsking(null)}
        >
          {asks[asking].text}
        </ConfirmDialog>
      )}
    </section>
  );
}
