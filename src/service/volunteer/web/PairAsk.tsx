import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { useSession } from '#platform/web/session/session.ts';
import { ReceiverField } from '#service/dualReport/web/pickers.receiver.tsx';
import { askPair, pairFaults, pairFields } from '../contract.pair.ts';
import { DIFFICULTIES, PAIR_KINDS } from '../rules.pair.ts';
import { PATHS } from './paths.ts';

const START = {
  kind: '1',
  otherId: '',
  orgName: '',
  memberId: '',
  personName: '',
  idCardNo: '',
  phone: '',
  address: '',
  household: '',
  difficulty: '',
  content: '',
  contact: '',
  contactPhone: '',
  fromOn: '',
  toOn: '',
};

/** `/service/volunteer/apply`: the own organisation asks a community or village for a pair. */
export default function PairAsk() {
  const navigate = useNavigate();
  const { user } = useSession();
  const ask = useAct(askPair, { quiet: true });
  const [person, setPerson] = useState<readonly Choice[]>([]);
  const form = useForm({
    schema: pairFields,
    initial: START,
    isNew: true,
    check: (values) => {
      const of = (name: keyof typeof START) => values[name];
      const faults = pairFaults({
        kind: Number(of('kind')),
        memberId: of('memberId') || null,
        personName: of('personName').trim(),
        difficulty: Number(of('difficulty')) || null,
        address: of('address').trim(),
        contact: of('contact').trim(),
        contactPhone: of('contactPhone').trim(),
        fromOn: of('fromOn'),
        toOn: of('toOn'),
      });
      const read = of('idCardNo') && of('kind') === '2' ? readIdCard(of('idCardNo'), '9999-12-31') : null;
      return read && 'reason' in read ? { ...faults, idCardNo: read.reason } : faults;
    },
  });
  const isHelp = form.text('kind') === '2';
  const save = async () => {
    const { orgName, idCardNo, ...values } = form.values;
    const { id } = await ask.mutateAsync({
      ...values,
      idCardNo: isHelp && idCardNo.trim() ? await encryptSecret(idCardNo.trim().toUpperCase()) : '',
    });
    emit('notice', { kind: 'success', text: `已申请，由${orgName}审核` });
    navigate(PATHS.pair(id), { replace: true });
  };
  return (
    <FormPage
      title="结对申请"
      form={form}
      act="提交"
      onSave={save}
      onCancel={() => navigate(PATHS.pairs)}
      sections={[
        {
          id: 'who',
          title: '谁和谁结对',
          content: (
            <>
              <SelectField
                form={form}
                name="kind"
                label="结对类型"
                required
                options={optionsOf(PAIR_KINDS)}
                hint="单位党组织与社区、村共建；或党员帮扶一户困难家庭"
              />
              <p className="form-field">
                <span className="field-label">申请党组织</span>
                <span>{user.workOrg.name}</span>
              </p>
              <ReceiverField
                form={form}
                name="otherId"
                kind="org"
                label="社区（村）党组织"
                hint={isHelp ? '困难家庭所在的社区、村党组织，由它审核' : '共建的社区、村或街道、乡镇党组织，由它审核'}
              />
              {isHelp ? (
                <PeopleField
                  label="党员"
                  required
                  multiple={false}
                  value={person}
                  fault={form.faults.memberId}
                  onChange={(chosen) => {
                    setPerson(chosen);
                    form.set({ memberId: chosen[0]?.id ?? '' });
                  }}
                />
              ) : (
                <>
                  <TextField form={form} name="contact" label="联系人" required max={30} />
                  <TextField form={form} name="contactPhone" label="联系电话" required max={20} inputMode="tel" />
                </>
              )}
            </>
          ),
        },
        ...(isHelp
          ? [
              {
                id: 'person',
                title: '困难家庭',
                content: (
                  <>
                    <TextField form={form} name="personName" label="姓名" required max={30} />
                    <SelectField
                      form={form}
                      name="difficulty"
                      label="困难类型"
                      required
                      options={optionsOf(DIFFICULTIES)}
                    />
                    <TextField form={form} name="address" label="住址" required max={120} wide />
                    <TextField form={form} name="phone" label="电话" max={20} inputMode="tel" />
                    <TextField
                      form={form}
                      name="idCardNo"
                      label="身份证号"
                      max={18}
                      clean={(text) => text.toUpperCase()}
                      hint="不需要的不填；加密传送和保存，只显示首尾几位"
                    />
                    <TextField form={form} name="household" label="家庭人口" max={2} inputMode="numeric" />
                  </>
                ),
              },
            ]
          : []),
        {
          id: 'what',
          title: '做什么，到什么时候',
          content: (
            <>
              <DateField form={form} name="fromOn" label="开始日期" required />
              <DateField form={form} name="toOn" label="截止日期" required hint="最长5年，到期可以再申请" />
              <AreaField
                form={form}
                name="content"
                label={isHelp ? '帮扶内容' : '共建内容'}
                required
                max={500}
                rows={4}
                wide
              />
            </>
          ),
        },
      ]}
    />
  );
}
