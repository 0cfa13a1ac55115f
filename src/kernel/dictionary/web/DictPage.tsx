import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { download } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Tree, type TreeNode } from '#platform/web/tree/Tree.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type DictRow, dictTree, exportDict, listDict, ROOT, removeCategory, removeDict } from '../contract.ts';
import { CategoryDialog, EntryDialog } from './DictDialogs.tsx';
import { DictTable } from './DictTable.tsx';
import '#platform/web/list/list.css';
import '#platform/web/list/listTable.css';
import '#platform/web/list/plainList.css';
import './dict.css';

const PATH = '/sys/dict';
const SIZE = 200;
const readNodes = (reply: unknown) => reply as readonly TreeNode[];
const isDictionary = (row: DictRow) => row.value === '';

/** What a dialog is open for. */
type Open =
  | { act: 'addDictionary' }
  | { act: 'add'; parent: DictRow }
  | { act: 'edit'; row: DictRow }
  | { act: 'remove'; row: DictRow };

/** 数据字典: the dictionaries at the left, the entries of the chosen one or of one of its entries at the right. */
export default function DictPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const params = readQuery(search, ['id', 'page']);
  const parentid = params.id ?? ROOT;
  const pageNum = Math.max(1, Number(params.page) || 1);
  const [words, setWords] = useWords(parentid);
  const [open, setOpen] = useState<Open | null>(null);
  const list = useCall(
    listDict,
    { parentid, pageNum, pageSize: SIZE, ...(words.asked ? { name: words.asked } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const remove = useAct(removeDict, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'dict', removeDict);
  const drop = useAct(removeCategory, { quiet: true });

  const place = list.data?.place ?? [];
  const here = place.at(-1);
  const openIds = useMemo(() => place.map(({ id }) => id), [place]);
  const go = (id: string) => navigate(id === ROOT ? PATH : pathWithQuery(PATH, { id }));
  const close = () => setOpen(null);

  return (
    <div className="list-page">
      <PageHead>
        <Button icon="export" onClick={() => download(exportDict, place[0] ? { id: place[0].id } : {})}>
          {place[0] ? '导出本字典' : '导出全部'}
        </Button>
        {list.data?.can.add && (
          <Button look={here ? 'normal' : 'primary'} icon="plus" onClick={() => setOpen({ act: 'addDictionary' })}>
            新增字典
          </Button>
        )}
        {here?.can.add && (
          <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'add', parent: here })}>
            新增字典项
          </Button>
        )}
      </PageHead>
      <div className="list-work with-side">
        <aside className="card list-side" aria-label="字典">
          <Tree
            label="字典"
            endpoint={dictTree}
            read={readNodes}
            placeholder="编码、名称"
            selectedId={here?.id ?? null}
            openIds={openIds}
            onSelect={({ id }) => go(id)}
          />
        </aside>
        <section className="card list-main dict-main" aria-label={here?.name ?? '全部字典'}>
          <div className="list-filters">
            <Where place={place} onGo={go} />
            <label className="field-box list-search">
              <Icon name="search" />
              <input
                type="search"
                maxLength={40}
                autoComplete="off"
                aria-label="名称、值、国家代码"
                placeholder="名称、值、国家代码"
                value={words.typed}
                onChange={(event) => {
                  setWords(event.target.value);
                  // Other words begin with the first page.
                  if (params.page) navigate(pathWithQuery(PATH, { id: params.id }), { replace: true });
                }}
              />
            </label>
          </div>
          <div className="list-scroll" aria-busy={list.isFetching}>
            {list.data && list.data.rows.length > 0 && (
              <DictTable
                rows={list.data.rows}
                parent={here ?? null}
                searched={words.asked !== ''}
                continued={pageNum > 1}
                readAgain={() => list.refetch({ cancelRefetch: false })}
                onOpen={go}
                onEdit={(row) => setOpen({ act: 'edit', row })}
                onAdd={(parent) => setOpen({ act: 'add', parent })}
                onRemove={(row) => setOpen({ act: 'remove', row })}
              />
            )}
            {list.isPending && <Skeleton />}
            {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
            {list.data?.rows.length === 0 &&
              !list.isPlaceholderData &&
              (words.asked ? (
                <Empty title={`没有包含“${words.asked}”的字典项`}>换个写法，或在左侧换一个字典再找。</Empty>
              ) : (
                <Empty
                  title="还没有字典项"
                  act={
                    here?.can.add && <Button onClick={() => setOpen({ act: 'add', parent: here })}>新增字典项</Button>
                  }
                >
                  新增后，使用这个字典的下拉框马上可以选择。
                </Empty>
              ))}
          </div>
          {(list.data?.total ?? 0) > SIZE && (
            <footer className="list-foot">
              <Pager
                page={pageNum}
                size={SIZE}
                total={list.data?.total ?? 0}
                capped={false}
                unit="项"
                onPage={(page) => navigate(pathWithQuery(PATH, { id: params.id, page: String(page) }))}
                onSize={() => {}}
              />
            </footer>
          )}
        </section>
      </div>
      {open?.act === 'addDictionary' && <CategoryDialog row={null} onMade={go} onClose={close} />}
      {open?.act === 'add' && <EntryDialog row={null} parent={open.parent} onClose={close} />}
      {open?.act === 'edit' &&
        (isDictionary(open.row) ? (
          <CategoryDialog row={open.row} onClose={close} />
        ) : (
          <EntryDialog row={open.row} parent={here ?? null} onClose={close} />
        ))}
      {open?.act === 'remove' && (
        <DeleteDialog
          restorable
          verb={isDictionary(open.row) ? '删除字典' : '删除字典项'}
          name={open.row.name}
          consequence={
            isDictionary(open.row)
              ? '删除后编码可以重新使用；可以在回收站恢复。'
              : '删除后不能再选择它，可以在回收站恢复到原来的位置；如果已有记录使用，系统会拒绝删除，可以改为停用。'
          }
          onDelete={async ({ deleteReason }) => {
            const params = { id: open.row.id, deleteReason };
            await (isDictionary(open.row) ? drop.mutateAsync(params) : remove.mutateAsync(params));
            deleted(open.row);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The words that are searched, a fifth of a second after the last key; another dictionary starts without. */
function useWords(parentid: string) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const place = useRef(parentid);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (place.current === parentid) return;
    place.current = parentid;
    setTyped('');
    setAsked('');
  }, [parentid]);
  return [{ typed, asked }, setTyped] as const;
}

/** The way from all dictionaries to the chosen one. */
function Where({ place, onGo }: { place: readonly DictRow[]; onGo: (id: string) => void }) {
  return (
    <nav className="dict-where" aria-label="字典中的位置">
      {place.length === 0 ? (
        <b>全部字典</b>
      ) : (
        <Button look="word" onClick={() => onGo(ROOT)}>
          全部字典
        </Button>
      )}
      {place.map((step, at) => (
        <span key={step.id}>
          <Icon name="forward" size={12} />
          {at === place.length - 1 ? (
            <b>{isDictionary(step) ? `${step.dictionaryCode} ${step.name}` : step.name}</b>
          ) : (
            <Button look="word" onClick={() => onGo(step.id)}>
              {isDictionary(step) ? `${step.dictionaryCode} ${step.name}` : step.name}
            </Button>
          )}
        </span>
      ))}
    </nav>
  );
}
