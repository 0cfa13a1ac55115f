import { type ReactNode, useState } from 'react';
import { ApiError } from '../call/request.ts';
import { Button } from '../ui/Button.tsx';

/** What is drafted with its items, published and never changed again: 考核方案, 积分办法. */
interface Drafted {
  id: string;
  /** It is the one by which the session's organisation goes. */
  holds: boolean;
}

/**
 * Which row of a list is shown below it (by default the one that holds for the session's organisation), and which one is being
 * written instead.
 * @returns `edit` starts writing one, with `copy` from another one; `done` ends writing and shows the result
 */
export function useDrafted(rows: readonly Drafted[]) {
  const [chosen, show] = useState<string | null>(null);
  const [editing, edit] = useState<{ id: string | null; copy: boolean } | null>(null);
  const done = (id: string | null) => {
    show(id);
    edit(null);
  };
  return { shown: chosen ?? rows.find(({ holds }) => holds)?.id ?? rows[0]?.id ?? null, show, editing, edit, done };
}

/** The table of a list; the name of a row shows the row below it. `head` and `cells` are the columns between name and state. */
export function DraftedTable<Row extends Drafted & { name: string; stateName: string }>({
  caption,
  noun,
  className,
  head,
  rows,
  shown,
  onShow,
  cells,
}: {
  caption: string;
  /** 方案, 办法. */
  noun: string;
  className: string;
  head: ReactNode;
  rows: readonly Row[];
  shown: string | null;
  onShow: (id: string) => void;
  cells: (row: Row) => ReactNode;
}) {
  return (
    <section className={`card ${className}`} aria-label={noun}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            {head}
            <th scope="col">状态</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Button look="row" aria-pressed={row.id === shown} onClick={() => onShow(row.id)}>
                  {row.name}
                </Button>
              </th>
              {cells(row)}
              <td>
                <span className={row.holds ? 'tag ok' : 'tag'}>{row.holds ? '本组织执行' : row.stateName}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What can be done with a draft. */
export function DraftActs({
  onRemove,
  onEdit,
  onPublish,
}: {
  onRemove: () => void;
  onEdit: () => void;
  onPublish: () => void;
}) {
  return (
    <>
      <Button onClick={onRemove}>删除草稿</Button>
      <Button onClick={onEdit}>修改</Button>
      <Button look="primary" onClick={onPublish}>
        发布
      </Button>
    </>
  );
}

/** The items of a draft as they are written, each with a key of the page's own. @param blank a new one */
export function useItems<Item extends { key: string }>(start: () => readonly Item[], blank: () => Item) {
  const [items, setItems] = useState<readonly Item[]>(start);
  return {
    items,
    /** All of them, as they were typed earlier. */
    put: setItems,
    change: (key: string, more: Partial<Item>) =>
      setItems((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one))),
    add: () => setItems((all) => [...all, blank()]),
    remove: (key: string) => setItems((all) => all.filter((one) => one.key !== key)),
  };
}

/** The act of an item: it goes. @param at counted from 0 */
export const RemoveItem = ({ at, onRemove }: { at: number; onRemove: () => void }) => (
  <td>
    <Button look="row" aria-label={`删除第${at + 1}项`} onClick={onRemove}>
      删除
    </Button>
  </td>
);

/** The server's faults of a draft in words, each with its item. @throws any error that is not an answer of the server */
export function faultsOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error;
  const entries = Object.entries(error.fields).map(([field, text]) => {
    const at = /^items\.(\d+)/.exec(field)?.[1];
    return at === undefined ? text : `第${Number(at) + 1}项：${text}`;
  });
  return entries.length > 0 ? entries : [error.message];
}

/** Below the items of a draft: what is wrong, and its acts. */
export function DraftFoot({
  faults,
  faultClass,
  className,
  busy,
  onAdd,
  onCancel,
  onSave,
}: {
  faults: readonly string[];
  faultClass: string;
  className: string;
  busy: boolean;
  onAdd: () => void;
  onCancel: () => void;
  onSave: () => void;
}) {
  return (
    <>
      {faults.map((fault) => (
        <p key={fault} className={faultClass} role="alert">
          {fault}
        </p>
      ))}
      <div className={className}>
        <Button icon="plus" onClick={onAdd}>
          添加项目
        </Button>
        <Button onClick={onCancel}>取消</Button>
        <Button look="primary" disabled={busy} onClick={onSave}>
          保存草稿
        </Button>
      </div>
    </>
  );
}
