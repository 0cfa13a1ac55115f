import { quarterText } from '#platform/time/periods.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { type ColourHand, colourHands, decideHand, withdrawHand } from '../contract.hand.ts';
import { type Scheme, wordsOf } from '../rules.scheme.ts';

const TONES = ['tag warn', 'tag ok', 'tag bad', 'tag'];

/** The levels by hand of one organisation: why, with which papers, and what the reader may do about them. */
export function Hands({ orgId, scheme }: { orgId: string; scheme: Scheme }) {
  const { data } = useCall(colourHands, { orgId }, { quiet: true, staleTime: 0 });
  const decide = useAct(decideHand, { quiet: true });
  const withdraw = useAct(withdrawHand, { quiet: true });
  const approval = useApprovalActs();
  const words = (one: ColourHand) =>
    `${quarterText(one.year, one.quarter)}由${wordsOf(scheme, one.computed)}调整为${wordsOf(scheme, one.level)}`;
  return (
    <>
      <ul className="colour-rows">
        {(data ?? []).map((one) => (
          <li key={one.id}>
            <span>
              人工定级：{words(one)}
              <small className="colour-why">
                {one.askedOrg}（{one.askedBy}）：{one.reason}
              </small>
              {one.opinion && (
                <small className="colour-why">
                  {one.decidedBy}：{one.opinion}
                </small>
              )}
              <FileList files={one.files} />
            </span>
            <span className="end">
              <span className={TONES[one.state] ?? 'tag'}>{one.stateName}</span>
              {approval.inRow({
                agree: one.can.decide && {
                  label: '确认',
                  title: '确认人工定级',
                  consequence: `${words(one)}，按最多一级计入，季度冻结时定下来。`,
                  run: () => decide.mutateAsync({ id: one.id, version: one.version, agree: true }),
                },
                refuse: one.can.decide && {
                  title: '不同意人工定级',
                  words: { label: '原因' },
                  consequence: words(one),
                  run: (opinion) => decide.mutateAsync({ id: one.id, version: one.version, agree: false, opinion }),
                },
                withdraw: one.can.withdraw && {
                  title: '撤回人工定级',
                  consequence: '撤回后恢复为计算的等级。',
                  run: () => withdraw.mutateAsync({ id: one.id, version: one.version }),
                },
              })}
            </span>
          </li>
        ))}
      </ul>
      {approval.dialog}
    </>
  );
}
