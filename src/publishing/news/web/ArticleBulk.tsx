import { useState } from 'react';
import { z } from 'zod';
import { date, id, line } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { keepArticles, labelArticles } from '../contract.desk.ts';
import { type ArticleRow, moveArticle, submitArticle, withdrawArticle } from '../contract.ts';
import type { View } from '../rules.ts';

interface Chosen {
  rows: readonly ArticleRow[];
  clear: () => void;
}
type Act = 'submit' | 'move' | 'label' | 'withdraw' | 'keep' | 'renew';
const WORDS: Readonly<Record<Act, string>> = {
  submit: '送审',
  move: '移动',
  label: '标签',
  withdraw: '撤下',
  keep: '保留',
  renew: '续期',
};
/** What can be done with several at once, by the view in which they stand. */
export const BULK: Readonly<Partial<Record<View | 'all', readonly Act[]>>> = {
  mine: ['submit', 'label'],
  published: ['move', 'label', 'withdraw'],
  withdrawn: ['label'],
  expiring: ['renew', 'withdraw'],
  cleanup: ['keep', 'renew', 'withdraw'],
};

const notify = (text: string, kind: 'success' | 'error' = 'success') => emit('notice', { kind, text });

/** The acts on chosen texts. */
export function ArticleBulk({
  rows,
  clear,
  acts,
  columns,
}: Chosen & { acts: readonly Act[]; columns: { value: string; label: string }[] }) {
  const [openDialog, setOpenDialog] = useState<Act | null>(null);
  const submit = useAct(submitArticle, { quiet: true });
  const move = useAct(moveArticle, { quiet: true });
  const withdraw = useAct(withdrawArticle, { quiet: true });
  const keep = useAct(keepArticles, { quiet: true });
  const label = useAct(labelArticles, { quiet: true });
  const close = () => setOpenDialog(null);
  const done = (text: string) => {
    clear();
    notify(text);
  };
  /** One after the other; what is refused is named, the others go on. */
  const eachOf = async (some: readonly ArticleRow[], word: string, act: (row: ArticleRow) => Promise<unknown>) => {
    const refused: string[] = [];
    for (const row of some) {
      try {
        await act(row);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push(`“${row.title}”：${Object.values(error.fields)[0] ?? error.message}`);
      }
    }
    clear();
    if (refused.length === 0) return notify(`已${word}${some.length}篇`);
    notify(`${word}${some.length - refused.length}篇，${refused.length}篇没有成功。${refused[0]}`, 'error');
  };
  const sendable = rows.filter(({ can }) => can.submit);
  const ids = rows.map((row) => row.id);
  return (
    <>
      {acts.map((act) => (
        <Button key={act} size="compact" onClick={() => setOpenDialog(act)}>
          {WORDS[act]}
        </Button>
      ))}
      {openDialog === 'submit' && (
        <ConfirmDialog
          title={`送审${sendable.length}篇`}
          icon="check"
          act="送审"
          onConfirm={() =>
            eachOf(sendable, '送审', ({ id: one, version }) => submit.mutateAsync({ id: one, version, heeded: false }))
          }
          onClose={close}
        >
          {sendable.length < rows.length &&
            `所选${rows.length}篇中有${rows.length - sendable.length}篇不在草稿或退回状态，不送审。`}
          含个人信息或词库提醒的不会送出，请逐篇核对。
        </ConfirmDialog>
      )}
      {openDialog === 'move' && (
        <MoveMany
          title={`移动${rows.length}篇`}
          columns={columns}
          pending={move.isPending}
          onMove={(columnId) => eachOf(rows, '移动', (row) => move.mutateAsync({ id: row.id, columnId }))}
          onClose={close}
        />
      )}
      {openDialog === 'label' && (
        <LabelMany
          title={`标签 ${rows.length}篇`}
          used={[...new Set(rows.flatMap(({ labels }) => labels))]}
          pending={label.isPending}
          onLabel={async (add, remove) => {
            const { count } = await label.mutateAsync({ ids, add, remove });
            done(count > 0 ? `已改${count}篇的标签` : '标签没有变化');
          }}
          onClose={close}
        />
      )}
      {openDialog === 'keep' && (
        <ConfirmDialog
          title={`保留${rows.length}篇`}
          icon="check"
          act="保留"
          onConfirm={async () => {
            const { count } = await keep.mutateAsync({ ids, until: '' });
            done(`已保留${count}篇`);
          }}
          onClose={close}
        >
          保持现状，三个月内不再提醒。已过展示截止的仍不展示，要展示请选“续期”。
        </ConfirmDialog>
      )}
      {openDialog === 'renew' && (
        <Renew
          title={`续期${rows.length}篇`}
          pending={keep.isPending}
          onRenew={async (until) => {
            await keep.mutateAsync({ ids, until });
            clear();
          }}
          onClose={close}
        />
      )}
      {openDialog === 'withdraw' && (
        <ReasonDialog
          title={`撤下${rows.length}篇资讯`}
          act="撤下"
          label="撤下原因"
          onDone={async (reason) => {
            const { count, unconfirmed } = await withdraw.mutateAsync({ ids, reason });
            clear();
            notify([`已撤下${count}篇`, ...unconfirmed].join('；'), unconfirmed.length > 0 ? 'error' : 'success');
          }}
          onClose={close}
        >
          撤下后立即从资讯、首页、轮播、搜索和公开页消失；没有改过的可以恢复发布。
        </ReasonDialog>
      )}
    </>
  );
}

