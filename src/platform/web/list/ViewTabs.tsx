import { type FormEvent, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { listViews } from '#platform/lists/listCalls.ts';
import { emit } from '../call/events.ts';
import { useCall } from '../call/hooks.ts';
import { Popup } from '../dialogs/Popup.tsx';
import { copyText } from '../press/copy.ts';
import { bringIntoView } from '../press/openTab.ts';
import { may, useSession } from '../session/session.ts';
import { Button, Pressable } from '../ui/Button.tsx';
import { type SavedViews, useSavedViews } from './savedViews.ts';
import type { ListState } from './useListState.ts';

export interface View {
  /** The endpoint's value of `view`; the empty text is 全部. */
  value: string;
  label: string;
}

/** How many rows each view has: by its value, 全部 (the empty one) by `all`. */
export type Counts = Readonly<Record<string, number>>;

/** What the tabs need of a list; a page without a list provides it itself. */
export type Viewed = Pick<ListState, 'values' | 'query' | 'reset' | 'change' | 'open'>;

const WHOLE: readonly View[] = [{ value: '', label: '全部' }];

const isEndpoint = (counts: Endpoint | Counts): counts is Endpoint => 'path' in counts && 'reply' in counts;

/** The list's own views with their counts as tabs, then the saved ones, 存为视图 and 复制视图链接. */
export function ViewTabs({
  path,
  views,
  state,
}: {
  path: string;
  /** `counts`: the numbers, or the call that answers them for an organisation. */
  views?: { list: readonly View[]; counts: Endpoint | Counts } | undefined;
  state: Viewed;
}) {
  const own = useSavedViews(path);
  const { orgId } = state.values;
  const countsCall = views && isEndpoint(views.counts) ? views.counts : null;
  // Without a call that counts nothing is asked; the hook wants one all the same.
  const counted = useCall(countsCall ?? listViews, (orgId ? { orgId } : {}) as InputOf<Endpoint>, {
    quiet: true,
    keepPrevious: true,
    enabled: countsCall !== null,
  });
  const counts = (countsCall ? counted.data : views?.counts) as unknown as Counts | undefined;
  const ownOpen = own.saved.find((view) => view.query === state.query && state.query !== '');
  const tab = (key: string, label: string, selected: boolean, count: number | undefined, open: () => void) => (
    <Pressable
      key={key}
      role="tab"
      className="tab"
      aria-selected={selected}
      ref={selected ? bringIntoView : undefined}
      onClick={open}
    >
      {label}
      {count !== undefined && <span className="count">{count.toLocaleString('en-US')}</span>}
    </Pressable>
  );
  return (
    <div className="list-views">
      <div className="tabs" role="tablist" aria-label="视图">
        {(views?.list ?? WHOLE).map((view) =>
          tab(
            view.value,
            view.label,
            !ownOpen && (state.values.view ?? '') === view.value,
            counts?.[view.value || 'all'],
            () => (ownOpen && !view.value ? state.reset() : state.change({ view: view.value || undefined })),
          ),
        )}
        {own.saved.map((view) => tab(view.id, view.name, view === ownOpen, undefined, () => state.open(view.query)))}
      </div>
      <SaveView own={own} state={state} openId={ownOpen?.mine ? ownOpen.id : null} />
      <Button look="link" size="compact" className="list-copy" icon="link" onClick={() => void copyLink()}>
        复制视图链接
      </Button>
    </div>
  );
}

// The address holds no name, id card or phone: they are kept out of it, so the link may be passed on.
const copyLink = () => copyText(location.href, '链接已复制，姓名等搜索内容不在链接里');

function SaveView({ own, state, openId }: { own: SavedViews; state: Viewed; openId: string | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const mayShare = may(useSession(), 'view:write');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim() || own.busy) return;
    try {
      await own.save(name.trim(), state.query, shared);
    } catch {
      // The client has shown why; the name stays for another try.
      return;
    }
    setOpen(false);
    setName('');
    emit('notice', { kind: 'success', text: '视图已保存' });
  };
  if (openId) {
    return (
      <Button look="plain" size="compact" icon="trash" disabled={own.busy} onClick={() => own.remove(openId)}>
        删除此视图
      </Button>
    );
  }
  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="compact"
        className="list-save"
        icon="bookmark"
        disabled={state.query === ''}
        title={state.query === '' ? '先设筛选条件，再存为视图' : undefined}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        存为视图
      </Button>
      {open && button.current && (
        <Popup anchor={button.current} label="存为视图" className="filter-popup" onClose={() => setOpen(false)}>
          <form className="filter-range" onSubmit={save}>
            <label className="field-label" htmlFor="view-name">
              视图名称
            </label>
            <span className="field-box">
              <input id="view-name" maxLength={20} value={name} onChange={(event) => setName(event.target.value)} />
            </span>
            {mayShare && (
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={shared}
                  onChange={(event) => setShared(event.target.checked)}
                />
                本组织的人都能用
              </label>
            )}
            <div className="filter-acts">
              <Button submit look="outline" size="compact" disabled={!name.trim() || own.busy}>
                保存视图
              </Button>
            </div>
          </form>
        </Popup>
      )}
    </>
  );
}
