import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { endItem, extendItem, issueItem, printItem, urgeItem, withdrawItem } from '../contract.ts';
import type { itemCalls } from '../nouns/item.ts';

export type Item = ReplyOf<typeof itemCalls.get>;
type Asked = 'issue' | 'extend' | 'end' | 'withdraw' | 'paper' | null;

const notify = (text: string, kind: 'success' | 'info' = 'success') => emit('notice', { kind, text });

/** What can be done with an item now, the next step first. */
export function ItemActs({ item }: { item: Item }) {
  const [asked, setAsked] = useState<Asked>(null);
  const issue = useAct(issueItem, { quiet: true });
  const end = useAct(endItem, { quiet: true });
  const withdraw = useAct(withdrawItem, { quiet: true });
  const urge = useAct(urgeItem);
  const { id, version, title, own } = item;
  const close = () => setAsked(null);
  const remind = async () => {
    try {
      const { due, reminded, recently, missing } = await urge.mutateAsync({ id });
      const words = [
        due === 0 ? '没有逾期或三天内到期的责任单位' : `${due}个责任单位逾期或快到期，已提醒${reminded}个`,
        recently > 0 ? `${recently}个两小时内催过` : '',
        missing.length > 0 ? `没有党务工作者账号，请电话联系：${missing.slice(0, 5).join('、')}` : '',
      ];
      notify(words.filter(Boolean).join('；'), reminded > 0 ? 'success' : 'info');
    } catch {
      // The client has shown why.
    }
  };
  const act = (
    what: Asked,
    icon: 'check' | 'calendarCheck' | 'undo' | 'close' | 'print',
    words: string,
    look = 'button',
  ) => (
    <button type="button" className={look} onClick={() => setAsked(what)}>
      <Icon name={icon} />
      {words}
    </button>
  );
  return (
    <>
      {own.issue && item.parts > 0 && act('issue', 'check', '下达')}
      {own.run && (
        <button type="button" className="button primary" disabled={urge.isPending} onClick={() => void remind()}>
          <Icon name="bell" />
          催办
        </button>
      )}
      {item.state !== 'draft' && act('paper', 'print', '完成情况表')}
      {own.run && act('extend', 'calendarCheck', '延长期限')}
      {own.run && act('end', 'close', '结束')}
      {own.run && act('withdraw', 'undo', '撤销')}
      {asked === 'issue' && (
        <ConfirmDialog
          title={`下达 ${title}`}
          icon="check"
          act="下达"
          onConfirm={async () => {
            await issue.mutateAsync({ id, version });
            notify(`已下达给${item.parts}个责任单位`);
          }}
          onClose={close}
        >
          {item.parts}个责任单位立即收到通知，{item.endsOn}截止。下达后不能再改工作要求，可以延期、增加责任单位。
        </ConfirmDialog>
      )}
      {asked === 'extend' && <Extend item={item} onClose={close} />}
      {asked === 'end' && (
        <ReasonDialog
          title={`结束 ${title}`}
          act="结束"
          label="结束原因"
          onDone={async (reason) => {
            await end.mutateAsync({ id, version, reason });
            notify('已结束');
          }}
          onClose={close}
        >
          没有完成的{item.parts - item.done}个责任单位不再办理，收到通知；已报送的资料保留。
        </ReasonDialog>
      )}
      {asked === 'withdraw' && (
        <ReasonDialog
          title={`撤销 ${title}`}
          act="撤销"
          label="撤销原因"
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id, version, reason });
            notify('已撤销，已通知各责任单位');
          }}
          onClose={close}
        >
          布置有误时撤销：各责任单位不再办理，也不计入报表；已报送的资料保留。
        </ReasonDialog>
      )}
      {asked === 'paper' && (
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
        const { endsOn, reason } = form.values as Record<'endsOn' | 'reason', string>;
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
