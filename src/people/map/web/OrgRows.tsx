import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { useSteady } from '#platform/web/press/steady.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listMapOrgs, type MapOrgRow } from '../contract.ts';
import type { MapQuery } from './query.ts';
import { Sign } from './Sign.tsx';

const SIZE = 20;

interface OrgRowsProps {
  query: MapQuery;
  /** `west,south,east,north` of what the map shows; null until it stands. */
  bounds: string | null;
  chosen: string | null;
  onChoose: (row: MapOrgRow) => void;
  /** Enter: the keyboard goes on in the organisation's dialog. */
  onEnter: () => void;
}

/** The element of an organisation in the list. */
export const rowId = (id: string) => `map-row-${id}`;

/** The organisations in view, or those that a name, pinyin or initials find anywhere; up and down choose. */
export function OrgRows({ query, bounds, chosen, onChoose, onEnter }: OrgRowsProps) {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at their first page
  useEffect(() => setPage(1), [words, bounds, query]);
  const place = { orgType: query.types.join(','), ...(query.org ? { orgId: query.org } : {}) };
  const mapOrgsQuery = useCall(
    listMapOrgs,
    { ...place, ...(words ? { keyWords: words } : { bounds: bounds ?? '' }), pageNum: page, pageSize: SIZE },
    { enabled: words !== '' || bounds !== null, quiet: true, keepPrevious: true },
  );
  const rows = mapOrgsQuery.data?.rows ?? [];
  useSteady(list, rows.map(({ id }) => id).join(), typed.trim() !== words || mapOrgsQuery.isPlaceholderData);
  const total = mapOrgsQuery.data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / SIZE));
  const at = rows.findIndex(({ id }) => id === chosen);
  const go = (to: number) => {
    const row = rows[to];
    if (!row) return;
    onChoose(row);
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
        go(Math.min(rows.length - 1, at + 1));
        break;
      case 'ArrowUp':
        go(Math.max(0, at - 1));
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(rows.length - 1);
        break;
      case 'PageDown':
        setPage(Math.min(last, page + 1));
        break;
      case 'PageUp':
        setPage(Math.max(1, page - 1));
        break;
      case 'Enter':
        onEnter();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return (
    <section className="map-rows" aria-label="组织列表">
      <div className="map-rows-head">
        <h2>{words ? '查找结果' : '当前视野'}</h2>
        <span role="status">
          {mapOrgsQuery.data && !mapOrgsQuery.isPlaceholderData && (
            <>
              {total.toLocaleString('en-US')}个组织<span className="map-keys">，上下键选择</span>
            </>
          )}
        </span>
      </div>
      <label className="field-box">
        <Icon name="search" />
        <input
          type="search"
          maxLength={40}
          autoComplete="off"
          aria-label="查找组织"
          placeholder="名称、拼音首字母"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            go(0);
          }}
        />
      </label>
      {mapOrgsQuery.error && (
        <p className="tree-note" role="alert">
          {mapOrgsQuery.error.message}
          <Button look="word" onClick={() => mapOrgsQuery.refetch()}>
            重试
          </Button>
        </p>
      )}
      {mapOrgsQuery.data && !mapOrgsQuery.isPlaceholderData && rows.length === 0 && (
        <p className="tree-note">
          {words
            ? `所选类别里没有叫“${words}”的组织，可加选类别，或换个写法、用拼音首字母试试`
            : '这里没有标注坐标的组织，移动地图或改换类别'}
        </p>
      )}
      <div ref={list} role="listbox" aria-label={words ? '查找结果' : '当前视野'} className="map-options">
        {rows.map((row, index) => (
          <div
            key={row.id}
            id={rowId(row.id)}
            role="option"
            tabIndex={row.id === chosen || (at < 0 && index === 0) ? 0 : -1}
            aria-selected={row.id === chosen}
            className="map-option"
            onClick={() => onChoose(row)}
            onKeyDown={press}
          >
            <Sign type={row.type} />
            <span className="map-option-words">
              <b className="ellipsis">{row.name}</b>
              {row.secretaryName ? (
                <small>
                  书记 {row.secretaryName} <span className="map-phone">{row.secretaryPhone}</span>
                </small>
              ) : (
                <small className="none">书记暂无</small>
              )}
            </span>
          </div>
        ))}
      </div>
      <nav className="map-pager" aria-label="分页">
        <Button look="word" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          上一页
        </Button>
        <span>
          {page} / {last}
        </span>
        <Button look="word" disabled={page >= last} onClick={() => setPage(page + 1)}>
          下一页
        </Button>
      </nav>
    </section>
  );
}
