import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, Field, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { addIdCardChange, idCardChangeForm, PAPERS } from '../../contract.idCard.ts';
import { GENDERS, getMember, type MemberDetail } from '../../contract.ts';
import { normaliseIdCard, readIdCard } from '../../rules/idCard.ts';
import { nameOf } from '../memberColumns.tsx';
import { CHANGES } from './ChangeList.tsx';

/** `/affairs/member/idCardChange/add/:id`: asks for another number of the person `:id`; the organisation above decides. */
export default function ChangeForm() {
  const { id = '' } = useParams();
  const record = useCall(getMember, { id }, { quiet: true, staleTime: 0 });
  if (!record.data) return <Waiting query={record} lines={8} />;
  if (!record.data.idCardNo) return <NoRight title="还没有登记身份证号，请在编辑页补录" />;
  return <Editor key={id} member={record.data} />;
}

const today = () => new Date().toLocaleDateString('sv-SE');

const check = ({ idCardNo }: FormValues): Record<string, string> => {
  const read = readIdCard(String(idCardNo ?? ''), today());
  return idCardNo && 'reason' in read ? { idCardNo: read.reason } : {};
};

function Editor({ member }: { member: MemberDetail }) {
  const navigate = useNavigate();
  const back = `/affairs/member/browse/${member.id}`;
  const [start] = useState({ memberId: member.id, idCardNo: '', reason: '', proof: '' });
  const add = useAct(addIdCardChange, { quiet: true });
  const { stands } = useStands();
  const form = useForm({ schema: idCardChangeForm, initial: start, isNew: true, check });
  const title = `变更身份证号 ${nameOf(member)}`;
  useTitle(title);
  const typed = form.text('idCardNo');
  const read = typed ? readIdCard(typed, today()) : null;
  const card = read && 'card' in read ? read.card : null;
  return (
    <FormPage
      title={title}
      form={form}
      act="提交审批"
      onCancel={() => navigate(back)}
      onSave={async () => {
        const made = await add.mutateAsync(form.input());
        form.sent();
        emit('notice', { kind: 'success', text: `申请已提交，由${made.deciderOrgName}审批` });
        // Who has left meanwhile is at something else.
        if (!stands.current) return;
        clearKeptInput();
        navigate(`${CHANGES}/view/${made.id}`, { replace: true });
      }}
      sections={[
        {
          id: 'change',
          title: '变更内容',
          content: (
            <>
              <Field form={form} name="memberId" label="现在登记的身份证号">
                {({ name: _name, onBlur: _onBlur, ...control }) => (
                  <span className="field-box">
                    <input {...control} readOnly value={member.idCardNo} />
                  </span>
                )}
              </Field>
              <TextField
                form={form}
                name="idCardNo"
                label="新身份证号"
                required
                max={21}
                clean={(text) => text.toUpperCase()}
                onLeave={() => form.set({ idCardNo: normaliseIdCard(form.text('idCardNo')) })}
                hint={
                  card
                    ? `出生日期${card.birthDate}，性别${GENDERS[card.gender]}，批准后一并写入档案`
                    : '批准后出生日期、性别随新号更正，登录名随之改变'
                }
              />
              <AreaField
                form={form}
                name="reason"
                label="变更原因"
                required
                wide
                max={200}
                hint="例如登记有误、公安机关更正重号"
              />
              <AttachmentField
                form={form}
                name="proof"
                label="证明材料"
                required
                {...PAPERS}
                count={6}
                hint="新身份证、户籍证明等的照片或扫描件，仅审批时查看"
              />
            </>
          ),
        },
      ]}
    />
  );
}
