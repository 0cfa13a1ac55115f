import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { applyOutflow, editOutflow } from '../contract.acts.ts';
import { getOutflow, type OutflowDetail } from '../contract.ts';
import { LeavingFields } from './parts.tsx';
import { PATHS } from './paths.ts';

const schema = applyOutflow.input;
export const BLANK = {
  range: '',
  region: '',
  place: '',
  reason: '',
  trade: '',
  startedOn: '',
  plannedTo: '',
  toOrgId: '',
  toOrgName: '',
};

/** `outflowApply`: the branch registers that a member is away; `?id=` fixes one. */
export default function OutflowForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const query = useCall(getOutflow, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (!id) return <Editor outflow={null} />;
  return (
    <RecordLoader query={query} fresh refused={({ can }) => (can.edit ? '' : '这条流出登记现在不能修改')}>
      {(outflow) => <Editor outflow={outflow} />}
    </RecordLoader>
  );
}

function Editor({ outflow }: { outflow: OutflowDetail | null }) {
  const navigate = useNavigate();
  const add = useAct(applyOutflow, { quiet: true });
  const resubmit = useAct(editOutflow, { quiet: true });
  const [start] = useState(() => ({
    ...BLANK,
    memberId: outflow?.memberId ?? '',
    contactId: outflow?.contactId ?? '',
    certificate: '',
    ...(outflow && {
      range: String(outflow.range),
      region: outflow.region,
      place: outflow.place,
      reason: String(outflow.reason),
      trade: String(outflow.trade),
      startedOn: outflow.startedOn,
      plannedTo: outflow.plannedTo ?? '',
      toOrgId: outflow.toOrgId ?? '',
      toOrgName: outflow.toOrgName,
    }),
  }));
  const [person, setPerson] = useState<Choice[]>([]);
  const [contact, setContact] = useState<Choice[]>(
    outflow?.contactId ? [{ id: outflow.contactId, name: outflow.contactName, note: '' }] : [],
  );
  const form = useForm({ schema, initial: start, isNew: outflow === null });
  const save = async () => {
    const { memberId, certificate, ...rest } = form.values;
    const done = outflow
      ? { id: outflow.id, ...(await resubmit.mutateAsync({ ...rest, id: outflow.id, version: outflow.version })) }
      : await add.mutateAsync({ ...rest, memberId, certificate });
    emit('notice', { kind: 'success', text: outflow ? '保存成功' : '已登记流出' });
    navigate(PATHS.detail('out', done.id), { replace: true });
  };
  return (
    <FormPage
      title={outflow ? `修改流出登记 ${outflow.name}` : '流出申请'}
      form={form}
      act={outflow ? '保存' : '登记'}
      banners={
        form.faults.plannedTo?.includes('证明信') && (
          <div className="banner info" role="status">
            <span className="grow">不满6个月的外出开党员证明信，组织关系不转。</span>
            <Link to={`/affairs/relation/proofs${form.text('memberId') ? `?memberId=${form.text('memberId')}` : ''}`}>
              去开证明信
            </Link>
          </div>
        )
      }
      onSave={save}
      onCancel={() => navigate(outflow ? PATHS.detail('out', outflow.id) : PATHS.list)}
      sections={[
        {
          id: 'who',
          title: '谁外出',
          content: (
            <>
              {outflow ? (
                <p>
                  {outflow.name}，{outflow.orgName}
                </p>
              ) : (
                <PeopleField
                  label="外出党员"
                  required
                  multiple={false}
                  value={person}
                  fault={form.faults.memberId && (person.length > 0 ? form.faults.memberId : '请选择外出党员')}
                  onChange={(chosen) => {
                    setPerson(chosen);
                    form.set({ memberId: chosen[0]?.id ?? '' });
                  }}
                />
              )}
              <PeopleField
                label="联系人"
                multiple={false}
                value={contact}
                fault={form.faults.contactId}
                hint="每月联系一次，每人联系的流动党员有上限"
                onChange={(chosen) => {
                  setContact(chosen);
                  form.set({ contactId: chosen[0]?.id ?? '' });
                }}
              />
              {!outflow && <TextField form={form} name="certificate" label="活动证号" max={30} hint="发放了才填" />}
            </>
          ),
        },
        { id: 'where', title: '去哪里', content: <LeavingFields form={form} /> },
      ]}
    />
  );
}
