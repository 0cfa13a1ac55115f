import { useState } from 'react';
import { ConfirmAct, ReasonAct, UrgeButton } from '#house/web/given/acts.tsx';
import { useUrge } from '#house/web/given/urge.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { endItem, extendItem, issueItem, printItem, urgeItem, withdrawItem } from '../contract.ts';
import type { itemCalls } from '../nouns/item.ts';

export type Item = ReplyOf<typeof itemCalls.get>;
const notify = (text: string) => emit('notice', { kind: 'success', text });

/** What can be done with an item now, the next step first. */
export function ItemActs({ item }: { item: Item }) {
  const [openDialog, setOpenDialog] = useState<'extend' | 'paper' | null>(null);
  const issue = useAct(issueItem, { quiet: true });
  const end = useAct(endItem, { quiet: true });
  const withdraw = useAct(withdrawItem, { quiet: true });
  const urge = useUrge(urgeItem, item.id, '责任单位');
  const { id, version, title, own, parts } = item;
  const close = () => setOpenDialog(null);
  return (
    <>
      <ConfirmAct
        when={own.issue && parts > 0}
        icon="check"
        words="下达"
        act="下达"
        of={title}
        run={async () => {
          await issue.mutateAsync({ id, version });
          return `已下达给${parts}个责任单位`;
        }}
      >
        {parts}个责任单位立即收到通知，{item.endsOn}截止。下达后不能再改工作要求，可以延期、增加责任单位。
      </ConfirmAct>
      {own.run && <UrgeButton urge={urge} />}
      {item.state !== 'draft' && (
        <Button icon="print" onClick={() => setOpenDialog('paper')}>
          完成情况表
        </Button>
      )}
      {own.run && (
        <Button icon="calendarCheck" onClick={() => setOpenDialog('extend')}>
          延长期限
        </Button>
      )}
      <ReasonAct
        when={own.run}
        icon="close"
        words="结束"
        act="结束"
        of={title}
        run={async (reason) => {
          await end.mutateAsync({ id, version, reason });
          return '已结束';
        }}
      >
        没有完成的{parts - item.done}个责任单位不再办理，收到通知；已报送的资料保留。
      </ReasonAct>
      <ReasonAct
        when={own.run}
        icon="undo"
        words="撤销"
        act="撤销"
        of={title}
        run={async (reason) => {
          await withdraw.mutateAsync({ id, version, reason });
          return '已撤销，已通知各责任单位';
        }}
      >
        布置有误时撤销：各责任单位不再办理，也不计入报表；已报送的资料保留。
      </ReasonAct>
      {openDialog === 'extend' && <Extend item={item} onClose={close} />}
      {openDialog === 'paper' && (
        <PaperDialog
          title={`完成情况表 ${title}`}
          ask={(signal) => call(printItem, { id }, { quiet: true, signal })}
          onClose={close}
        />
      )}
    </>
  );
}

const schema = extendItem.input.pick({ endsOn: true, reason: true });

function Extend({ item, onClose }: { item: Item; onClose: () => void }) {
  const extend = useAct(extendItem, { quiet: true });
  const form = useForm({
    schema,
    initial: { endsOn: item.endsOn, reason: '' },
    of: `Extend ${item.id}`,
    isNew: true,
    check: ({ endsOn }): Record<string, string> =>
      String(endsOn) <= item.endsOn ? { endsOn: `应晚于原来的截止日期${item.endsOn}` } : {},
  });
  return (
    <FormDialog
      title={`延长期限 ${item.title}`}
      icon="calendarCheck"
      act="延长"
      form={form}
      pending={extend.isPending}
      onClose={onClose}
      onSave={async () => {
        const { endsOn, reason } = form.values;
        await extend.mutateAsync({ id: item.id, version: item.version, endsOn, reason });
        notify(`已延长到${endsOn}，已通知没有完成的责任单位`);
        onClose();
        return false;
      }}
    >
      <DateField form={form} name="endsOn" label="新的截止日期" required hint={`原来的是${item.endsOn}`} />
      <AreaField form={form} name="reason" label="延期原因" required max={200} />
    </FormDialog>
  );
}
