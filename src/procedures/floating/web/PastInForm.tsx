import { useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { useSession } from '#platform/web/session/session.ts';
import { addPastInflow } from '../contract.past.ts';
import { FromFields, HomeField, WhoFields } from './arrivals.tsx';
import { checkCard, NoteField } from './parts.tsx';
import { PATHS } from './paths.ts';

/** `inHistoryAdd`: somebody of another organisation was here and has gone; the number travels encrypted. */
export default function PastInForm() {
  const navigate = useNavigate();
  const { user } = useSession();
  const add = useAct(addPastInflow, { quiet: true });
  const initial = {
    orgId: user.workOrgId,
    name: '',
    idCardNo: '',
    phone: '',
    homeOrg: '',
    region: '',
    reason: '',
    trade: '',
    startedOn: '',
    leftOn: '',
    note: '',
  };
  const form = useForm({ schema: addPastInflow.input, initial, isNew: true, check: checkCard });
  return (
    <FormPage
      title="流入历史新增"
      form={form}
      act="补登"
      onSave={async () => {
        const values = form.values;
        const idCardNo = await encryptSecret(values.idCardNo.trim().toUpperCase());
        const { id } = await add.mutateAsync({ ...values, idCardNo });
        emit('notice', { kind: 'success', text: '已补登流入历史' });
        navigate(PATHS.pastDetail('in', id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.list)}
      sections={[
        {
          id: 'who',
          title: '谁来过',
          content: (
            <>
              <WhoFields form={form} hint="加密传送" />
              <DateField form={form} name="startedOn" label="流入日期" required />
              <DateField form={form} name="leftOn" label="离开日期" required />
            </>
          ),
        },
        {
          id: 'from',
          title: '从哪里来',
          content: (
            <>
              <HomeField form={form} />
              <FromFields form={form} />
              <NoteField form={form} label="说明" />
            </>
          ),
        },
      ]}
    />
  );
}
