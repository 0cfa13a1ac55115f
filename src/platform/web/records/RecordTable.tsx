import { type ReactNode, useState } from 'react';

import type { Endpoint } from '#platform/contract.ts';
import type { RecordAddition, RecordCalls, RecordOrder, RecordRow, RecordType } from '#platform/records/records.ts';
import { useAct } from '../call/hooks.ts';
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx';
import { useDeleted } from '../press/undo.ts';

import { Empty } from '../show/states.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { FileList } from '../upload/FileList.tsx';
import type { Choices } from './RecordForm.tsx';
import { RowsEntry } from './RowsEntry.tsx';
import { useRecordOrder } from './useRecordOrder.tsx';
import './records.css';

interface RecordTableProps {
  sort: RecordType;
  calls: RecordCalls;
  order: RecordOrder;
  ownerId: string;
  rows: readonly RecordRow[];
  /** Whether rows can be added, and put into order. */
  mayAdd: boolean;
  /** The address of a row's form; `add` for a new one. */
  formOf: (id: string) => string;
  /** The recycle bin's call and the kind of these rows there. */
  restore: Endpoint;
  binKind: string;
  /** Several rows at once, entered in the table; with the entries of the dictionaries of its fields. */
  entry?: { add: RecordAddition; choices: Choices };
  /** Further acts of a row, as buttons of class `row-act`. */
  acts?: (row: RecordRow) => ReactNode;
  /** Further acts of the tab as a whole. */
  headActs?: ReactNode;
}

/** A field as the table shows it: a choice by its name. */
const shown = (row: RecordRow, name: string, isChoice: boolean) =>
  String((isChoice ? row[`${name}Name`] : row[name]) ?? '');

/** The rows of one kind of sub-records with their acts. Long texts have a line of their own below their row. */
export function RecordTable(props: RecordTableProps) {
  const { sort, calls, rows, mayAdd, formOf, restore, binKind, entry, acts, headActs } = props;
  const remove = useAct(calls.remove, { quiet: true });
  const deleted = useDeleted(restore, binKind, calls.remove);
  const [removing, setRemoving] = useState<RecordRow | null>(null);
  const order = useRecordOrder(props.order, sort, props.ownerId, rows);
  const [entering, setEntering] = useState(false);
  const [wantsOrder, setOrdering] = useState(false);
  const ordering = wantsOrder && mayAdd && rows.length > 1;
  const columns = sort.fields.filter(({ kind }) => kind !== 'text');
  const texts = sort.fields.filter(({ kind }) => kind === 'text');
  return (
    <section className="record-rows" aria-label={sort.label}>
      <div className="record-section">
        <h2 className="section-title">{sort.label}</h2>
        <span className="muted tiny">{rows.length > 0 && `共${rows.length}条`}</span>
        <span className="record-section-acts">
          {ordering ? (
            <>
              {order.isOwn && (
                <Button size="compact" onClick={order.reset}>
                  {sort.order ? '恢复按日期排列' : '恢复按登记先后排列'}
                </Button>
              )}
              <Button look="primary" size="compact" onClick={() => setOrdering(false)}>
                完成
              </Button>
            </>
          ) : (
            <>
              {headActs}
              {mayAdd && rows.length > 1 && (
                <Button size="compact" onClick={() => setOrdering(true)}>
                  排序
                </Button>
              )}
              {mayAdd && entry && !entering && (
                <Button size="compact" icon="columns" iconSize={14} onClick={() => setEntering(true)}>
                  逐行录入
                </Button>
              )}
              {mayAdd && (
                <ButtonLink size="compact" icon="plus" iconSize={14} to={formOf('add')}>
                  新增
                </ButtonLink>
              )}
            </>
          )}
        </span>
      </div>
      {entering && mayAdd && entry && (
        <RowsEntry {...entry} sort={sort} ownerId={props.ownerId} onDone={() => setEntering(false)} />
      )}
      {rows.length === 0 ? (
        <Empty title={`还没有登记${sort.label}`}>
          {mayAdd ? '点“新增”登记第一条。' : '由所在党支部的党务工作者登记。'}
        </Empty>
      ) : (
        <div className="record-scroll">
          <table className="table record-table">
            <caption className="visually-hidden">{sort.label}</caption>
            <thead>
              <tr>
                {columns.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
                <th scope="col">操作</th>
              </tr>
            </thead>
            {rows.map((row) => (
              <tbody key={row.id} {...(ordering ? order.row(row.id) : {})}>
                <tr>
                  {columns.map(({ name, label, kind }) => {
                    const value = shown(row, name, kind === 'choice');
                    return (
                      <td key={name} data-label={label} data-empty={value === '' || undefined}>
                        {value || <span className="muted">—</span>}
                      </td>
                    );
                  })}
                  <td className="record-row-acts">
                    {ordering && (
                      <>
                        {order.handle(row.id, row.title)}
                        {order.steps(row.id, row.title)}
                      </>
                    )}
                    {!ordering && acts?.(row)}
                    {!ordering && row.can.edit && (
                      <ButtonLink look="row" to={formOf(row.id)} aria-label={`编辑${row.title}`}>
                        编辑
                      </ButtonLink>
                    )}
                    {!ordering && row.can.remove && (
                      <Button look="row" aria-label={`删除${row.title}`} onClick={() => setRemoving(row)}>
                        删除
                      </Button>
                    )}
                  </td>
                </tr>
                {(row.files.length > 0 || texts.some(({ name }) => Boolean(row[name]))) && (
                  <tr className="record-texts">
                    <td colSpan={columns.length + 1}>
                      {texts.map(
                        ({ name, label }) =>
                          Boolean(row[name]) && (
                            <p key={name}>
                              {label}：{shown(row, name, false)}
                            </p>
                          ),
                      )}
                      <FileList files={row.files} />
                    </td>
                  </tr>
                )}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {removing && (
        <DeleteDialog
          restorable
          verb={`删除${sort.label}`}
          name={removing.title}
          consequence={`这条${sort.label}将移入回收站，可以恢复。`}
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: removing.id, deleteReason });
            deleted({ id: removing.id, name: removing.title });
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