const moveForm = z.object({ columnId: id });

function MoveMany({
  title,
  columns,
  pending,
  onMove,
  onClose,
}: {
  title: string;
  columns: { value: string; label: string }[];
  pending: boolean;
  onMove: (columnId: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({ schema: moveForm, initial: { columnId: '' }, of: 'MoveMany', isNew: true });
  return (
    <FormDialog
      title={title}
      icon="layers"
      act="移动"
      form={form}
      pending={pending}
      onSave={async () => {
        await onMove(form.text('columnId'));
        onClose();
        return false;
      }}
      onClose={onClose}
    >
      <SelectField form={form} name="columnId" label="移到栏目" required options={columns} />
    </FormDialog>
  );
}

const labelForm = z.object({ add: line(110, '加上的标签').default(''), remove: line(110, '去掉的标签').default('') });
const labelsOf = (text: string) => [...new Set(text.split(/[,，、;；#\s]+/).filter(Boolean))];

function LabelMany({
  title,
  used,
  pending,
  onLabel,
  onClose,
}: {
  title: string;
  used: readonly string[];
  pending: boolean;
  onLabel: (add: string[], remove: string[]) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({ schema: labelForm, initial: { add: '', remove: '' }, of: 'LabelMany', isNew: true });
  return (
    <FormDialog
      title={title}
      icon="bookmark"
      act="保存"
      form={form}
      pending={pending}
      onSave={async () => {
        await onLabel(labelsOf(form.text('add')), labelsOf(form.text('remove')));
        onClose();
        return false;
      }}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="add"
        label="加上"
        max={110}
        hint="用顿号隔开，每篇最多5个；已发布的只能加公开用过的标签"
      />
      <TextField
        form={form}
        name="remove"
        label="去掉"
        max={110}
        hint={used.length > 0 ? `所选资讯现有：${used.slice(0, 12).join('、')}` : '所选资讯没有标签'}
      />
    </FormDialog>
  );
}

const renewForm = z.object({ until: date });

function Renew({
  title,
  pending,
  onRenew,
  onClose,
}: {
  title: string;
  pending: boolean;
  onRenew: (until: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({ schema: renewForm, initial: { until: '' }, of: 'Renew', isNew: true });
  return (
    <FormDialog
      title={title}
      icon="clock"
      act="续期"
      form={form}
      pending={pending}
      onSave={() => onRenew(form.text('until'))}
      onClose={onClose}
    >
      <p>内容不变，只改展示截止日期，读者继续看到现在的版本。</p>
      <DateField form={form} name="until" label="展示到" required />
    </FormDialog>
  );
}
