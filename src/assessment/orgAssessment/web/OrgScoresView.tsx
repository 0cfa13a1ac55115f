import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { planReport } from '../contract.report.ts';
import { orgDetails, reviewScores, suggestScores } from '../contract.score.ts';
import { monthText, pointsText } from '../rules.ts';
import { GradeTag, Points, ScoreTags, usePlan, WithPlan } from './parts.tsx';
import { detailsPath, editPath, PATHS, scorePath } from './paths.ts';

/** 考核明细: one organisation in one plan, item by item: 自评, 建议, 评审, 最终. */
export default function OrgScoresView() {
  const use = usePlan(PATHS.details);
  return (
    <WithPlan use={use}>
      {(plan) => (
        <Table
          key={plan.id}
          planId={plan.id}
          org={use.org}
          canScore={plan.isOwn && plan.state === 2}
          picker={use.picker}
        />
      )}
    </WithPlan>
  );
}

function Table({
  planId,
  org,
  canScore,
  picker,
}: {
  planId: string;
  org: string | undefined;
  canScore: boolean;
  picker: React.ReactNode;
}) {
  const navigate = useNavigate();
  const report = useCall(planReport, { id: planId }, { quiet: true });
  const rows = report.data?.rows ?? [];
  const orgId = org ?? rows[0]?.orgId;
  const orgDetailsQuery = useCall(
    orgDetails,
    { planId, orgId: orgId ?? '' },
    { quiet: true, staleTime: 0, keepPrevious: true, enabled: orgId !== undefined },
  );
  const suggest = useAct(suggestScores);
  return (
    <div className="integral-page">
      <PageHead title="考核明细">
        {canScore && (
          <Button
            icon="refresh"
            disabled={suggest.isPending}
            onClick={() =>
              suggest.mutate(
                { planId },
                { onSuccess: ({ counted }) => emit('notice', { kind: 'success', text: `已重新核查${counted}项` }) },
              )
            }
          >
            重新核查
          </Button>
        )}
        <ButtonLink to={PATHS.reportManage}>报表</ButtonLink>
      </PageHead>
      <div className="integral-pickers">
        {picker}
        <select
          className="integral-pick"
          aria-label="被考核组织"
          value={orgId ?? ''}
          onChange={(event) => navigate(detailsPath(planId, event.target.value), { replace: true })}
        >
          {rows.map((row) => (
            <option key={row.orgId} value={row.orgId}>
              {row.name}
            </option>
          ))}
        </select>
      </div>
      {orgDetailsQuery.data ? (
        <Rows data={orgDetailsQuery.data} />
      ) : (
        <Waiting query={report.data ? orgDetailsQuery : report} />
      )}
    </div>
  );
}

function Rows({ data }: { data: ReplyOf<typeof orgDetails> }) {
  const review = useAct(reviewScores, { quiet: true });
  const [asking, setAsking] = useState(false);
  const decided = data.rows.filter(({ final, isExempt }) => isExempt || final !== null).length;
  return (
    <>
      {asking && (
        <ConfirmDialog
          title={`通过${data.orgName}的${data.waiting.length}项得分`}
          act={`通过${data.waiting.length}项`}
          onConfirm={async () => {
            const { decided } = await review.mutateAsync({ ids: data.waiting, agree: true });
            emit('notice', { kind: 'success', text: `已通过${decided}项` });
          }}
          onClose={() => setAsking(false)}
        >
          由系统检查的项目按建议计分，单位自评的项目按自评计分，都计入总分和名次。要改分的项目请先逐项评审。
        </ConfirmDialog>
      )}
      <section className="card" aria-label="结果">
        <ul className="integral-figures">
          <li>
            <div>
              <b>{data.total === null ? '—' : pointsText(data.total)}</b>
              <span>{data.isFinal ? '得分' : '已评部分折合'}</span>
            </div>
          </li>
          <li>
            <div>
              <GradeTag grade={data.grade} />
              <span>等次</span>
            </div>
          </li>
          <li>
            <div>
              {data.isFinal ? (
                <>
                  <b>{data.place ?? '—'}</b>
                  <span>名次（{data.group}）</span>
                </>
              ) : (
                <>
                  <b>
                    {decided}/{data.rows.length}
                  </b>
                  <span>已评项目，评完才排名次</span>
                </>
              )}
            </div>
          </li>
          <li>
            <div>
              <b>{data.rows.filter((row) => row.isLate).length}</b>
              <span>逾期未报</span>
            </div>
          </li>
        </ul>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>{data.orgName}</h2>
          {data.waiting.length > 0 && (
            <Button look="primary" size="compact" onClick={() => setAsking(true)}>
              按自评和建议通过{data.waiting.length}项
            </Button>
          )}
        </div>
        <Wide label="考核明细">
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="stays">
                  考核项目
                </th>
                <th scope="col" className="wide-only">
                  评分方式
                </th>
                <th scope="col" className="wide-only">
                  截止日期
                </th>
                <th scope="col">状态</th>
                <th scope="col" className="number wide-only">
                  满分
                </th>
                <th scope="col" className="number wide-only">
                  自评
                </th>
                <th scope="col" className="number wide-only">
                  建议
                </th>
                <th scope="col" className="number wide-only">
                  评审
                </th>
                <th scope="col" className="number">
                  最终
                </th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td className="stays">
                    <div>
                      <Link to={scorePath(row.id)}>
                        {row.itemName}
                        {row.month > 0 && `（${monthText(row.month)}）`}
                      </Link>
                    </div>
                    <small className="integral-due">{row.dueOn}截止</small>
                  </td>
                  <td className="wide-only">{row.methodName}</td>
                  <td className="wide-only">{row.dueOn}</td>
                  <td>
                    <ScoreTags row={row} />
                  </td>
                  <td className="number wide-only">{pointsText(row.points)}</td>
                  {[row.self, row.suggested, row.reviewed, row.final].map((value, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: four columns that never change
                    <td key={at} className={at < 3 ? 'number wide-only' : 'number'}>
                      <Points value={value} />
                    </td>
                  ))}
                  <td>
                    {row.can.review || row.can.edit || row.can.decide ? (
                      <ButtonLink look="row" to={editPath(row.id)}>
                        {row.can.review ? '评审' : row.can.decide ? '确认' : '改分'}
                      </ButtonLink>
                    ) : (
                      <ButtonLink look="row" to={scorePath(row.id)}>
                        {row.can.report ? '填报' : '查看'}
                      </ButtonLink>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </section>
    </>
  );
}
