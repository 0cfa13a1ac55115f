import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { call, download } from '#platform/web/call/api.ts';
import { keyOf, useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import {
  type GraduationRow,
  listGraduations,
  readWholeIn,
  receiveGraduates,
  startWhole,
  wholeInFields,
  wholeInTemplate,
} from '../contract.graduates.ts';
import { OutsideField } from './OutsideField.tsx';
import { PATHS } from './paths.ts';

/** The one receipt for a whole roll. */
export function ReceiptDialog({ sheet, onClose }: { sheet: GraduationRow; onClose: () => void }) {
  const save = useAct(receiveGraduates, { quiet: true });
  const form = useForm({
    schema: receiptSchema,
    initial: { receivedOn: '', branch: '', files: '' },
    of: `ReceiptDialog ${sheet.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`登记回执 ${sheet.fileName}`}
      icon="check"
      act="登记"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: sheet.id,
          receivedOn: form.text('receivedOn'),
          branch: form.text('branch').trim(),
          files: form.text('files').split(',').filter(Boolean),
        })
      }
      onClose={onClose}
    >
      <p>
        登记后名册上等待回执的{formatNumber(sheet.counts.receiving)}
        人成为已转出党员，登录账号停用，下月起不再计算党费；在后台逐人办结。
      </p>
      <DateField form={form} name="receivedOn" label="收到日期" required />
      <TextField form={form} name="branch" label="编入的党支部" required max={80} />
      <AttachmentField form={form} name="files" label="回执扫描件" required format="common" count={5} />
    </FormDialog>
  );
}

const receiptSchema = z.object({
  receivedOn: receiveGraduates.input.shape.receivedOn,
  branch: receiveGraduates.input.shape.branch,
  files: z.string().min(1, '请上传回执扫描件'),
});

const outSchema = startWhole.input.extend({ orgId: z.string().min(1, '请选择转出的党组织') });

/** 整建制 to an organisation outside: the document, from which the roll follows. */
export function WholeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const begin = useAct(startWhole, { quiet: true });
  const form = useForm({
    schema: outSchema,
    initial: {
      orgId: '',
      documentNo: '',
      issuedOn: '',
      outsideName: '',
      outsideBranch: '',
      reason: '隶属关系变动，整建制转出',
    },
    of: 'WholeDialog',
    isNew: true,
  });
  return (
    <FormDialog
      title="整建制转出系统外"
      icon="tree"
      act="列出名册"
      form={form}
      pending={begin.isPending}
      onSave={async () => {
        const { id } = await begin.mutateAsync({
          orgId: form.text('orgId'),
          documentNo: form.text('documentNo'),
          issuedOn: form.text('issuedOn'),
          outsideName: form.text('outsideName').trim(),
          outsideBranch: form.text('outsideBranch').trim(),
          reason: form.text('reason'),
        });
        navigate(pathWithQuery(PATHS.graduateSheets, { id }));
      }}
      onClose={onClose}
    >
      <OrgField form={form} name="orgId" label="转出的党组织" required />
      <TextField form={form} name="documentNo" label="文号" required max={60} placeholder="如：峡组发〔2026〕12号" />
      <DateField form={form} name="issuedOn" label="文件日期" required />
      <OutsideField form={form} label="接收党委全称" hint="系统外的党委；系统内的整建制转接用“组织变更”" />
      <TextField form={form} name="outsideBranch" label="接收党支部" max={80} />
      <TextField form={form} name="reason" label="转接原因" required max={200} />
    </FormDialog>
  );
}

const inSchema = wholeInFields.extend({ file: z.string().min(1, '请选择名册') });

/** 整建制 from an organisation outside: the document and the roll; people come in by id card after it was looked over. */
export function WholeInDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const form = useForm({
    schema: inSchema,
    initial: {
      orgId: session.user.workOrgId,
      documentNo: '',
      issuedOn: '',
      outsideName: '',
      reason: '隶属关系变动，整建制转入',
      file: '',
    },
    of: 'WholeInDialog',
    isNew: true,
  });
  const upload = useMutation({
    mutationFn: () => {
      const body = new FormData();
      for (const name of ['orgId', 'documentNo', 'issuedOn', 'outsideName', 'reason'] as const)
        body.set(name, form.text(name));
      if (file) body.set('file', file);
      return call(readWholeIn, {}, { body, quiet: true });
    },
  });
  const [message, setMessage] = useState('');
  return (
    <FormDialog
      title="整建制转入"
      icon="tree"
      act="读取名册"
      form={form}
      pending={upload.isPending}
      onSave={async () => {
        setMessage('');
        try {
          const { id } = await upload.mutateAsync();
          void client.invalidateQueries({ queryKey: keyOf(listGraduations) });
          navigate(pathWithQuery(PATHS.graduateSheets, { id }));
        } catch (error) {
          if (error instanceof ApiError && error.fields.file) setMessage(error.fields.file);
          throw error;
        }
      }}
      onClose={onClose}
    >
      <OrgField
        form={form}
        name="orgId"
        label="接收党组织"
        required
        hint="选到党支部则全部编入；选党委则按名册所写的党支部，没有的新设"
      />
      <TextField form={form} name="documentNo" label="文号" required max={60} placeholder="如：国资党发〔2026〕8号" />
      <DateField form={form} name="issuedOn" label="文件日期" required />
      <OutsideField form={form} label="原上级党委全称" hint="系统外的党委；系统内的整建制转接用“组织变更”" />
      <TextField form={form} name="reason" label="转接原因" required max={200} />
      <div className="rel-roll-file">
        <Button icon="export" onClick={() => download(wholeInTemplate, {}).catch(() => {})}>
          下载名册模板
        </Button>
        <Button icon="import" onClick={() => input.current?.click()}>
          {file ? file.name : '选择名册'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.xls,.csv"
          aria-label="填好的整建制转入名册"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            const wrong = chosen.length > 0 ? fileFault(chosen) : '';
            const good = wrong === '' ? (chosen[0] ?? null) : null;
            setMessage(wrong);
            setFile(good);
            form.set({ file: good?.name ?? '' });
          }}
        />
      </div>
      {(message || form.faults.file) && (
        <p className="field-fault" role="alert">
          <Icon name="warning" />
          {message || form.faults.file}
        </p>
      )}
      <p className="secondary">
        每人一行，按身份证号接收：此前从本平台转出的恢复原档案，已在册的不重复登记。先核对，再接收。
      </p>
    </FormDialog>
  );
}
