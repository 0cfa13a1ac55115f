import { useState } from 'react';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { type ColourHand, colourHands, decideHand, withdrawHand } from '../contract.hand.ts';
import { type Scheme, wordsOf } from '../rules.scheme.ts';
import { quarterText } from '../rules.ts';

const TONES = ['tag warn', 'tag ok', 'tag bad', 'tag'];
type Asked = { one: ColourHand; act: 'agree' | 'refuse' | 'withdraw' } | null;

/** The levels by hand of one organisation: why, with which papers, and what the reader may do about them. */
export function Hands({ orgId, scheme }: { orgId: string; scheme: Scheme }) {
  const { data } = useCall(colourHands, { orgId }, { quiet: true, staleTime: 0 });
  const decide = useAct(decideHand, { quiet: true });
  const withdraw = useAct(withdrawHand, { quiet: true });
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const words = (one: ColourHand) =>
    `${quarterText(one.year, one.quarter)}由${wordsOf(scheme, one.computed)}调整为${wordsOf(scheme, one.level)}`;
  const act = (one: ColourHand, key: 'agree' | 'refuse' | 'withdraw', label: string) => (
    <button type="button" className="row-act" onClick={() => setAsked({ one, act: key })}>
      {label}
    </button>
  );
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
              {one.can.decide && act(one, 'agree', '确认')}
              {one.can.decide && act(one, 'refuse', '不同意')}
              {one.can.withdraw && act(one, 'withdraw', '撤回')}
            </span>
          </li>
        ))}
      </ul>
      {asked?.act === 'agree' && (
        <ConfirmDialog
          title="确认人工定级"
          act="确认"
          onConfirm={() => decide.mutateAsync({ id: asked.one.id, version: asked.one.version, agree: true })}
          onClose={close}
        >
          {words(asked.one)}，按最多一级计入，季度冻结时定下来。
        </ConfirmDialog>
      )}
      {asked?.act === 'withdraw' && (
        <ConfirmDialog
          title="撤回人工定级"
          act="撤回"
          onConfirm={() => withdraw.mutateAsync({ id: asked.one.id, version: asked.one.version })}
          onClose={close}
        >
          撤回后恢复为计算的等级。
        </ConfirmDialog>
      )}
      {asked?.act === 'refuse' && (
        <ReasonDialog
          title="不同意人工定级"
          act="不同意"
          label="原因"
          onDone={(opinion) =>
            decide.mutateAsync({ id: asked.one.id, version: asked.one.version, agree: false, opinion })
          }
          onClose={close}
        >
          <p>{words(asked.one)}</p>
        </ReasonDialog>
      )}
    </>
  );
}
