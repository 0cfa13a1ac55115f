import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { createFolder, type Folder, folderForm, listFolders, removeFolder, updateFolder } from '../contract.folder.ts';
import { foldersBelow, KNOWLEDGE, pathTo, withFoldersBelow } from '../rules.knowledge.ts';
import { AUDIENCES } from '../rules.ts';
import './education.css';
import './knowledge.css';

type Asked = { act: 'add' } | { act: 'inside' | 'edit' | 'remove'; folder: Folder };

/** 知识库: its folders; those who manage it make them here. */
export default function KnowledgeHome() {
  const session = useSession();
  const foldersQuery = useCall(listFolders, {}, { quiet: true, staleTime: 0 });
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const remove = useAct(removeFolder, { quiet: true });
  const writes = may(session, 'edu:write');
  return (
    <div className="list-page">
      <PageHead title="知识库">
        <ButtonLink icon="search" to={KNOWLEDGE.list('all')}>
          查找文档
        </ButtonLink>
        {writes && (
          <>
            <Button icon="plus" onClick={() => setOpenDialog({ act: 'add' })}>
              新增文件夹
            </Button>
            <ButtonLink look="primary" icon="plus" to={KNOWLEDGE.edit('new')}>
              新增文档
            </ButtonLink>
          </>
        )}
      </PageHead>
      <RecordLoader query={foldersQuery} fresh>
        {(folders) =>
          folders.length === 0 ? (
            <div className="card">
              <Empty title="知识库还是空的">
                {writes ? '先建一个文件夹，再把文档放进去。' : '文档由您所在的党组织和上级党组织发布。'}
              </Empty>
            </div>
          ) : (
            <ul className="know-folders">
              {foldersBelow(folders, null).map((folder) => (
                <FolderCard key={folder.id} folder={folder} all={folders} onAsk={setOpenDialog} />
              ))}
            </ul>
          )
        }
      </RecordLoader>
      {openDialog?.act === 'add' && (
        <FolderDialog folder={null} all={foldersQuery.data ?? []} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog?.act === 'inside' && (
        <FolderDialog
          folder={null}
          above={openDialog.folder}
          all={foldersQuery.data ?? []}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.act === 'edit' && (
        <FolderDialog folder={openDialog.folder} all={foldersQuery.data ?? []} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog?.act === 'remove' && (
        <DeleteDialog
          verb="删除文件夹"
          name={openDialog.folder.name}
          consequence="文件夹里没有文档才能删除，删除后不能恢复。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: openDialog.folder.id, deleteReason });
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  );
}

/** Documents of a folder and of all that stand within it, and the required ones among them that were not opened. */
function sums(all: readonly Folder[], folder: Folder) {
  const inner = withFoldersBelow(all, folder);
  const sum = (of: (one: Folder) => number) => inner.reduce((total, one) => total + of(one), 0);
  return { documents: sum((one) => one.documents), unread: sum((one) => one.unread) };
}

interface Shown {
  folder: Folder;
  all: readonly Folder[];
  onAsk: (asked: Asked) => void;
}

function FolderCard({ folder, all, onAsk }: Shown) {
  const { documents, unread } = sums(all, folder);
  return (
    <li className="card know-folder">
      <h2>
        <Link to={pathWithQuery(KNOWLEDGE.list('all'), { folder: folder.id })}>{folder.name}</Link>
      </h2>
      <p className="muted small">
        {folder.orgName} · {documents}份 · {AUDIENCES[folder.audience]}
        {folder.maySave ? '' : ' · 在线阅读'}
      </p>
      {folder.intro && <p className="secondary">{folder.intro}</p>}
      {unread > 0 && (
        <p>
          <span className="tag red">必读未读 {unread}份</span>
        </p>
      )}
      <Inner folder={folder} all={all} onAsk={onAsk} />
      <FolderActs folder={folder} onAsk={onAsk} />
    </li>
  );
}

/** The folders within one, and those within them. */
function Inner({ folder, all, onAsk }: Shown) {
  const inner = foldersBelow(all, folder.id);
  if (inner.length === 0) return null;
  return (
    <ul className="know-folder-inner" aria-label={`${folder.name}里的文件夹`}>
      {inner.map((one) => {
        const { documents, unread } = sums(all, one);
        const isOther = one.audience !== folder.audience || one.maySave !== folder.maySave;
        return (
          <li key={one.id}>
            <Link to={pathWithQuery(KNOWLEDGE.list('all'), { folder: one.id })}>{one.name}</Link>
            <span className="muted small">
              {' '}
              {documents}份{unread > 0 && `，必读未读${unread}份`}
              {isOther && ` · ${AUDIENCES[one.audience]}${one.maySave ? '' : '，在线阅读'}`}
            </span>
            <FolderActs folder={one} onAsk={onAsk} />
            <Inner folder={one} all={all} onAsk={onAsk} />
          </li>
        );
      })}
    </ul>
  );
}

function FolderActs({ folder, onAsk }: Omit<Shown, 'all'>) {
  if (!folder.can.write) return null;
  return (
    <span className="know-folder-acts">
      <ButtonLink
        look="row"
        to={pathWithQuery(KNOWLEDGE.edit('new'), { folder: folder.id })}
        aria-label={`在${folder.name}里加文档`}
      >
        加文档
      </ButtonLink>
      <Button look="row" aria-label={`在${folder.name}里加文件夹`} onClick={() => onAsk({ act: 'inside', folder })}>
        加文件夹
      </Button>
      <Button look="row" aria-label={`编辑${folder.name}`} onClick={() => onAsk({ act: 'edit', folder })}>
        编辑
      </Button>
      {folder.can.remove && (
        <Button look="row" aria-label={`删除${folder.name}`} onClick={() => onAsk({ act: 'remove', folder })}>
          删除
        </Button>
      )}
    </span>
  );
}

const schema = folderForm.extend({ maySave: z.boolean(), inherits: z.boolean(), parentId: z.string() });

function FolderDialog({
  folder,
  above,
  all,
  onClose,
}: {
  folder: Folder | null;
  above?: Folder;
  all: readonly Folder[];
  onClose: () => void;
}) {
  const create = useAct(createFolder, { quiet: true });
  const update = useAct(updateFolder, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      name: folder?.name ?? '',
      intro: folder?.intro ?? '',
      audience: folder?.audience ?? 'below',
      maySave: folder?.maySave ?? true,
      parentId: folder?.parentId ?? above?.id ?? '',
      inherits: folder?.inherits ?? above !== undefined,
      sort: String(folder?.sort ?? 0),
    },
    of: `FolderDialog ${folder?.id ?? ''}`,
    isNew: folder === null,
  });
  const input = () => form.values;
  const own = folder ? new Set(withFoldersBelow(all, folder).map(({ id }) => id)) : new Set<string>();
  const orgName = folder?.orgName ?? above?.orgName;
  const places = all.filter((one) => one.can.write && !own.has(one.id) && (!orgName || one.orgName === orgName));
  const parent = all.find(({ id }) => id === form.text('parentId'));
  const follows = parent !== undefined && form.values.inherits === true;
  return (
    <FormDialog
      title={folder ? `编辑 ${folder.name}` : '新增文件夹'}
      icon="layers"
      form={form}
      pending={create.isPending || update.isPending}
      onSave={() =>
        folder
          ? update.mutateAsync({ ...(input() as object), id: folder.id, version: folder.version } as never)
          : create.mutateAsync(input())
      }
      onClose={onClose}
    >
      <TextField form={form} name="name" label="文件夹名称" required max={40} />
      <AreaField form={form} name="intro" label="说明" max={300} rows={3} />
      <SelectField
        form={form}
        name="parentId"
        label="放在"
        options={places.map(({ id }) => ({
          value: id,
          label: pathTo(all, id)
            .map(({ name }) => name)
            .join(' / '),
        }))}
        hint="不选就放在最外层，最多5层"
      />
      {parent && (
        <TickField
          form={form}
          name="inherits"
          label={`谁能看、能不能下载与“${parent.name}”一样`}
          hint="上级文件夹改了，这里跟着改"
        />
      )}
      {!follows && <Rights form={form} />}
      <TextField form={form} name="sort" label="排序" required max={4} inputMode="numeric" hint="小的排在前面" />
    </FormDialog>
  );
}

function Rights({ form }: { form: Form }) {
  return (
    <>
      <SelectField form={form} name="audience" label="谁能看" required options={optionsOf(AUDIENCES)} />
      <TickField
        form={form}
        name="maySave"
        label="提供下载"
        hint="不提供时只能在页面里看，不能下载；已经显示出来的内容仍有可能被人另存，涉密和个人信息不要放在知识库"
      />
    </>
  );
}
