import { useState } from 'react';
import { addDays, beijingDay } from '#platform/time/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { extendItem, setItems } from '../contract.ts';
import { MAX_ITEMS } from '../rules.ts';
import type { Activity } from './ActivityActs.tsx';

type Item = Activity['items'][number];
/** The item that is written, `new`, or whose day is extended. */
type Open = { kind: 'new' } | { kind: 'edit' | 'extend'; item: Item } | null;

const sentOf = ({ name, note, dueOn, required }: Omit<Item, 'id'>) => ({ name, note, dueOn, required });

/** 附件资料目录: what each organisation hands in; written while it is a draft, extended while it runs. */
export function Catalogue({ activity }: { activity: Activity }) {
  const [open, setOpen] = useState<Open>(null);
  const save = useAct(setItems);
  const isDraft = activity.own.set && activity.state === 'draft';
  const { items, id, version } = activity;
  const remove = (item: Item) =>
    save
      .mutateAsync({ id, version, items: items.filter((one) => one.id !== item.id).map(sentOf) })
      .then(() => emit('notice', { kind: 'success', text: `已去掉“${item.name}”` }))
      // The client has shown why.
      .catch(() => {});
  return (
    <section className="given-section" aria-labelledby="special-items">
      <div className="record-section">
        <h2 id="special-items" className="section-title">
          附件资料目录（{items.length}项）
        </h2>
        {isDraft && items.length < MAX_ITEMS && (
          <Button size="compact" icon="plus" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'new' })}>
            添加一项
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <p className="muted">
          {isDraft ? '还没有定。写明各组织要交什么、什么时候交；不用交的可以不定。' : '这项活动不用交附件资料。'}
        </p>
      ) : (
        <ol className="special-items">
          {items.map((item) => (
            <li key={item.id}>
              <p>
                <b>{item.name}</b>
                <span className={item.required ? 'tag red' : 'tag'}>{item.required ? '必交' : '选交'}</span>
                <span className="muted">{item.dueOn} 截止</span>
                {isDraft && (
                  <span className="special-item-acts">
                    <Button
                      look="link"
                      size="compact"
                      aria-label={`修改${item.name}`}
                      onClick={() => setOpen({ kind: 'edit', item })}
                    >
                      修改
                    </Button>
                    <Button
                      look="link"
                      size="compact"
                      aria-label={`去掉${item.name}`}
                      disabled={save.isPending}
                      onClick={() => void remove(item)}
                    >
                      去掉
                    </Button>
                  </span>
                )}
                {activity.own.run && (
                  <Button
                    look="link"
                    size="compact"
                    aria-label={`延长${item.name}`}
                    onClick={() => setOpen({ kind: 'extend', item })}
                  >
                    延期
                  </Button>
                )}
              </p>
              {item.note && <p className="muted">{item.note}</p>}
            </li>
          ))}
        </ol>
      )}
      {open?.kind === 'extend' && <ExtendDialog activity={activity} item={open.item} onClose={() => setOpen(null)} />}
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <ItemDialog activity={activity} item={open.kind === 'edit' ? open.item : null} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

const itemSchema = setItems.input.shape.items.element;

function ItemDialog({ activity, item, onClose }: { activity: Activity; item: Item | null; onClose: () => void }) {
  const save = useAct(setItems, { quiet: true });
  const { id, version, items } = activity;
  const form = useForm({
    schema: itemSchema,
    initial: {
      name: item?.name ?? '',
      note: item?.note ?? '',
      dueOn: item?.dueOn ?? activity.endsOn,
      required: item?.required ?? true,
    },
    of: `ItemDialog ${activity.id} ${item?.id ?? ''}`,
    isNew: item === null,
    check: ({ name, dueOn }): Record<string, string> => {
      if (items.some((one) => one.name === String(name).trim() && one.id !== item?.id))
        return { name: '目录里已有这一项' };
      return String(dueOn) < activity.startsOn ? { dueOn: `不能早于活动开始日期${activity.startsOn}` } : {};
    },
  });
  return (
    <FormDialog
      title={item ? `修改 ${item.name}` : '添加附件资料'}
      icon="document"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() => {
        const written = {
          name: form.text('name'),
          note: form.text('note'),
          dueOn: form.text('dueOn'),
          required: form.values.required === true,
        };
        const next = item ? items.map((one) => (one.id === item.id ? written : one)) : [...items, written];
        return save.mutateAsync({ id, version, items: next.map(sentOf) });
      }}
    >
      <TextField form={form} name="name" label="资料名称" required max={40} placeholder="例如：学习心得、活动照片" />
      <DateField form={form} name="dueOn" label="截止日期" required />
      <TickField form={form} name="required" label="必须交" hint="必交的都通过，才算交齐，可以颁发证书" />
      <AreaField form={form} name="note" label="要求" max={200} hint="份数、字数、格式等" />
    </FormDialog>
  );
}

const extendSchema = extendItem.input.pick({ dueOn: true, reason: true });

function ExtendDialog({ activity, item, onClose }: { activity: Activity; item: Item; onClose: () => void }) {
  const extend = useAct(extendItem, { quiet: true });
  const least = [addDays(item.dueOn, 1), beijingDay()].sort().at(-1) ?? item.dueOn;
  const form = useForm({
    schema: extendSchema,
    initial: { dueOn: least, reason: '' },
    of: `ExtendDialog ${item.id}`,
    isNew: true,
    check: ({ dueOn }): Record<string, string> =>
      String(dueOn) < least ? { dueOn: `应晚于原来的截止日期${item.dueOn}，不早于今天` } : {},
  });
  return (
    <FormDialog
      title={`延期 ${item.name}`}
      icon="calendarCheck"
      act="延期"
      form={form}
      pending={extend.isPending}
      onClose={onClose}
      onSave={async () => {
        const { dueOn, reason } = form.values;
        await extend.mutateAsync({ id: activity.id, version: activity.version, itemId: item.id, dueOn, reason });
        emit('notice', { kind: 'success', text: `“${item.name}”已延长到${dueOn}，已通知各参加组织` });
        onClose();
        return false;
      }}
    >
      <DateField form={form} name="dueOn" label="新的截止日期" required hint={`原来的是${item.dueOn}`} />
      <AreaField form={form} name="reason" label="延期原因" required max={200} />
    </FormDialog>
  );
}
