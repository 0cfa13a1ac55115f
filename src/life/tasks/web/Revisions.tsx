import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { listRevisions, reviseTask } from '../contract.partMore.ts';
import { MAX_FILES, type TaskDetail } from '../contract.ts';

/** 历次修改: what a task said before each change of its text and papers. */
export function Revisions({ taskId }: { taskId: string }) {
  const revisionsQuery = useCall(listRevisions, { id: taskId }, { quiet: true });
  if (!revisionsQuery.data || revisionsQuery.data.length === 0) return null;
  return (
    <section className="card office-body" aria-label="任务要求的历次修改">
      <h2>任务要求的历次修改</h2>
      <ul className="office-rows">
        {revisionsQuery.data.map((one) => (
          <li key={one.no}>
            <details>
              <summary>
                {one.note}
                <span className="muted small">
                  {' '}
                  {one.madeBy}，{dateTime(one.madeAt)}修改
                </span>
              </summary>
              <p className="muted small">修改前（第{one.no}版）：</p>
              <p className="office-content">{one.content}</p>
              <FileList files={one.files} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

const schema = z.object({
  content: reviseTask.input.shape.content,
  files: z.string(),
  note: reviseTask.input.shape.note,
});

/** 修改要求: the text and papers of a task that is out. */
export function ReviseAct({ task }: { task: TaskDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改要求</Button>
      {open && <ReviseDialog task={task} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReviseDialog({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const revise = useAct(reviseTask, { quiet: true });
  const form = useForm({
    schema,
    initial: { content: task.content, files: task.files.map(({ id }) => id).join(), note: '' },
    of: `ReviseDialog ${task.id}`,
    isNew: false,
  });
  return (
    <FormDialog
      title={`修改要求 ${task.title}`}
      icon="edit"
      act="修改并通知"
      form={form}
      pending={revise.isPending}
      onClose={onClose}
      onSave={async () => {
        await revise.mutateAsync({
          id: task.id,
          version: task.version,
          content: form.text('content'),
          files: form.text('files').split(',').filter(Boolean),
          note: form.text('note'),
        });
        emit('notice', { kind: 'success', text: '要求已修改，已通知没有办结的组织' });
        onClose();
        return false;
      }}
    >
      <AreaField form={form} name="content" label="任务要求" required wide max={4000} rows={8} />
      <AttachmentField form={form} name="files" label="附件" format="common" count={MAX_FILES} kept={task.files} />
      <AreaField
        form={form}
        name="note"
        label="修改说明"
        required
        wide
        max={200}
        hint="各组织会收到这句说明；原来的要求留作旧版"
      />
    </FormDialog>
  );
}
