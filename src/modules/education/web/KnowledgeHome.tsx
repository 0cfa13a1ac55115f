import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { pathWithQuery } from '#platform/web/navigation.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { may, useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Empty } from '#platform/web/states.tsx';
import { createFolder, type Folder, folderForm, listFolders, removeFolder, updateFolder } from '../contract.folder.ts';
import { KNOWLEDGE } from '../rules.knowledge.ts';
import { AUDIENCES } from '../rules.ts';
import './education.css';
import './knowledge.css';

type Asked = { act: 'add' } | { act: 'edit' | 'remove'; folder: Folder };

/** 知识库: its folders; those who manage it make them here. */
export default function KnowledgeHome() {
  const session = useSession();
  const found = useCall(listFolders, {}, { quiet: true, staleTime: 0 });
  const [asked, setAsked] = useState<Asked | null>(null);
  const remove = useAct(removeFolder, { quiet: true });
  const writes = may(session, 'edu:write');
  return (
    <div className="list-page">
      <PageHead title="知识库">
        <Link className="button" to={KNOWLEDGE.list('all')}>
          <Icon name="search" />
          查找文档
        </Link>
        {writes && (
          <>
            <button type="button" className="button" onClick={() => setAsked({ act: 'add' })}>
              <Icon name="plus" />
              新增文件夹
            </button>
            <Link className="button primary" to={KNOWLEDGE.edit('new')}>
              <Icon name="plus" />
              新增文档
            </Link>
          </>
        )}
      </PageHead>
      <RecordLoader query={found} fresh>
        {(folders) =>
          folders.length === 0 ? (
            <div className="card">
              <Empty title="知识库还是空的">
                {writes ? '先建一个文件夹，再把文档放进去。' : '文档由您所在的党组织和上级党组织发布。'}
              </Empty>
            </div>
          ) : (
            <ul className="know-folders">
              {folders.map((folder) => (
                <FolderCard key={folder.id} folder={folder} onAsk={setAsked} />
              ))}
            </ul>
          )
        }
      </RecordLoader>
      {asked?.act === 'add' && <FolderDialog folder={null} onClose={() => setAsked(null)} />}
      {asked?.act === 'edit' && <FolderDialog folder={asked.folder} onClose={() => setAsked(null)} />}
      {asked?.act === 'remove' && (
        <DeleteDialog
          verb="删除文件夹"
          name={asked.folder.name}
          consequence="文件夹里没有文档才能删除，删除后不能恢复。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: asked.folder.id, deleteReason });
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function FolderCard({ folder, onAsk }: { folder: Folder; onAsk: (asked: Asked) => void }) {
  return (
    <li className="card know-folder">
      <h2>
        <Link to={pathWithQuery(KNOWLEDGE.list('all'), { folder: folder.id })}>{folder.name}</Link>
      </h2>
      <p className="muted small">
        {folder.orgName} · {folder.documents}份 · {AUDIENCES[folder.audience]}
        {folder.maySave ? '' : ' · 在线阅读'}
      </p>
      {folder.intro && <p className="secondary">{folder.intro}</p>}
      {folder.unread > 0 && (
        <p>
          <span className="tag red">必读未读 {folder.unread}份</span>
        </p>
      )}
      {folder.can.write && (
        <span className="know-folder-acts">
          <Link className="row-act" to={pathWithQuery(KNOWLEDGE.edit('new'), { folder: folder.id })}>
            加文档
          </Link>
          <button type="button" className="row-act" onClick={() => onAsk({ act: 'edit', folder })}>
            编辑
          </button>
          {folder.can.remove && (
            <button type="button" className="row-act" onClick={() => onAsk({ act: 'remove', folder })}>
              删除
            </button>
          )}
        </span>
      )}
    </li>
  );
}

const schema = folderForm.extend({ maySave: z.boolean() });

function FolderDialog({ folder, onClose }: { folder: Folder | null; onClose: () => void }) {
  const create = useAct(createFolder, { quiet: true });
  const update = useAct(updateFolder, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      name: folder?.name ?? '',
      intro: folder?.intro ?? '',
      audience: folder?.audience ?? 'below',
      maySave: folder?.maySave ?? true,
      sort: String(folder?.sort ?? 0),
    },
    isNew: folder === null,
  });
  const input = () => form.values as never;
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
        name="audience"
        label="谁能看"
        required
        options={Object.entries(AUDIENCES).map(([value, label]) => ({ value, label }))}
      />
      <TickField
        form={form}
        name="maySave"
        label="提供下载"
        hint="不提供时页面上没有下载按钮，只能在线看；已经显示出来的内容仍有可能被人另存，涉密和个人信息不要放在知识库"
      />
      <TextField form={form} name="sort" label="排序" required max={4} inputMode="numeric" hint="小的排在前面" />
    </FormDialog>
  );
}
