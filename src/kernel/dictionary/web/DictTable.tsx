import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Menu, type MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { useRowOrder } from '#platform/web/list/rowOrder.tsx';
import { useOneAtATime } from '#platform/web/press/oneAtATime.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type DictRow, moveDict, updateDict } from '../contract.ts';

interface DictTableProps {
  rows: readonly DictRow[];
  /** Null: the rows are the dictionaries themselves. */
  parent: DictRow | null;
  /** Found by words: from several levels, so that they have no order of their own. */
  searched: boolean;
  /** Rows stand before these, on earlier pages. */
  continued: boolean;
  readAgain: () => Promise<unknown>;
  onOpen: (id: string) => void;
  onEdit: (row: DictRow) => void;
  onAdd: (parent: DictRow) => void;
  onRemove: (row: DictRow) => void;
}

/** Dictionaries, or the entries of one level, which are put into order by hand. */
export function DictTable(props: DictTableProps) {
  const { rows, parent, searched, continued, readAgain, onOpen, onEdit, onAdd, onRemove } = props;
  const move = useAct(moveDict);
  const update = useAct(updateDict);
  const one = useOneAtATime(readAgain);
  const [menu, setMenu] = useState<{ row: DictRow; anchor: HTMLElement } | null>(null);
  // First on a later page is not first of all.
  const placeOf = (id: string, after: string | null) =>
    after === null && continued ? { id, after, before: rows[0]?.id } : { id, after };
  const order = useRowOrder(
    rows.map(({ id }) => id),
    (id, after) => move.mutateAsync(placeOf(id, after)).then(readAgain),
  );
  const sortable = parent !== null && !searched && rows.length > 1 && rows.every(({ can }) => can.edit);

  const shift = (row: DictRow, by: -1 | 1) => {
    const at = rows.indexOf(row);
    void one(() => move.mutateAsync(placeOf(row.id, (by < 0 ? rows[at - 2] : rows[at + 1])?.id ?? null)));
  };
  const switchOver = (row: DictRow) =>
    one(async () => {
      await update.mutateAsync({ id: row.id, version: row.version, enabled: !row.enabled });
      emit('notice', { kind: 'success', text: `${row.name}已${row.enabled ? '停用' : '启用'}` });
    });
  const acts = (row: DictRow): MenuAct[] => {
    const at = rows.indexOf(row);
    const entry = row.value !== '';
    return [
      ...(entry && sortable && at > 0 ? [{ label: '上移一位', icon: 'top' as const, run: () => shift(row, -1) }] : []),
      ...(entry && sortable && at < rows.length - 1
        ? [{ label: '下移一位', icon: 'down' as const, run: () => shift(row, 1) }]
        : []),
      ...(row.can.add
        ? [{ label: entry ? '新增下级字典项' : '新增字典项', icon: 'plus' as const, run: () => onAdd(row) }]
        : []),
      ...(entry
        ? [
            {
              label: row.enabled ? '停用' : '启用',
              icon: row.enabled ? ('lock' as const) : ('check' as const),
              run: () => switchOver(row),
            },
          ]
        : []),
      ...(row.can.remove
        ? [{ label: `删除 ${row.name}`, icon: 'trash' as const, danger: true, run: () => onRemove(row) }]
        : []),
    ];
  };

  return (
    <>
      <table className="table list-table dict-table">
        <caption className="visually-hidden">{parent ? `${parent.name}的字典项` : '字典'}</caption>
        <thead>
          <tr>
            {sortable && (
              <th scope="col" className="dict-grip">
                <span className="visually-hidden">顺序</span>
              </th>
            )}
            <th scope="col">{parent ? '名称' : '字典'}</th>
            <th scope="col" className="dict-value">
              {parent ? '值' : '编码'}
            </th>
            {parent && (
              <th scope="col" className="dict-value">
                国家代码
              </th>
            )}
            <th scope="col" className="number dict-value">
              {parent ? '下级' : '字典项'}
            </th>
            <th scope="col" className="dict-state">
              状态
            </th>
            <th scope="col" className="dict-acts">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const entry = row.value !== '';
            const opens = !entry || row.childCount > 0;
            return (
              <tr key={row.id} {...(sortable ? order.row(row.id) : {})}>
                {sortable && <td className="list-tick dict-grip">{order.handle(row.id, row.name)}</td>}
                <td data-card="title">
                  {opens ? (
                    <Button look="word" className="dict-name" onClick={() => onOpen(row.id)}>
                      {row.name}
                    </Button>
                  ) : (
                    <span className="dict-name">{row.name}</span>
                  )}
                </td>
                <td data-card="line" data-title={entry ? '值' : '编码'}>
                  {searched && !parent && entry
                    ? `${row.dictionaryCode} · ${row.value}`
                    : row.value || row.dictionaryCode}
                </td>
                {parent && <td>{row.nationalCode || '—'}</td>}
                <td className="number">{row.childCount || '—'}</td>
                <td data-card="side">
                  <State row={row} />
                </td>
                <td data-card="acts">
                  {row.can.edit && (
                    <Button look="row" onClick={() => onEdit(row)}>
                      编辑
                    </Button>
                  )}
                  {acts(row).length > 0 && (
                    <Button
                      look="row"
                      aria-haspopup="menu"
                      aria-expanded={menu?.row.id === row.id}
                      aria-label={`${row.name}的更多操作`}
                      onClick={(event) => setMenu({ row, anchor: event.currentTarget })}
                    >
                      更多
                      <Icon name="down" size={12} />
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {menu && <Menu anchor={menu.anchor} label={menu.row.name} acts={acts(menu.row)} onClose={() => setMenu(null)} />}
    </>
  );
}

function State({ row }: { row: DictRow }) {
  if (!row.enabled) {
    return (
      <span className="tag">
        <Icon name="lock" />
        已停用
      </span>
    );
  }
  return row.builtIn ? <span className="tag">内置</span> : <span className="tag info">本地新增</span>;
}
