import { useState } from 'react';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type Column,
  columnForm,
  createColumn,
  listColumns,
  mergeColumn,
  removeColumn,
  updateColumn,
} from '../contract.columns.ts';
import { COLUMN_KINDS, COMMENTS } from '../rules.ts';
import './archive.css';

type Asked = { act: 'add' } | { act: 'edit' | 'merge' | 'remove'; column: Column };

/** 栏目管理: what articles stand under; merging moves them, only an empty one is deleted. */
export default function ColumnPage() {
  const columnsQuery = useCall(listColumns, {}, { quiet: true });
  const remove = useAct(removeColumn, { quiet: true });
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const columns = columnsQuery.data ?? [];
  return (
    <div className="list-page">
      <PageHead title="栏目管理">
        <Button look="primary" icon="plus" onClick={() => setOpenDialog({ act: 'add' })}>
          新增栏目
        </Button>
      </PageHead>
      {!columnsQuery.data ? (
        <Waiting query={columnsQuery} />
      ) : columns.length === 0 ? (
        <div className="card">
          <Empty title="还没有栏目">文章和视频都要放在栏目里，请先新增一个。</Empty>
        </div>
      ) : (
        <div className="card archive-columns">
          <section className="archive-wide" aria-label="栏目">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">栏目</th>
                  <th scope="col">类型</th>
                  <th scope="col">审核</th>
                  <th scope="col">评论</th>
                  <th scope="col">免登录查看</th>
                  <th scope="col">展示天数</th>
                  <th scope="col" className="number-right">
                    内容
                  </th>
                  <th scope="col">操作</th>
                </tr>
              </thead>
              <tbody>
                {columns.map((column) => (
                  <tr key={column.id}>
                    <td className={column.parentId ? 'archive-below' : undefined}>{column.name}</td>
                    <td>{COLUMN_KINDS[column.kind]}</td>
                    <td>{column.approval ? '要审核' : '送出即发布'}</td>
                    <td>{COMMENTS[column.comments as keyof typeof COMMENTS]}</td>
                    <td>{column.isOpen ? '可以' : '不可以'}</td>
                    <td>{column.shownDays === null ? '不限' : `${column.shownDays}天`}</td>
                    <td className="number-right">{column.articles}篇</td>
                    <td>
                      <span className="archive-row-acts">
                        <Button look="row" onClick={() => setOpenDialog({ act: 'edit', column })}>
                          编辑
                        </Button>
                        {column.articles > 0 && (
                          <Button look="row" onClick={() => setOpenDialog({ act: 'merge', column })}>
                            合并
                          </Button>
                        )}
                        {column.can.remove && (
                          <Button look="row" onClick={() => setOpenDialog({ act: 'remove', column })}>
                            删除
                          </Button>
                        )}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
      {openDialog?.act === 'add' && (
        <ColumnDialog column={null} columns={columns} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog?.act === 'edit' && (
        <ColumnDialog column={openDialog.column} columns={columns} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog?.act === 'merge' && (
        <MergeDialog column={openDialog.column} columns={columns} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog?.act === 'remove' && (
        <DeleteDialog
          verb="删除栏目"
          name={openDialog.column.name}
          consequence="栏目里没有内容，删除后不再出现。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: openDialog.column.id, deleteReason });
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  );
}

const schema = columnForm.extend({ approval: z.boolean(), isOpen: z.boolean() });

function ColumnDialog({ column, columns, onClose }: { column: Column | null; columns: Column[]; onClose: () => void }) {
  const create = useAct(createColumn, { quiet: true });
  const update = useAct(updateColumn, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      name: column?.name ?? '',
      kind: column?.kind ?? 'article',
      parentId: column?.parentId ?? '',
      approval: column?.approval ?? true,
      comments: column?.comments ?? 'off',
      isOpen: column?.isOpen ?? false,
      shownDays: column?.shownDays ? String(column.shownDays) : '',
      sort: String(column?.sort ?? columns.length + 1),
    },
    of: `ColumnDialog ${column?.id ?? ''}`,
    isNew: column === null,
  });
  const parents = columns.filter(
    ({ id, parentId, kind }) => parentId === null && id !== column?.id && kind === form.text('kind'),
  );
  const input = () => form.values as never;
  return (
    <FormDialog
      title={column ? `编辑 ${column.name}` : '新增栏目'}
      icon="layers"
      width={700}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={() =>
        column
          ? update.mutateAsync({ ...(input() as object), id: column.id, version: column.version } as never)
          : create.mutateAsync(input())
      }
      onClose={onClose}
    >
      <TextField form={form} name="name" label="栏目名称" required max={20} />
      <SelectField form={form} name="kind" label="类型" required options={optionsOf(COLUMN_KINDS)} />
      <SelectField
        form={form}
        name="parentId"
        label="上级栏目"
        options={[
          { value: '', label: '没有，是一级栏目' },
          ...parents.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField form={form} name="comments" label="评论" required options={optionsOf(COMMENTS)} />
      <TextField form={form} name="shownDays" label="展示天数" max={4} inputMode="numeric" hint="不填就一直展示" />
      <TextField form={form} name="sort" label="排序" required max={4} inputMode="numeric" />
      <TickField form={form} name="approval" label="发布前要审核" hint="不勾选时，送出即发布" />
      <TickField form={form} name="isOpen" label="可以免登录查看" hint="“全平台”的资讯有一个公开页，可以转发" />
    </FormDialog>
  );
}

const mergeForm = z.object({ intoId: z.string().min(1, '请选择栏目') });

function MergeDialog({ column, columns, onClose }: { column: Column; columns: Column[]; onClose: () => void }) {
  const merge = useAct(mergeColumn, { quiet: true });
  const form = useForm({ schema: mergeForm, initial: { intoId: '' }, of: `MergeDialog ${column.id}`, isNew: true });
  const into = columns.filter(({ id, kind }) => id !== column.id && kind === column.kind);
  return (
    <FormDialog
      title={`合并 ${column.name}`}
      icon="layers"
      act="合并"
      form={form}
      pending={merge.isPending}
      onSave={() => merge.mutateAsync({ id: column.id, intoId: form.text('intoId') })}
      onClose={onClose}
    >
      <p>
        “{column.name}”的{column.articles}篇移到另一栏目，本栏目删除。
      </p>
      <SelectField
        form={form}
        name="intoId"
        label="并入栏目"
        required
        options={into.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}
