import type { InputOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { rightsToGive } from '../../contract.groups.ts';
import { grantRole } from '../../contract.ts';
import { GiveHint, PlaceField } from '../pickers.tsx';
import type { Named } from './AccountActs.tsx';
import { Effect } from './Effect.tsx';
import '#platform/web/form/form.css';

const START = { roleId: '', orgId: '', validFrom: '', validUntil: '' };

/** Gives a role at an organisation, with its days; what that brings stands below before it is saved. */
export function GrantDialog({ account, onClose }: { account: Named; onClose: () => void }) {
  const { user } = useSession();
  const give = useCall(rightsToGive, {}, { quiet: true });
  const grant = useAct(grantRole, { quiet: true });
  const form = useForm({
    schema: grantRole.input,
    initial: { ...START, orgId: user.workOrgId },
    of: `GrantDialog ${account.id}`,
    isNew: true,
  });
  const [roleId, orgId] = [form.text('roleId'), form.text('orgId')];
  return (
    <OwnPassword
      title={`授予角色 ${account.userName}`}
      icon="shield"
      act="授予"
      width={700}
      box={form.box}
      onConfirm={async (encrypt) => {
        if (!form.validate()) return;
        const input = { ...form.changes(), id: account.id, password: await encrypt() };
        try {
          // Texts as typed; the contract's own schema reads them on both sides.
          await grant.mutateAsync(input as unknown as InputOf<typeof grantRole>);
          form.sent();
        } catch (error) {
          const isHere = error instanceof ApiError && Object.keys(error.fields).some((name) => name in START);
          if (isHere && form.take(error)) return;
          throw error;
        }
        emit('notice', { kind: 'success', text: `已给${account.userName}授予角色` });
        onClose();
      }}
      onClose={onClose}
    >
      <div className="form-grid two">
        <SelectField
          form={form}
          name="roleId"
          label="角色"
          required
          options={(give.data?.roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          hint={<GiveHint give={give}>只列出您有权授予的角色</GiveHint>}
        />
        <PlaceField form={form} name="orgId" label="任职组织" hint="角色管理本级和下级组织" />
        <DateField form={form} name="validFrom" label="开始日期" hint="不填为立即生效" />
        <DateField form={form} name="validUntil" label="结束日期" hint="含当天，不填为长期" />
      </div>
      {roleId && orgId && <Effect input={{ act: 'grant', id: account.id, roleId, orgId }} />}
    </OwnPassword>
  );
}
