import { useState } from 'react';
import { z } from 'zod';
import { WORD_KINDS } from '#platform/text/textWords.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  createWord,
  exportWords,
  importWords,
  listWords,
  removeWord,
  updateWord,
  type WordRow,
  wordFields,
} from '../contract.words.ts';
import './content.css';

const KINDS = optionsOf(WORD_KINDS);
const TONES: Readonly<Record<number, string>> = { 1: 'tag red', 2: 'tag warn', 3: 'tag info' };
const COLUMNS: readonly Column<WordRow>[] = [
  { key: 'word', title: '词', width: 200, card: 'title', cell: (row) => row.word },
  {
    key: 'kind',
    title: '类型',
    width: 110,
    card: 'tag',
    cell: (row) => <span className={TONES[row.kind] ?? 'tag'}>{row.kindName}</span>,
    filter: { kind: 'choice', name: 'kind', options: KINDS },
  },
  { key: 'proper', title: '规范写法', width: 200, card: 'line', cell: (row) => row.proper || '—' },
  { key: 'note', title: '说明', width: 260, card: 'line', cell: (row) => row.note || '—' },
  { key: 'by', title: '修改人', width: 110, cell: (row) => row.updateName || '—' },
  { key: 'at', title: '修改时间', width: 140, cell: (row) => dateTime(row.updateDate) },
];

/** 词库: the words that texts are checked against before anybody reads them. */
export default function WordList() {
  const [open, setOpen] = useState<
    { act: 'edit'; row: WordRow | null } | { act: 'remove'; row: WordRow } | 'take' | null
  >(null);
  const remove = useAct(removeWord, { quiet: true });
  const close = () => setOpen(null);
  return (
    <div className="list-page">
      <PageHead title="词库">
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => void download(exportWords, {}).catch(() => {})}
        >
          导出
        </Button>
        <Button icon="import" onClick={() => setOpen('take')}>
          导入
        </Button>
        <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'edit', row: null })}>
          新增词
        </Button>
      </PageHead>
      <div className="card content-list">
        <PlainList<WordRow>
          caption="词库"
          endpoint={listWords}
          columns={COLUMNS}
          search={{ name: 'word', placeholder: '词' }}
          unit="个"
          acts={(row) => (
            <span className="row-acts">
              <Button look="row" onClick={() => setOpen({ act: 'edit', row })}>
                编辑
                <span className="visually-hidden">{row.word}</span>
              </Button>
              <Button look="row" onClick={() => setOpen({ act: 'remove', row })}>
                删除
                <span className="visually-hidden">{row.word}</span>
              </Button>
            </span>
          )}
          empty={{
            title: '词库里还没有词',
            text: '资讯、公告、评论和党员圈发布前按词库检查：禁止的不能发布，提醒的要核对。',
          }}
        />
      </div>
      {open !== null && open !== 'take' && open.act === 'edit' && <WordDialog row={open.row} onClose={close} />}
      {open !== null && open !== 'take' && open.act === 'remove' && (
        <DeleteDialog
          verb="删除词"
          name={open.row.word}
          consequence="以后的文本不再检查这个词；已经发布的不受影响。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: open.row.id, deleteReason });
            emit('notice', { kind: 'success', text: '已删除' });
          }}
          onClose={close}
        />
      )}
      {open === 'take' && <TakeDialog onClose={close} />}
    </div>
  );
}

const form = z.object({ ...wordFields, kind: z.string() });

function WordDialog({ row, onClose }: { row: WordRow | null; onClose: () => void }) {
  const create = useAct(createWord, { quiet: true });
  const update = useAct(updateWord, { quiet: true });
  const own = useForm({
    schema: form,
    initial: {
      kind: String(row?.kind ?? 1),
      word: row?.word ?? '',
      proper: row?.proper ?? '',
      note: row?.note ?? '',
    },
    of: `WordDialog ${row?.id ?? ''}`,
    isNew: row === null,
    check: (values): Record<string, string> =>
      values.kind === '3' && (String(values.proper).trim() === '' || values.proper === values.word)
        ? { proper: '请输入与原词不同的规范写法' }
        : {},
  });
  const save = () => {
    const sent = {
      kind: Number(own.text('kind')),
      word: own.text('word'),
      proper: own.text('proper'),
      note: own.text('note'),
    };
    return row ? update.mutateAsync({ ...sent, id: row.id, version: row.version }) : create.mutateAsync(sent);
  };
  return (
    <FormDialog
      title={row ? `编辑 ${row.word}` : '新增词'}
      icon="edit"
      form={own}
      pending={create.isPending || update.isPending}
      onSave={save}
      onClose={onClose}
    >
      <SelectField form={own} name="kind" label="类型" required options={KINDS} />
      <TextField form={own} name="word" label="词" required max={30} hint="不分大小写、全角半角，中间夹空格也能认出" />
      {own.text('kind') === '3' && <TextField form={own} name="proper" label="规范写法" required max={30} />}
      <TextField form={own} name="note" label="说明" max={100} />
    </FormDialog>
  );
}

const taking = z.object({ text: z.string() });

function TakeDialog({ onClose }: { onClose: () => void }) {
  const take = useAct(importWords, { quiet: true });
  const own = useForm({ schema: taking, initial: { text: '' }, of: 'TakeDialog', isNew: true });
  return (
    <FormDialog
      title="导入词"
      icon="import"
      width={700}
      act="导入"
      form={own}
      pending={take.isPending}
      onSave={async () => {
        const { added, changed } = await take.mutateAsync({ text: own.text('text') });
        emit('notice', { kind: 'success', text: `新增${added}个，更新${changed}个` });
        onClose();
        return false;
      }}
      onClose={onClose}
    >
      <p>一行一个：类型、词、规范写法、说明，用逗号隔开，也可以从表格里整列复制过来。词库里已有的会更新。</p>
      <AreaField
        form={own}
        name="text"
        label="要导入的词"
        required
        wide
        max={200_000}
        rows={10}
        hint="例如：规范表述，党支部生活会，组织生活会，会议名称要写全"
      />
    </FormDialog>
  );
}
