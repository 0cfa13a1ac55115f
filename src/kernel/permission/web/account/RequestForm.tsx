import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useBeside, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { useSession } from '#platform/web/session/session.ts';
import { createRequest, requestDecider, requestForm } from '../../contract.requests.ts';
import type { Candidate } from '../../contract.ts';
import { PlaceField } from '../pickers.tsx';
import { REQUESTS } from './accountParts.tsx';
import { PersonField } from './PersonField.tsx';

/** `/popedom/user/request/add`: asks for a worker's account; the organisation above decides. */
export default function RequestForm() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [person, setPerson] = useState<Candidate | null>(null);
  const [start] = useState({ memberId: '', orgId: user.workOrgId, validUntil: '', reason: '' });
  const create = useAct(createRequest, { quiet: true });
  const decider = useCall(requestDecider, {}, { quiet: true });
  const form = useForm({
    schema: requestForm,
    initial: start,
    isNew: true,
    check: ({ memberId }): Record<string, string> => (memberId ? {} : { memberId: '请选择人员' }),
  });
  useBeside(form, person, setPerson);
  return (
    <FormPage
      title="申请党务工作者账号"
      act="提交申请"
      form={form}
      onCancel={() => navigate(placeOf(REQUESTS))}
      onSave={async () => {
        const made = await create.mutateAsync(form.input());
        clearKeptInput();
        emit('notice', { kind: 'success', text: `申请已提交，由${made.deciderOrgName}审批` });
        navigate(`${REQUESTS}/view/${made.id}`, { replace: true });
      }}
      sections={[
        {
          id: 'request',
          title: '申请内容',
          content: (
            <>
              <p className="form-field wide field-hint">
                提交后由{decider.data?.deciderOrgName ?? '上级党组织'}审批，批准前账号不会开通。
              </p>
              <PersonField
                label="人员"
                picked={person}
                fault={form.faults.memberId}
                refuse={({ idCardNo }) => (idCardNo ? '' : '未登记身份证号')}
                onPick={(next) => {
                  setPerson(next);
                  form.set({ memberId: next?.memberId ?? '' });
                }}
              />
              <PlaceField
                form={form}
                name="orgId"
                label="任职组织"
                hint="本级或下级组织，批准后可管理该组织和它的下级"
              />
              <DateField form={form} name="validUntil" label="任职到" hint="含当天，不填为长期" />
              <AreaField form={form} name="reason" label="申请理由" required wide max={200} hint="例如换届、分工调整" />
            </>
          ),
        },
      ]}
    />
  );
}
