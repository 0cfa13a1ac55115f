import { useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { copyTask, listTemplates } from '../contract.taskOut.ts';
import { removeTask } from '../contract.ts';
import { PATHS } from './paths.ts';
import './form/form.css';

/** 任务模板 of the own organisation: a new task from one, or changing and deleting it. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const templatesQuery = useCall(listTemplates, {}, { quiet: true, staleTime: 0 });
  const copy = useAct(copyTask);
  const removal = useRemove({
    call: removeTask,
    restore: restoreRecycled,
    kind: 'officeTask',
    consequence: () => '用它新建过的任务不受影响，模板删除后进入回收站。',
    onDeleted: () => void templatesQuery.refetch(),
  });
  const begin = async (id: string) => {
    try {
      const made = await copy.mutateAsync({ id });
      emit('notice', { kind: 'success', text: '已用模板新建草稿，请核对日期和要求' });
      onClose();
      navigate(PATHS.edit(made.id));
    } catch {
      // The client has shown why.
    }
  };
  return (
    <Dialog
      title="任务模板"
      icon="document"
      width={700}
      onClose={onClose}
      foot={<Button onClick={onClose}>关闭</Button>}
    >
      {!templatesQuery.data ? (
        <Waiting query={templatesQuery} lines={4} />
      ) : templatesQuery.data.length === 0 ? (
        <p>还没有模板。打开一项任务，点“存为模板”，它的要求、附件、表样和发给谁都会留下。</p>
      ) : (
        <ul className="form-list">
          {templatesQuery.data.map((one) => (
            <li key={one.id}>
              <span>
                {one.title}
                <span className="muted small office-template">
                  {one.kindName}，{one.frequencyName}，{one.savedBy}保存
                </span>
              </span>
              <span className="office-template-acts">
                <Button
                  look="primary"
                  size="compact"
                  aria-label={`用${one.title}新建任务`}
                  disabled={copy.isPending}
                  onClick={() => void begin(one.id)}
                >
                  新建任务
                </Button>
                <ButtonLink look="row" to={PATHS.edit(one.id)} onClick={onClose}>
                  编辑
                </ButtonLink>
                <Button look="row" onClick={() => removal.ask({ id: one.id, name: one.title })}>
                  删除
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {removal.dialog}
    </Dialog>
  );
}
