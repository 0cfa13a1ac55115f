import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { CALLED, callForm, raiseCall } from '../contract.call.ts';
import { listGroups } from '../contract.groups.ts';
import { chosenQuarters } from '../contract.quarter.ts';

/** 发起召集: whom, for what and where; how many it reaches is asked once before it goes out. */
export function CallDialog({ onCalled, onClose }: { onCalled: (id: string) => void; onClose: () => void }) {
  const orgId = useSession().user.workOrgId;
  const raise = useAct(raiseCall, { quiet: true });
  const form = useForm({
    schema: callForm,
    initial: { to: 'team', toId: '', title: '', content: '', place: '', isDrill: false },
    of: 'CallDialog',
    isNew: true,
  });
  const to = form.text('to');
  const groups = useCall(listGroups, { orgId, pageSize: '100' }, { quiet: true, enabled: to === 'group' });
  const quarters = useCall(chosenQuarters, { orgId }, { quiet: true, enabled: to === 'quarter' });
  const options =
    to === 'group'
      ? (groups.data?.rows ?? [])
          .filter((row) => row.orgId === orgId)
          .map(({ id, groupName, members }) => ({ value: id, label: `${groupName}（${members}人）` }))
      : (quarters.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      title="发起召集"
      icon="bell"
      act="召集"
      form={form}
      pending={raise.isPending}
      onClose={onClose}
      onSave={async () => {
        const { id, called } = await raise.mutateAsync({
          to: to as keyof typeof CALLED,
          toId: to === 'team' ? '' : form.text('toId'),
          title: form.text('title'),
          content: form.text('content'),
          place: form.text('place'),
          isDrill: form.values.isDrill === true,
        });
        emit('notice', { kind: 'success', text: `已召集${called}人` });
        onCalled(id);
      }}
    >
      <SelectField form={form} name="to" label="召集谁" required options={optionsOf(CALLED)} />
      {to !== 'team' && (
        <SelectField
          form={form}
          name="toId"
          label={CALLED[to as keyof typeof CALLED]}
          required
          options={options}
          hint={to === 'quarter' ? '报到单上写了这个小区的党员' : '本组织的志愿者分组'}
        />
      )}
      <TextField form={form} name="title" label="事项" required max={30} placeholder="例如：防汛转移" />
      <TextField form={form} name="place" label="集合地点" required max={60} />
      <AreaField form={form} name="content" label="说明" max={300} rows={3} wide />
      <TickField form={form} name="isDrill" label="演练" hint="通知和短信前写明【演练】" />
    </FormDialog>
  );
}
