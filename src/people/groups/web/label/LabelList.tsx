import { useState } from 'react';
import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type LabelRow, listLabels, removeLabel } from '../../contract.labels.ts';
import { Labels } from '../pickers.tsx';
import { LabelDialog, MergeDialog } from './LabelDialogs.tsx';
import { LABELS } from './paths.ts';
import '../content.css';

const columns: readonly Column<LabelRow>[] = [
  {
    key: 'name',
    title: '标签',
    width: 160,
    card: 'title',
    cell: (row) => (
      <Link to={`${LABELS}/${row.id}`} aria-label={row.name}>
        <Labels labels={[row]} />
      </Link>
    ),
  },
  {
    key: 'keywords',
    title: '关键词',
    width: 320,
    card: 'line',
    cell: (row) => (
      <span className="ellipsis" title={row.keywords.join('、')}>
        {row.keywords.join('、') || '—'}
      </span>
    ),
  },
  { key: 'description', title: '说明', width: 260, cell: (row) => row.description || '—' },
  { key: 'uses', title: '使用', width: 80, align: 'right', card: 'side', cell: (row) => `${row.uses}条` },
];

const SEARCH = { name: 'name', placeholder: '名称或关键词' };

/** `/contentManager/label`: the labels of content; how often each is used is counted within the scope. */
export default function LabelList() {
  const session = useSession();
  const remove = useAct(removeLabel, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'label', removeLabel);
  const [open, setOpen] = useState<
    { act: 'edit'; row: LabelRow | null } | { act: 'merge' | 'remove'; row: LabelRow } | null
  >(null);
  const close = () => setOpen(null);
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'label:write') && (
          <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'edit', row: null })}>
            新增标签
          </Button>
        )}
      </PageHead>
      <div className="card content-list">
        <PlainList<LabelRow>
          caption="标签"
          endpoint={listLabels}
          columns={columns}
          search={SEARCH}
          unit="个"
          acts={(row) => (
            <span className="row-acts">
              {row.can.edit && (
                <Button look="row" onClick={() => setOpen({ act: 'edit', row })}>
                  编辑
                  <span className="visually-hidden">{row.name}</span>
                </Button>
              )}
              {row.can.merge && (
                <Button look="row" onClick={() => setOpen({ act: 'merge', row })}>
                  合并
                  <span className="visually-hidden">{row.name}</span>
                </Button>
              )}
              {row.can.remove && (
                <Button look="row" onClick={() => setOpen({ act: 'remove', row })}>
                  删除
                  <span className="visually-hidden">{row.name}</span>
                </Button>
              )}
              {!row.can.edit && (
                <ButtonLink look="row" to={`${LABELS}/${row.id}`}>
                  查看
                  <span className="visually-hidden">{row.name}</span>
                </ButtonLink>
              )}
            </span>
          )}
          empty={{ title: '还没有标签', text: '标签把不同栏目里说同一件事的内容连在一起，由管理员建立。' }}
        />
      </div>
      {open?.act === 'edit' && <LabelDialog row={open.row} onClose={close} />}
      {open?.act === 'merge' && <MergeDialog row={open.row} onClose={close} />}
      {open?.act === 'remove' && (
        <DeleteDialog
          restorable
          verb="删除标签"
          name={open.row.name}
          consequence="标签移入回收站，内容上不再显示它；30天内恢复后，原来的内容仍带有它。"
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
