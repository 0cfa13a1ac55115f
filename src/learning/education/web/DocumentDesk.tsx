import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import {
  type DeskDocument,
  manageDocuments,
  publishDocuments,
  removeDocument,
  withdrawDocuments,
} from '../contract.document.ts';
import { listFolders } from '../contract.folder.ts';
import { KNOWLEDGE } from '../rules.knowledge.ts';
import { STATES } from '../rules.ts';
import { publishedColumns, stateColumn } from './deskColumns.tsx';
import { kindWords } from './documentParts.tsx';
import { useDeskActs } from './useDeskActs.tsx';
import './education.css';

/** 文档管理: what the scope has in every state, with what can be done about it. */
export function DocumentDesk() {
  const publish = useAct(publishDocuments);
  const withdraw = useAct(withdrawDocuments, { quiet: true });
  const folders = useCall(listFolders, {}, { quiet: true });
  const removal = useRemove({
    call: removeDocument,
    restore: restoreRecycled,
    kind: 'knowledgeDocument',
    consequence: () => '还没有发布过，删除后进入回收站。',
  });
  const { bulk, acts, dialog } = useDeskActs<DeskDocument>({
    noun: '份文档',
    consequence: '下架后读者立即看不到，阅读记录和各个版本保留；可以重新上架。',
    publishing: publish.isPending,
    publish: async (ids) => `已发布${(await publish.mutateAsync({ ids })).count}份文档`,
    withdraw: async (ids, reason) => (await withdraw.mutateAsync({ ids, reason })).count,
    edit: (row) => ({ to: KNOWLEDGE.edit(row.id), words: '编辑' }),
    remove: (row) => removal.ask({ id: row.id, name: row.title }),
  });
  const columns: readonly Column<DeskDocument>[] = [
    {
      key: 'title',
      title: '标题',
      width: 220,
      card: 'title',
      cell: (row) => (
        <Link to={row.state === 1 ? KNOWLEDGE.browse(row.id, row.fileId) : KNOWLEDGE.edit(row.id)}>{row.title}</Link>
      ),
    },
    stateColumn<DeskDocument>(STATES),
    {
      key: 'folder',
      title: '文件夹',
      width: 150,
      card: 'line',
      cell: (row) => row.folderName,
      filter: {
        kind: 'choice',
        name: 'folderId',
        options: (folders.data ?? [])
          .filter(({ can }) => can.write)
          .map(({ id, name }) => ({ value: id, label: name })),
      },
    },
    {
      key: 'kind',
      title: '文件',
      width: 100,
      cell: (row) => `${kindWords(row.fileName)}${row.isRequired ? '，必读' : ''}`,
    },
    { key: 'readers', title: '读过', width: 60, align: 'right', card: 'line', cell: (row) => `${row.readers}人` },
    ...publishedColumns<DeskDocument>(),
  ];
  return (
    <>
      <PlainList<DeskDocument>
        caption="文档管理"
        endpoint={manageDocuments}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '标题或内容提要' }}
        unit="份"
        label={(row) => row.title}
        bulk={bulk}
        actsWidth={140}
        acts={acts}
        empty={{ title: '还没有文档', text: '先在知识库建文件夹，再点“新增文档”。' }}
      />
      {removal.dialog}
      {dialog}
    </>
  );
}
