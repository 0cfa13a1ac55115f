import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { getMember, type MemberDetail, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, Field, SelectField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { addCorrection, CORRECTION_FIELDS, type CorrectionField } from '../contract.correction.ts';
import { type FileDetail, getFile, listFiles } from '../contract.ts';
import { stepName } from '../rules/steps.ts';
import { PATHS } from './paths.ts';

/** `/affairs/recruitment/correct/:memberId`: asks for what was registered wrongly to be corrected; `stepNo`: the day of a step. */
export default function CorrectionForm() {
  const { memberId = '' } = useParams();
  const record = useCall(getMember, { id: memberId }, { quiet: true, staleTime: 0 });
  const filesQuery = useCall(listFiles, { memberId }, { quiet: true, staleTime: 0 });
  const running = filesQuery.data?.rows.find(({ ending }) => ending === null);
  const file = useCall(getFile, running === undefined ? null : { id: running.id }, { quiet: true });
  if (!record.data) return <Waiting query={record} lines={8} />;
  if (!filesQuery.data) return <Waiting query={filesQuery} lines={8} />;
  if (running && !file.data) return <Waiting query={file} lines={8} />;
  return <Editor key={memberId} member={record.data} file={file.data ?? null} />;
}

const schema = z.object({
  item: z.string().min(1, '请选择更正项目'),
  after: z.string().min(1, '请填写更正后的内容'),
  reason: z.string().trim().min(1, '请输入更正原因'),
  files: z.string().min(1, '请上传佐证材料'),
});
const STEP = 'step.';
const DECISION = 'decided.';
const OF_PERSON = ['personCategory', 'appliedOn', 'admissionDate', 'conversionDate'] as const;
const CATEGORIES = optionsOf(PERSON_CATEGORIES);

/** What stands in the record now, as it is read. */
function standing(item: string, member: MemberDetail, file: FileDetail | null): string {
  if (item.startsWith(DECISION)) return file?.steps[Number(item.slice(DECISION.length)) - 1]?.decidedOn ?? '';
  if (item.startsWith(STEP)) return file?.steps[Number(item.slice(STEP.length)) - 1]?.handledOn ?? '';
  if (item === 'personCategory')
    return PERSON_CATEGORIES[member.personCategory as keyof typeof PERSON_CATEGORIES] ?? '';
  return item === '' ? '' : (member[item as 'appliedOn'] ?? '未填写');
}

function Editor({ member, file }: { member: MemberDetail; file: FileDetail | null }) {
  const navigate = useNavigate();
  const { stepNo = '' } = readQuery(useLocation().search, ['stepNo']);
  const steps = file?.steps.filter(({ can }) => can.correct) ?? [];
  const asked = steps.some(({ no }) => String(no) === stepNo) ? `${STEP}${stepNo}` : '';
  const [start] = useState({ item: asked, after: '', reason: '', files: '' });
  const form = useForm({ schema, initial: start, isNew: true });
  // What is registered now stands among the fields and is none of them.
  const loose: Form = form;
  const add = useAct(addCorrection, { quiet: true });
  const { stands } = useStands();
  const title = `申请更正 ${member.name}`;
  useTitle(title);
  const item = form.text('item');
  return (
    <FormPage
      title={title}
      form={form}
      act="提交审批"
      onCancel={() => navigate(-1)}
      onSave={async () => {
        const of = item.startsWith(STEP) ? STEP : item.startsWith(DECISION) ? DECISION : null;
        await add.mutateAsync({
          memberId: member.id,
          field: of === STEP ? 'handledOn' : of === DECISION ? 'decidedOn' : (item as CorrectionField),
          ...(of === null ? {} : { stepNo: Number(item.slice(of.length)) }),
          after: form.text('after'),
          reason: form.text('reason'),
          files: form.text('files').split(',').filter(Boolean),
        });
        emit('notice', { kind: 'success', text: '更正申请已报上级审批' });
        // Who has left meanwhile is at something else.
        if (!stands.current) return;
        clearKeptInput();
        navigate(PATHS.corrections, { replace: true });
      }}
      sections={[
        {
          id: 'correction',
          title: '更正内容',
          content: (
            <>
              <SelectField
                form={form}
                name="item"
                label="更正项目"
                required
                onPick={() => form.set({ after: '' })}
                options={[
                  ...OF_PERSON.map((value) => ({ value, label: CORRECTION_FIELDS[value] })),
                  ...steps.flatMap(({ no, decidedOn }) => [
                    { value: `${STEP}${no}`, label: `${stepName(no)}日期` },
                    ...(decidedOn ? [{ value: `${DECISION}${no}`, label: `${stepName(no)}审批日期` }] : []),
                  ]),
                ]}
              />
              <Field form={loose} name="before" label="现在登记">
                {({ name: _name, onBlur: _onBlur, ...control }) => (
                  <span className="field-box">
                    <input {...control} readOnly value={standing(item, member, file)} />
                  </span>
                )}
              </Field>
              {item === 'personCategory' ? (
                <SelectField
                  form={form}
                  name="after"
                  label="更正为"
                  required
                  options={CATEGORIES.filter(({ value }) => value !== String(member.personCategory))}
                  hint="同意后发展档案随之移到该类别所在的步骤"
                />
              ) : (
                <DateField form={form} name="after" label="更正为" required />
              )}
              <AreaField
                form={form}
                name="reason"
                label="更正原因"
                required
                wide
                max={200}
                hint="由最近的有审批预备党员权限的上级党组织审批，同意前档案不变"
              />
              <AttachmentField
                form={form}
                name="files"
                label="佐证材料"
                required
                format="common"
                count={20}
                hint="入党志愿书、会议记录等原件的照片或扫描件"
              />
            </>
          ),
        },
      ]}
    />
  );
}
