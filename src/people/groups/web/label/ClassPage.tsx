import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { useRowOrder } from '#platform/web/list/rowOrder.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type ClassItem,
  classForm,
  createClass,
  listClasses,
  MAX_LEVEL,
  removeClass,
  updateClass,
} from '../../contract.classes.ts';
import { type ClassLine, sortAsTree } from '../../rules.ts';
import { CLASSES } from './paths.ts';
import '../content.css';

type Open =
  | { act: 'add'; parent: ClassLine | null }
  | { act: 'edit'; row: ClassLine }
  | { act: 'remove'; row: ClassLine };

/** `/contentManager/classification`: the tree of classes in the order in which it is read. */
export default function ClassPage() {
  const session = useSession();
  const list = useCall(listClasses, {}, { quiet: true });
  const remove = useAct(removeClass, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'classification', removeClass);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const all = sortAsTree(list.data ?? []);
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'label:write') && (
          <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'add', parent: null })}>
            新增分类
          </Button>
        )}
      </PageHead>
      <section className="card content-list" aria-label="内容分类" aria-busy={list.isFetching}>
        {list.isPending && <Skeleton />}
        {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
        {list.data && all.length === 0 && (
          <Empty title="还没有分类">分类像书的目录，每条内容归入一处，由管理员建立。</Empty>
        )}
        <ul className="class-lines">
          {all.map((row) => (
            <Row
              key={row.id}
              row={row}
              all={all}
              readAgain={() => list.refetch({ cancelRefetch: false })}
              onOpen={setOpen}
            />
          ))}
        </ul>
      </section>
      {open?.act === 'add' && <ClassDialog row={null} parentId={open.parent?.id ?? ''} all={all} onClose={close} />}
      {open?.act === 'edit' && (
        <ClassDialog row={open.row} parentId={open.row.parentId ?? ''} all={all} onClose={close} />
      )}
      {open?.act === 'remove' && (
        <DeleteDialog
          restorable
          verb="删除分类"
          name={open.row.name}
          consequence="分类移入回收站，30天内可以恢复。还有内容的分类不能删除。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: open.row.id, deleteReason });
            deleted(open.row);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface RowProps {
  row: ClassLine;
  all: readonly ClassLine[];
  readAgain: () => Promise<unknown>;
  onOpen: (open: Open) => void;
}

function Row({ row, all, readAgain, onOpen }: RowProps) {
  const update = useAct(updateClass);
  // A move is taken back later, when the class has another version.
  const version = useRef(row.version);
  version.current = row.version;
  const order = useRowOrder(
    all.filter(({ parentId }) => parentId === row.parentId).map(({ id }) => id),
    async (id, after) => {
      await update.mutateAsync({ id, version: version.current, after: after ?? '' });
      await readAgain();
    },
  );
  const act = (word: string, run: () => void) => (
    <Button look="row" onClick={run}>
      {word}
      <span className="visually-hidden">{row.name}</span>
    </Button>
  );
  return (
    <li className={`class-line level-${row.level}`}>
      <span className="class-name ellipsis">
        <Link to={`${CLASSES}/${row.id}`}>{row.name}</Link>
        {row.description && <small className="muted">{row.description}</small>}
      </span>
      <span className="muted">{row.uses}条</span>
      <span className="row-acts">
        {row.can.edit && (
          <>
            {order.steps(row.id, row.name)}
            {row.level < MAX_LEVEL && act('加下级', () => onOpen({ act: 'add', parent: row }))}
            {act('编辑', () => onOpen({ act: 'edit', row }))}
          </>
        )}
        {row.can.remove && act('删除', () => onOpen({ act: 'remove', row }))}
      </span>
    </li>
  );
}

const FIELDS = { name: '名称', parentId: '上级分类', description: '说明' } as const;
type Field = keyof typeof FIELDS;
const valuesOf = (row: ClassItem): Record<Field, string> => ({
  parentId: row.parentId ?? '',
  name: row.name,
  description: row.description,
});

function ClassDialog({
  row,
  parentId,
  all,
  onClose,
}: {
  row: ClassLine | null;
  parentId: string;
  all: readonly ClassLine[];
  onClose: () => void;
}) {
  const create = useAct(createClass, { quiet: true });
  const update = useAct(updateClass, { quiet: true });
  const [base] = useState(() => (row ? valuesOf(row) : { parentId, name: '', description: '' }));
  const form = useForm({
    schema: classForm,
    initial: base,
    of: `ClassDialog ${row?.id ?? ''} ${parentId ?? ''}`,
    isNew: row === null,
  });
  const saver = useRecordSave({
    record: row,
    form,
    valuesOf,
    get: listClasses,
    input: () => ({}),
    pick: (list, id) => list.find((one) => one.id === id),
    update: (changes) => update.mutateAsync(changes),
    onSaved: () => {
      emit('notice', { kind: 'success', text: '保存成功' });
      onClose();
    },
  });
  // What lies below a class stands right behind it, deeper.
  const start = row ? all.indexOf(row) : -1;
  const end = row ? all.findIndex(({ level }, at) => at > start && level <= row.level) : -1;
  const own = row ? all.slice(start, end < 0 ? undefined : end) : [];
  const above = all
    .filter((line) => line.level < MAX_LEVEL && !own.includes(line))
    .map(({ id, name, level }) => ({ value: id, label: `${'　'.repeat(level - 1)}${name}` }));
  const save = async () => {
    if (!row) return create.mutateAsync(form.input());
    await saver.save(row.id);
    return false;
  };
  const { conflict } = saver;
  if (conflict) {
    const words = (field: Field, value: string | boolean | undefined) =>
      field === 'parentId' ? (all.find(({ id }) => id === value)?.name ?? '最上层') : String(value ?? '');
    return (
      <DiffDialog
        name={conflict.name}
        who=""
        differences={(Object.keys(FIELDS) as Field[]).map((field) => ({
          field,
          label: FIELDS[field],
          base: words(field, base[field]),
          theirs: words(field, valuesOf(conflict)[field]),
          mine: words(field, form.values[field]),
        }))}
        onMerge={saver.merge}
        onClose={saver.leaveConflict}
      />
    );
  }
  return (
    <FormDialog
      icon="bookmark"
      width={700}
      title={row ? `编辑分类 ${row.name}` : '新增分类'}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={save}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="名称" required max={30} hint="同一上级下不能重名" />
      <SelectField form={form} name="parentId" label="上级分类" options={above} hint="不选则放在最上层" />
      <AreaField form={form} name="description" label="说明" max={200} rows={2} />
    </FormDialog>
  );
}
