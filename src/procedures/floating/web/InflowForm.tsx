import { useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { useSession } from '#platform/web/session/session.ts';
import { registerInflow } from '../contract.acts.ts';
import { FromFields, HomeField, WhoFields } from './arrivals.tsx';
import { checkCard } from './parts.tsx';
import { PATHS } from './paths.ts';

/** `inflowRegistration`: somebody of another organisation has come; the number travels encrypted. */
export default function InflowForm() {
  const navigate = useNavigate();
  const { user } = useSession();
  const add = useAct(registerInflow, { quiet: true });
  const initial = {
    orgId: user.workOrgId,
    name: '',
    idCardNo: '',
    phone: '',
    homeOrg: '',
    homePhone: '',
    region: '',
    reason: '',
    trade: '',
    startedOn: '',
    plannedTo: '',
    certificate: '',
  };
  const form = useForm({ schema: registerInflow.input, initial, isNew: true, check: checkCard });
  return (
    <FormPage
      title="流入登记"
      form={form}
      act="登记"
      onSave={async () => {
        const values = form.values;
        const idCardNo = await encryptSecret(values.idCardNo.trim().toUpperCase());
        const { id } = await add.mutateAsync({ ...values, idCardNo });
        emit('notice', { kind: 'success', text: '已登记流入' });
        navigate(PATHS.detail('in', id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.list)}
      sections={[
        {
          id: 'who',
          title: '谁来了',
          content: (
            <>
              <WhoFields form={form} hint="加密传送；本平台认识的人自动与流出地相连" />
            </>
          ),
        },
        {
          id: 'from',
          title: '从哪里来',
          content: (
            <>
              <HomeField form={form} />
              <TextField form={form} name="homePhone" label="该党组织联系电话" max={20} inputMode="tel" />
              <FromFields form={form} />
              <DateField form={form} name="startedOn" label="流入日期" required />
              <DateField form={form} name="plannedTo" label="预计离开日期" />
              <TextField form={form} name="certificate" label="活动证号" max={30} />
            </>
          ),
        },
      ]}
    />
  );
}
