import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { handOwnPaper } from '../../contract.own.ts';
import type { FileDetail, Paper } from '../../contract.ts';

const schema = z.object({ files: z.string().min(1, '请上传材料') });

/** The person hands in one paper, as photos or files. */
export function OwnPaperDialog({ file, paper, onClose }: { file: FileDetail; paper: Paper; onClose: () => void }) {
  const form = useForm({ schema, initial: { files: '' }, of: `OwnPaperDialog ${file.id} ${paper.label}`, isNew: true });
  const hand = useAct(handOwnPaper, { quiet: true });
  return (
    <FormDialog
      title={`提交 ${paper.label}`}
      icon="document"
      form={form}
      pending={hand.isPending}
      onClose={onClose}
      onSave={async () => {
        const { no, kind } = paper;
        const files = form.text('files').split(',').filter(Boolean);
        await hand.mutateAsync({ fileId: file.id, no, kind, files });
        emit('notice', { kind: 'success', text: `${paper.label}已提交，党支部收到待办` });
        onClose();
        return false;
      }}
    >
      {paper.state === 'returned' && paper.note && (
        <div className="banner warn" role="note">
          <span>退回原因：{paper.note}</span>
        </div>
      )}
      <AttachmentField
        form={form}
        name="files"
        label={paper.label}
        required
        format="common"
        count={20}
        hint="手机上点“选择文件”可以直接拍照，每页一张"
      />
    </FormDialog>
  );
}
