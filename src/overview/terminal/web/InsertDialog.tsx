import { OrgField } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { insertForm, insertReach, writeInsert } from '../contract.insert.ts';
import { INSERT_HOURS, INSERT_WORDS } from '../rules.insert.ts';

/** 写插播: the words, for whom and until when; how many screens it reaches stands in the dialog. */
export function InsertDialog({ onWritten, onClose }: { onWritten: (id: string) => void; onClose: () => void }) {
  const ownId = useSession().user.workOrgId;
  const write = useAct(writeInsert, { quiet: true });
  const form = useForm({
    schema: insertForm,
    initial: { orgId: ownId, words: '', fromAt: '', toAt: '' },
    of: 'InsertDialog',
    isNew: true,
  });
  const orgId = form.text('orgId');
  const reach = useCall(insertReach, { orgId }, { quiet: true, enabled: orgId !== '', staleTime: 0 });
  return (
    <FormDialog
      title="写插播"
      icon="bell"
      act="提交发布"
      width={700}
      form={form}
      pending={write.isPending}
      onClose={onClose}
      onSave={async () => {
        const { id, deciderName } = await write.mutateAsync({
          orgId,
          words: form.text('words'),
          fromAt: form.text('fromAt'),
          toAt: form.text('toAt'),
        });
        emit('notice', { kind: 'success', text: `已提交，等${deciderName}的另一人核对发布` });
        onWritten(id);
      }}
    >
      <AreaField
        form={form}
        name="words"
        label="插播内容"
        required
        max={INSERT_WORDS}
        rows={3}
        wide
        hint="一句话，占满整屏；不写身份证号、手机号"
      />
      <OrgField form={form} name="orgId" label="播出范围" required count="organisations" />
      <p className="box-reach" role="status">
        <Icon name="bell" />
        {reach.data
          ? reach.data.screens === 0
            ? '这个组织和它的下级还没有配对的屏幕'
            : `播出的屏幕：${reach.data.orgs}个组织的${reach.data.screens}台，现在在线${reach.data.online}台`
          : reach.error
            ? '没有读到屏幕数，提交时再核对'
            : '正在数屏幕…'}
      </p>
      <DateTimeField form={form} name="fromAt" label="开始时间" hint="不填：发布后一分钟内播出" />
      <DateTimeField form={form} name="toAt" label="结束时间" required hint={`到时自动结束，最长${INSERT_HOURS}小时`} />
      <p className="banner" role="note">
        <Icon name="clock" />
        <span>
          提交后由另一位工作人员核对发布。播出期间代替屏幕上的其他内容；不在线的屏幕联网后再播，开放时间以外的黑屏不播。
        </span>
      </p>
    </FormDialog>
  );
}
