import { useState } from 'react';
import { Link } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { addType, listTypes, removeType, renameType, type TypeRow } from '../contract.ts';
import { pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './integral.css';

type Editing = { one: TypeRow | null; parent: TypeRow | null };

/** 项目类型: a tree of two levels. */
export default function Types() {
  const session = useSession();
  const manages = may(session, 'integral:manage');
  const typesQuery = useCall(listTypes, {}, { quiet: true, staleTime: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [removing, setRemoving] = useState<TypeRow | null>(null);
  const remove = useAct(removeType, { quiet: true });
  return (
    <div className="integral-page">
      <PageHead title="项目类型">
        {manages && (
          <Button look="primary" icon="plus" onClick={() => setEditing({ one: null, parent: null })}>
            新增类型
          </Button>
        )}
      </PageHead>
      <section className="card" aria-label="项目类型">
        {!typesQuery.data ? (
          <Waiting query={typesQuery} />
        ) : typesQuery.data.length === 0 ? (
          <Empty title="还没有项目类型">类型把项目分成组，最多两级，例如“党建责任”下的“组织生活”。</Empty>
        ) : (
          <ul className="integral-rows">
            {typesQuery.data.map((row) => (
              <li key={row.id} className={row.parentId ? 'below' : undefined}>
                <span>
                  <Link to={pathWithQuery(PATHS.typeProjects, { id: row.id })}>{row.name}</Link>{' '}
                  <span className="muted">
                    {row.projects}个项目，{pointsText(row.points)}分
                  </span>
                </span>
                {manages && (
                  <span className="end record-row-acts">
                    <ButtonLink look="row" to={pathWithQuery(PATHS.bind, { id: row.id })}>
                      绑定项目
                    </ButtonLink>
                    {!row.parentId && (
                      <Button look="row" onClick={() => setEditing({ one: null, parent: row })}>
                        新增下级
                      </Button>
                    )}
                    <Button look="row" onClick={() => setEditing({ one: row, parent: null })}>
                      改名
                    </Button>
                    <Button look="row" onClick={() => setRemoving(row)}>
                      删除
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {editing && <TypeDialog {...editing} onClose={() => setEditing(null)} />}
      {removing && (
        <DeleteDialog
          verb="删除类型"
          name={removing.name}
          consequence="类型下没有项目和下级时才能删除，删除后不能恢复。"
          onDelete={({ deleteReason }) => remove.mutateAsync({ id: removing.id, deleteReason })}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

const schema = addType.input.pick({ name: true });

function TypeDialog({ one, parent, onClose }: Editing & { onClose: () => void }) {
  const add = useAct(addType, { quiet: true });
  const rename = useAct(renameType, { quiet: true });
  const form = useForm({
    schema,
    initial: { name: one?.name ?? '' },
    of: `TypeDialog ${one?.id ?? ''}`,
    isNew: one === null,
  });
  return (
    <FormDialog
      title={one ? `改名 ${one.name}` : parent ? `新增类型 ${parent.name}的下级` : '新增类型'}
      icon="tree"
      form={form}
      pending={add.isPending || rename.isPending}
      onClose={onClose}
      onSave={() =>
        one
          ? rename.mutateAsync({ id: one.id, version: one.version, name: form.text('name') })
          : add.mutateAsync({ name: form.text('name'), ...(parent ? { parentId: parent.id } : {}) })
      }
    >
      <TextField form={form} name="name" label="类型名称" required max={30} />
    </FormDialog>
  );
}
