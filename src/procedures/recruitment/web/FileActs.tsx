import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { addNote, applyAgain, endFile } from '../contract.steps.ts';
import type { FileDetail } from '../contract.ts';
import { NOTES, uninspectedHalfYears } from '../rules/inspections.ts';
import { ENDINGS, endingsFor } from '../rules/path.ts';
import { PATHS } from './paths.ts';

/** What is done about a file beside its steps: notes, corrections, its end. */
export function FileActs({ file }: { file: FileDetail }) {
  const [open, setOpen] = useState<'note' | 'end' | 'again' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {file.can.note && <Button onClick={() => setOpen('note')}>{file.isOwn ? '交思想汇报' : '登记考察'}</Button>}
      {!file.isOwn && (
        <ButtonLink to={pathWithQuery(PATHS.corrections, { memberId: file.memberId })}>更正记录</ButtonLink>
      )}
      {file.can.end && <Button onClick={() => setOpen('end')}>结束档案</Button>}
      {file.can.again && <Button onClick={() => setOpen('again')}>重新申请</Button>}
      {open === 'again' && <AgainDialog file={file} onClose={close} />}
      {open === 'note' && <NoteDialog file={file} onClose={close} />}
      {open === 'end' && <EndDialog file={file} onClose={close} />}
    </>
  );
}

const noteSchema = z.object({
  kind: z.string().min(1, '请选择类别'),
  day: z.string().min(1, '请填写日期'),
  content: z.string().trim().min(1, '请输入内容'),
});

/** The half-years of a file that ended without a 考察 and were not answered for yet. */
function gapsIn(file: FileDetail) {
  const step = file.steps.find(({ no }) => no === 3);
  const start = step?.state === 'done' ? (step.decidedOn ?? step.handledOn) : null;
  const days = (of: string) => file.notes.filter(({ kind }) => kind === of).map(({ day }) => day);
  return start ? uninspectedHalfYears(start, file.today, days('inspection'), days('gap')) : [];
}

/** Adds a 考察 or 思想汇报, or answers for a half-year without one; the person hands in the own 思想汇报. */
export function NoteDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const initial = { kind: file.isOwn ? 'thought' : 'inspection', day: file.today, content: '' };
  const form = useForm({ schema: noteSchema, initial, of: `NoteDialog ${file.id}`, isNew: true });
  const add = useAct(addNote, { quiet: true });
  const gaps = gapsIn(file);
  const isGap = form.text('kind') === 'gap';
  const kinds = Object.entries(NOTES).flatMap(([value, label]) =>
    value === 'gap' && gaps.length === 0 ? [] : [{ value, label }],
  );
  return (
    <FormDialog
      title={file.isOwn ? '交思想汇报' : `登记考察或思想汇报 ${file.name}`}
      icon="edit"
      form={form}
      pending={add.isPending}
      onClose={onClose}
      onSave={() => {
        const { kind, day, content } = form.values;
        return add.mutateAsync({ fileId: file.id, kind: kind as 'thought', day, content });
      }}
    >
      {!file.isOwn && <SelectField form={form} name="kind" label="类别" required options={kinds} />}
      {isGap ? (
        <SelectField
          form={form}
          name="day"
          label="没有考察的半年"
          required
          options={gaps.map(({ from, to }) => ({ value: to, label: `${from} 之后至 ${to}` }))}
        />
      ) : (
        <DateField form={form} name="day" label="日期" required />
      )}
      <AreaField
        form={form}
        name="content"
        label={isGap ? '为什么没有考察，后来做了什么' : '内容'}
        required
        rows={6}
        max={2000}
      />
    </FormDialog>
  );
}

/** 重新申请 opens a new file at step 1; this one stays as it ended. */
function AgainDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const again = useAct(applyAgain);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`${file.name}重新申请入党`}
      icon="growth"
      act="建立新档案"
      onConfirm={async () => {
        const { id } = await again.mutateAsync({ fileId: file.id });
        emit('notice', { kind: 'success', text: '新的发展档案已建立，从递交申请书办起' });
        navigate(PATHS.work(id, 5));
      }}
      onClose={onClose}
    >
      另建一份发展档案，从第1步“递交入党申请书”办起，人员类别改为入党申请人。这份档案保留原样，只能查看。
    </ConfirmDialog>
  );
}

const endSchema = z.object({
  ending: z.string().min(1, '请选择结束方式'),
  day: z.string().min(1, '请填写日期'),
  reason: z.string().trim().min(1, '请输入原因'),
});

function EndDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const form = useForm({
    schema: endSchema,
    initial: { ending: '', day: file.today, reason: '' },
    of: `EndDialog ${file.id}`,
    isNew: true,
  });
  const end = useAct(endFile, { quiet: true });
  return (
    <FormDialog
      title={`结束发展档案 ${file.name}`}
      icon="warning"
      form={form}
      pending={end.isPending}
      onClose={onClose}
      onSave={async () => {
        const { ending, day, reason } = form.values;
        await end.mutateAsync({ fileId: file.id, version: file.version, ending: ending as 'stopped', day, reason });
        emit('notice', {
          kind: 'success',
          text: ending === 'stopped' ? '终止培养已报上级，同意后结束' : '发展档案已结束',
        });
        onClose();
        return false;
      }}
    >
      <p>
        结束后这份档案只能查看，不再办理；重新申请入党时另建新的档案。
        {file.category > 2 &&
          !file.endingAsked &&
          `终止培养报${file.approver || '上级党委'}同意后结束，决定以前可以撤回；本人撤回和死亡当即结束。`}
        {file.category <= 2 && '预备党员取消资格须经支部大会讨论、上级党委审批，在预备期的步骤里办理。'}
      </p>
      <SelectField
        form={form}
        name="ending"
        label="结束方式"
        required
        options={endingsFor(file.category)
          // Asked for already.
          .filter((value) => value !== 'stopped' || !file.endingAsked?.id)
          .map((value) => ({ value, label: ENDINGS[value] }))}
      />
      <DateField form={form} name="day" label="日期" required />
      <AreaField form={form} name="reason" label="原因" required max={200} />
    </FormDialog>
  );
}
