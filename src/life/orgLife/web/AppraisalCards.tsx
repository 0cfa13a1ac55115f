import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type Appraisal, decidePlan, getAppraisal, openAppraisal, publishAppraisal } from '../contract.appraisal.ts';
import { printAppraisal, printAppraisalSummary } from '../contract.paper.ts';
import { AppraisalGrades } from './AppraisalGrades.tsx';
import { PlanDialog } from './AppraisalPlan.tsx';
import './event.css';

/** A 民主评议党员: the plan and the superior's word, who wrote of themselves, sums and grades, what was told. */
export function AppraisalCards({ id }: { id: string }) {
  const query = useCall(getAppraisal, { id }, { quiet: true, staleTime: 0 });
  if (!query.data) return <Waiting query={query} lines={4} />;
  return <Cards appraisal={query.data} />;
}

const PLAN_TONES: Readonly<Record<number, string>> = { 0: '', 1: 'gold', 2: 'ok', 3: 'bad' };

function Cards({ appraisal }: { appraisal: Appraisal }) {
  const [asking, setAsking] = useState<'plan' | 'open' | 'forms' | 'summary' | null>(null);
  const decide = useAct(decidePlan, { quiet: true });
  const open = useAct(openAppraisal);
  const publish = useAct(publishAppraisal);
  const navigate = useNavigate();
  const toBoard = async () => {
    try {
      const made = await publish.mutateAsync({ id: appraisal.id });
      emit('notice', { kind: 'success', text: '已生成三务公开草稿，核对后送审' });
      navigate(`/affairs/organization/threeAffairsOpenEdit/${made.id}`);
    } catch {
      // The client has shown why.
    }
  };
  const { id, can } = appraisal;
  return (
    <>
      <section className="card" aria-label="评议方案">
        <div className="card-head">
          <h2>评议方案</h2>
          <span className={`tag ${PLAN_TONES[appraisal.planState] ?? ''}`}>{appraisal.planStateName}</span>
          <span className="card-extra">
            {appraisal.opened && (
              <>
                <Button icon="print" onClick={() => setAsking('forms')}>
                  登记表
                </Button>
                <Button icon="print" onClick={() => setAsking('summary')}>
                  汇总表
                </Button>
              </>
            )}
            {can.publish && (
              <Button disabled={publish.isPending} onClick={() => void toBoard()}>
                公开结果
              </Button>
            )}
            {can.plan && (
              <Button look="primary" onClick={() => setAsking('plan')}>
                {appraisal.planState === 3 ? '补正后再报' : '上报方案'}
              </Button>
            )}
            <ApprovalActs
              acts={{
                agree: can.decide && {
                  title: '同意评议方案',
                  consequence: '同意后党支部可以开始自评、互评和民主测评。',
                  run: async () => {
                    await decide.mutateAsync({ id, agree: true });
                    emit('notice', { kind: 'success', text: '已同意方案' });
                  },
                },
                return: can.decide && {
                  title: '退回评议方案',
                  words: { label: '退回原因' },
                  consequence: '党支部补正后重新上报。',
                  run: async (opinion) => {
                    await decide.mutateAsync({ id, agree: false, opinion });
                    emit('notice', { kind: 'success', text: '已退回' });
                  },
                },
              }}
            />
            {can.open && (
              <Button look="primary" icon="bell" onClick={() => setAsking('open')}>
                开始评议
              </Button>
            )}
          </span>
        </div>
        <dl className="record-fields">
          <Line label="方案" wide>
            <span className="life-minutes">{appraisal.plan || '还没有上报方案。上级同意后开始评议。'}</span>
          </Line>
          {appraisal.planOpinion && (
            <Line label="上级意见" wide>
              {appraisal.planOpinion}（{appraisal.decidedBy}）
            </Line>
          )}
        </dl>
      </section>
      {appraisal.opened && <AppraisalGrades appraisal={appraisal} />}
      {appraisal.opened && <Selves appraisal={appraisal} />}
      {(asking === 'forms' || asking === 'summary') && (
        <PaperDialog
          title={asking === 'forms' ? '民主评议党员登记表' : '民主评议党员汇总表'}
          ask={(signal) =>
            call(asking === 'forms' ? printAppraisal : printAppraisalSummary, { id }, { quiet: true, signal })
          }
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'plan' && <PlanDialog appraisal={appraisal} onClose={() => setAsking(null)} />}
      {asking === 'open' && (
        <ConfirmDialog
          about={{ call: openAppraisal, input: { id } }}
          title="开始民主评议"
          icon="bell"
          act="开始评议"
          onConfirm={async () => {
            await open.mutateAsync({ id });
            emit('notice', { kind: 'success', text: '评议已开始，参评党员会收到通知' });
          }}
          onClose={() => setAsking(null)}
        >
          参评人员按名册确定：正式党员评定等次，预备党员参加评议、不评定等次。有账号的党员会收到通知，在手机上写自评。
        </ConfirmDialog>
      )}
    </>
  );
}

/** What each wrote of themselves, and who did not yet. */
function Selves({ appraisal }: { appraisal: Appraisal }) {
  const written = appraisal.people.filter(({ selfAt }) => selfAt !== null);
  const open = appraisal.people.filter(({ selfAt }) => selfAt === null);
  return (
    <section className="card" aria-label="个人自评">
      <div className="card-head">
        <h2>个人自评</h2>
        <span className="secondary">
          参评{appraisal.participants}人，已写{written.length}人
        </span>
      </div>
      <ul className="life-people">
        {written.map((one) => (
          <li key={one.memberId}>
            <details className="grow">
              <summary>
                {one.name}
                {!one.graded && '（预备党员）'}　<small className="muted">{toLocal(one.selfAt ?? '')}</small>
              </summary>
              <p className="life-minutes">{one.selfText}</p>
            </details>
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className="life-legend muted">
          还没有写：
          {open
            .slice(0, 40)
            .map(({ name }) => name)
            .join('、')}
          {open.length > 40 && `等${open.length}人`}
        </p>
      )}
    </section>
  );
}
