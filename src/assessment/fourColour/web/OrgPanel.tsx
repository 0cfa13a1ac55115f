import { useState } from 'react';
import { quarterText } from '#platform/time/periods.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { acceptRectification, type OrgColour, orgColour, reportRectification } from '../contract.ts';
import { Hands } from './Hands.tsx';
import { LevelTag } from './LevelTag.tsx';

type One = OrgColour['rectifications'][number];

/** One organisation: its quarters, what they lead to, and its rectifications. */
export function OrgPanel({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const orgColourQuery = useCall(orgColour, { orgId }, { quiet: true, staleTime: 0 });
  const report = useAct(reportRectification, { quiet: true });
  const accept = useAct(acceptRectification, { quiet: true });
  const [openDialog, setOpenDialog] = useState<One | null>(null);
  const approval = useApprovalActs();
  const close = () => setOpenDialog(null);
  const foot = <Button onClick={onClose}>关闭</Button>;
  if (!orgColourQuery.data)
    return (
      <Dialog title="四色等级" icon="organisation" width={700} onClose={onClose} foot={foot}>
        <Waiting query={orgColourQuery} lines={5} />
      </Dialog>
    );
  const { name, quarters, act, rectifications, scheme } = orgColourQuery.data;
  return (
    <Dialog title={`四色等级 ${name}`} icon="organisation" width={700} onClose={onClose} foot={foot}>
      {act && (
        <p className="banner bad" role="status">
          <Icon name="warning" />
          {act}
        </p>
      )}
      <ul className="colour-rows">
        {quarters.length === 0 && <li className="muted">还没有冻结过的季度。</li>}
        {[...quarters].reverse().map((one) => (
          <li key={`${one.year}-${one.quarter}`}>
            <span>
              {quarterText(one.year, one.quarter)}{' '}
              <span className="muted">
                {one.openChecks}项不符合
                {one.computed !== null && one.computed !== one.level && '，人工定级'}
              </span>
            </span>
            <LevelTag level={one.level} scheme={scheme} />
          </li>
        ))}
        {rectifications.map((one) => (
          <li key={one.id}>
            <span>
              整改：{one.person}，{one.dueOn}前{one.isRelapse && <span className="tag bad">一年内反弹</span>}
              <small className="colour-why">{one.problems}</small>
              {one.report && <small className="colour-why">整改情况：{one.report}</small>}
              {one.opinion && <small className="colour-why">验收意见：{one.opinion}</small>}
            </span>
            <span className="end">
              <span className={one.state === 2 ? 'tag ok' : one.state === 1 ? 'tag info' : 'tag warn'}>
                {one.stateName}
              </span>
              {one.can.report && (
                <Button look="row" onClick={() => setOpenDialog(one)}>
                  报整改情况
                </Button>
              )}
              {approval.inRow({
                agree: one.can.accept && {
                  label: '验收通过',
                  title: `验收通过 ${name}`,
                  consequence: '整改完成，一年内再出现的记为反弹。',
                  run: () => accept.mutateAsync({ id: one.id, version: one.version, agree: true }),
                },
                return: one.can.accept && {
                  title: `退回整改 ${name}`,
                  words: { label: '退回原因' },
                  consequence: '退回后继续整改。',
                  run: (opinion) => accept.mutateAsync({ id: one.id, version: one.version, agree: false, opinion }),
                },
              })}
            </span>
          </li>
        ))}
      </ul>
      <Hands orgId={orgId} scheme={scheme} />
      {openDialog && (
        <ReasonDialog
          title={`报整改情况 ${name}`}
          act="提交"
          label="整改情况"
          max={2000}
          onDone={(text) => report.mutateAsync({ id: openDialog.id, version: openDialog.version, report: text })}
          onClose={close}
        >
          <p>提交后由上级组织验收。</p>
        </ReasonDialog>
      )}
      {approval.dialog}
    </Dialog>
  );
}
