import { z } from 'zod';
import { date } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { sendReceipt } from '../contract.arrival.ts';
import type { TransferDetail } from '../contract.ts';

const schema = z.object({ sentOn: date, files: z.string().min(1, '请上传回执扫描件') });

/** The receipt of a letter on paper has gone back: the transfer is complete. */
export function SendReceipt({ transfer, onClose }: { transfer: TransferDetail; onClose: () => void }) {
  const form = useForm({
    schema,
    initial: { sentOn: transfer.today, files: '' },
    of: `SendReceipt ${transfer.id}`,
    isNew: true,
  });
  const save = useAct(sendReceipt, { quiet: true });
  return (
    <FormDialog
      title={`登记寄回的回执 ${transfer.name}`}
      icon="check"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        await save.mutateAsync({
          id: transfer.id,
          version: transfer.version,
          sentOn: form.text('sentOn'),
          files: form.text('files').split(',').filter(Boolean),
        });
        emit('notice', { kind: 'success', text: '转接已完成' });
        onClose();
        return false;
      }}
    >
      <p>回执联盖章后直接寄回{transfer.outsideName}，登记后这件转接办结。</p>
      <DateField form={form} name="sentOn" label="寄出日期" required />
      <AttachmentField form={form} name="files" label="回执扫描件" required format="common" count={5} />
    </FormDialog>
  );
}
