import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { decideCorrection, withdrawCorrection } from '../contract.correction.ts';
import type { FileDetail } from '../contract.ts';

type Act = 'agree' | 'refuse' | 'withdraw';

/** 终止培养 that waits: what was asked for, with whom it lies, and for these two what they may do about it. */
export function EndingAsked({ file }: { file: FileDetail }) {
  const [act, setAct] = useState<Act | null>(null);
  const asked = file.endingAsked;
  if (!asked) return null;
  const { day, reason, askedBy, waitsFor, can } = asked;
  return (
    <section className="banner warn fz-ending" aria-label="终止培养申请">
      <Icon name="warning" size={16} />
      <p>
        <b>
          终止培养等待{waitsFor}
          {asked.id === null ? '办理' : '决定'}
        </b>
        {askedBy && `，由${askedBy}申请`}。终止日期 {day}，原因：{reason}。决定以前不再办理后面的步骤。
      </p>
      <span className="fz-ending-acts">
        {can.withdraw && <Button onClick={() => setAct('withdraw')}>撤回终止申请</Button>}
        {can.decide && (
          <>
            <Button onClick={() => setAct('refuse')}>不同意终止</Button>
            <Button look="primary" onClick={() => setAct('agree')}>
              同意终止
            </Button>
          </>
        )}
      </span>
      {act && asked.id !== null && <ActDialog file={file} id={asked.id} act={act} onClose={() => setAct(null)} />}
    </section>
  );
}

const SAID = {
  agree: { title: '同意终止培养', act: '同意终止', label: '审批意见', done: '已同意，发展档案已结束' },
  refuse: { title: '不同意终止培养', act: '不同意', label: '不同意的理由', done: '已登记不同意' },
  withdraw: { title: '撤回终止培养申请', act: '撤回', label: '备注', done: '已撤回终止培养申请' },
} as const;

/** One of the three acts, with what follows from it. */
function ActDialog({ file, id, act, onClose }: { file: FileDetail; id: string; act: Act; onClose: () => void }) {
  const decide = useAct(decideCorrection, { quiet: true });
  const withdraw = useAct(withdrawCorrection, { quiet: true });
  const said = SAID[act];
  return (
    <ReasonDialog
      title={`${said.title} ${file.name}`}
      act={said.act}
      label={said.label}
      free={act !== 'refuse'}
      onDone={async (opinion) => {
        if (act === 'withdraw') await withdraw.mutateAsync({ id });
        else await decide.mutateAsync({ id, agree: act === 'agree', opinion });
        emit('notice', { kind: 'success', text: said.done });
      }}
      onClose={onClose}
    >
      {act === 'agree'
        ? `发展档案自 ${file.endingAsked?.day ?? ''} 起终止培养，只能查看，不再办理；重新申请入党时另建新的档案。`
        : act === 'refuse'
          ? `${file.orgName}接到待办，按流程继续培养${file.name}。`
          : '撤回后这份档案按流程继续办理。'}
    </ReasonDialog>
  );
}
