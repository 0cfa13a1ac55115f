import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import type { RecordImportCalls } from '#platform/recordImport.ts';
import { download } from '../api.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { emit } from '../events.ts';
import { useAct, useCall } from '../hooks.ts';
import { Icon } from '../icons.tsx';
import { pathWithQuery } from '../navigation.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Bones, Empty, Failed } from '../states.tsx';
import { useUndo } from '../undo.ts';
import type { RecordImporting } from './RecordImportList.tsx';
import './records.css';
import './recordImport.css';

type Checked = ReplyOf<RecordImportCalls['check']>;

/** What a sheet would write, why some rows cannot be, and the word to write; `:id` of the address names the sheet. */
export function RecordImportPage({ importing }: { importing: RecordImporting }) {
  const { calls, path } = importing;
  const { id = '' } = useParams();
  const query = useCall(calls.check, { id }, { quiet: true });
  const [undoing, setUndoing] = useState(false);
  const undo = useAct(calls.undo);
  const sheet = query.data;
  return (
    <div className="record-page">
      <PageHead />
      {query.error ? (
        <section className="card">
          <Failed error={query.error} onRetry={() => query.refetch()} />
        </section>
      ) : !sheet ? (
        <section className="card">
          <Bones lines={6} />
        </section>
      ) : sheet.state === 'uploaded' ? (
        <Waiting sheet={sheet} importing={importing} />
      ) : (
        <section className="card">
          <Empty
            title={sheet.state === 'undone' ? '这次导入已撤销' : `已写入${sheet.written}条${sheet.kindName}`}
            act={
              <>
                {sheet.state === 'done' && (
                  <button type="button" className="button" onClick={() => setUndoing(true)}>
                    <Icon name="undo" />
                    撤销导入
                  </button>
                )}
                <Link className="button" to={pathWithQuery(path, { kind: sheet.kind })}>
                  导入另一个表格
                </Link>
              </>
            }
          >
            {sheet.state === 'undone'
              ? '写入的记录已移入回收站，写入后又修改过的予以保留。'
              : `${sheet.fileName}：已存在${sheet.same}行，有误未写入${sheet.bad}行。`}
          </Empty>
        </section>
      )}
      {undoing && sheet && (
        <ConfirmDialog
          title={`撤销导入 ${sheet.fileName}`}
          icon="undo"
          act="撤销导入"
          onConfirm={async () => {
            const { removed, kept } = await undo.mutateAsync({ id });
            const rest = kept > 0 ? `，${kept}条写入后有改动，予以保留` : '';
            emit('notice', { kind: 'success', text: `已把${removed}条移入回收站${rest}` });
          }}
          onClose={() => setUndoing(false)}
        >
          写入的{sheet.written}条{sheet.kindName}将移入回收站，可以恢复；写入后又修改过的保留。
        </ConfirmDialog>
      )}
    </div>
  );
}

function Waiting({ sheet, importing }: { sheet: Checked; importing: RecordImporting }) {
  const { calls, named, path } = importing;
  const write = useAct(calls.write);
  const offerBack = useUndo(calls.undo, calls.undo);
  const { id, kindName, written, same, bad, faults, unknown } = sheet;
  const save = async () => {
    try {
      const result = await write.mutateAsync({ id });
      offerBack(`已写入${result.written}条${kindName}`, { id });
    } catch {
      // The client has shown why.
    }
  };
  return (
    <section className="card record-import" aria-label="校验结果">
      <h2 className="section-title">{sheet.fileName}</h2>
      <p className="record-import-counts" role="status">
        <span>
          可写入<b>{written}</b>条{kindName}
        </span>
        <span>
          已存在<b>{same}</b>行，不再写入
        </span>
        <span>
          有误<b>{bad}</b>行
        </span>
      </p>
      {unknown.length > 0 && (
        <p className="strip">
          <Icon name="warning" />
          没有认出的列：{unknown.join('、')}，这些列不导入。
        </p>
      )}
      {faults.length > 0 && (
        <div className="record-scroll">
          <table className="table record-table">
            <caption className="unseen">有误的行</caption>
            <thead>
              <tr>
                <th scope="col">行号</th>
                <th scope="col">{named}</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {faults.map(({ rowNo, name, reasons }) => (
                <tr key={rowNo}>
                  <td data-label="行号">{rowNo}</td>
                  <td data-label={named}>{name || '—'}</td>
                  <td data-label="原因">
                    {reasons.map((reason) => (
                      <p key={reason}>{reason}</p>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {bad > faults.length && <p className="muted small">这里列出前{faults.length}行，其余请下载有误的行。</p>}
        </div>
      )}
      <div className="record-import-acts">
        <Link className="button" to={pathWithQuery(path, { kind: sheet.kind })}>
          换一个表格
        </Link>
        {bad > 0 && (
          <button
            type="button"
            className="button"
            // The client has shown why it failed.
            onClick={() => download(calls.faultFile, { id }).catch(() => {})}
          >
            <Icon name="export" />
            下载有误的行
          </button>
        )}
        <button type="button" className="button primary" disabled={written === 0 || write.isPending} onClick={save}>
          {written > 0 ? `写入${written}条` : '没有可以写入的行'}
        </button>
      </div>
    </section>
  );
}
