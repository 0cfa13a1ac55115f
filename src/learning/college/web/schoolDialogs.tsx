import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CERTIFICATES } from '#people/studyHours/rules.certificate.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ClassDetail, finishClass, removeClass } from '../contract.school.ts';
import { SCHOOL } from '../rules.school.ts';

type Outcome = ReplyOf<typeof finishClass>;

/** Deletes a draft. */
export function RemoveDialog({ one, onClose }: { one: ClassDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useAct(removeClass, { quiet: true });
  return (
    <DeleteDialog
      verb="删除"
      name={one.title}
      consequence="草稿连同课表一起删除，不能恢复。"
      onDelete={async ({ deleteReason }) => {
        await remove.mutateAsync({ id: one.id, deleteReason });
        navigate(SCHOOL.home, { replace: true });
      }}
      onClose={onClose}
    />
  );
}

/** 结业: who passes by the class's rule and who lacks what, before anything is written. */
export function FinishDialog({ one, onClose }: { one: ClassDetail; onClose: () => void }) {
  const act = useAct(finishClass, { quiet: true });
  const [seen, setSeen] = useState<Outcome | null>(null);
  const [done, setDone] = useState<Outcome | null>(null);
  const [fault, setFault] = useState('');
  const ask = async (preview: boolean) => {
    setFault('');
    try {
      const said = await act.mutateAsync({ id: one.id, version: one.version, preview });
      if (preview) setSeen(said);
      else {
        setDone(said);
        emit('notice', { kind: 'success', text: `${said.passed}人结业` });
      }
    } catch (error) {
      setFault(error instanceof Error ? error.message : '没有办成，请再试一次');
    }
  };
  const shown = done ?? seen;
  return (
    <Dialog
      title={`结业 ${one.title}`}
      icon="check"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{done ? '关闭' : '取消'}</Button>
          {!done && (
            <Button look="primary" disabled={act.isPending} onClick={() => void ask(seen === null)}>
              {seen ? '确认结业' : '核对结业条件'}
            </Button>
          )}
        </>
      }
    >
      {!shown && (
        <p>
          按出勤率{one.needAttendance}%、满{one.needHours}学时
          {one.exam && `、结业考试${one.needScore}分`}
          逐人核对，先看结果再确认。
        </p>
      )}
      {fault && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          <span>{fault}</span>
        </p>
      )}
      {shown && (
        <>
          <p>
            {done ? '已结业' : '可以结业'}
            <b>{shown.passed}</b>人，{done ? '未结业' : '不能结业'}
            <b>{shown.failed.length}</b>人。
            {done
              ? shown.certificates > 0 && (
                  <Link to={CERTIFICATES.batch(shown.evidence)}>查看和打印{shown.certificates}份学习证明</Link>
                )
              : `确认后到课的学时记入学时台账${one.certificate ? `，出具${shown.certificates}份学习证明` : ''}；有误的可以写明原因“撤销结业”，学时冲回，证明作废。`}
          </p>
          {shown.failed.length > 0 && (
            <table className="school-table">
              <caption className="visually-hidden">还缺条件的学员</caption>
              <thead>
                <tr>
                  <th scope="col">姓名</th>
                  <th scope="col">还缺</th>
                </tr>
              </thead>
              <tbody>
                {shown.failed.map(({ name, lacks }) => (
                  <tr key={`${name}${lacks}`}>
                    <td>{name}</td>
                    <td>{lacks}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Dialog>
  );
}
