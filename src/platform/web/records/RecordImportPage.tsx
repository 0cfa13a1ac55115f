import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import type { RecordImportCalls } from '#platform/records/recordImport.ts';
import { download } from '../call/api.ts';
import { emit } from '../call/events.ts';
import { markStale, useAct, useCall } from '../call/hooks.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { OwnPassword } from '../dialogs/OwnPassword.tsx';
import { useUndo } from '../press/undo.ts';
import { pathWithQuery } from '../route/navigation.ts';
import { BadRows } from '../sheet/BadRows.tsx';
import { type CellDrafts, useCellDrafts } from '../sheet/useCellDrafts.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Icon } from '../show/icons.tsx';
import { Empty, Failed, Outdated, Skeleton } from '../show/states.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import type { RecordImporting } from './RecordImportList.tsx';
import './records.css';
import './recordImport.css';

type Checked = ReplyOf<RecordImportCalls['check']>;

/**
 * The page of an uploaded sheet: what it would write, its bad rows to be fixed here, and the button to write. `:id` of the address
 * names the sheet.
 */
export function RecordImportPage({ importing }: { importing: RecordImporting }) {
  const { calls, path, back, Next } = importing;
  const { id = '' } = useParams();
  const query = useCall(calls.check, { id }, { quiet: true });
  const [undoing, setUndoing] = useState(false);
  const sheet = query.data;
  // There is something to write or to mend.
  const isOpen = sheet?.state === 'uploaded' || (sheet?.state === 'done' && sheet.kept && sheet.bad + sheet.ready > 0);
  return (
    <div className="record-page">
      <PageHead />
      {sheet && <Outdated query={query} />}
      {query.error && !sheet ? (
        <section className="card">
          <Failed error={query.error} onRetry={() => query.refetch()} />
        </section>
      ) : !sheet ? (
        <section className="card">
          <Skeleton lines={6} />
        </section>
      ) : isOpen ? (
        <Standing key={sheet.id} sheet={sheet} importing={importing} onUndo={() => setUndoing(true)} />
      ) : (
        <section className="card">
          <Empty
            title={sheet.state === 'undone' ? '这次导入已撤销' : `已写入${sheet.written}条${sheet.kindName}`}
            act={
              <>
                {sheet.state === 'done' && (
                  <Button icon="undo" onClick={() => setUndoing(true)}>
                    撤销导入
                  </Button>
                )}
                <ButtonLink to={pathWithQuery(path, { kind: sheet.kind })}>导入另一个表格</ButtonLink>
              </>
            }
          >
            {sheet.state === 'undone'
              ? sheet.left.length > 0
                ? '写入的已撤销，下面的行没有撤销。'
                : `${back ? '写入的已撤销' : '写入的记录已移入回收站'}，写入后又修改过的予以保留。`
              : sheet.bad > 0
                ? `${sheet.fileName}：有误的${sheet.bad}行没有写入，这个表格已过期，请把这些行重新上传。`
                : sheet.same > 0
                  ? `${sheet.fileName}：另有${sheet.same}行已经存在，没有重复写入。`
                  : `${sheet.fileName}：全部行都已写入。`}
          </Empty>
        </section>
      )}
      {sheet && sheet.written > 0 && sheet.state === 'done' && Next && !isOpen && <Next id={sheet.id} />}
      {sheet && <Left sheet={sheet} />}
      {undoing && sheet && <Undoing sheet={sheet} importing={importing} onClose={() => setUndoing(false)} />}
    </div>
  );
}

/** Lines that taking back has left, each with its reason. */
function Left({ sheet }: { sheet: Checked }) {
  if (sheet.left.length === 0) return null;
  return (
    <section className="card record-import" aria-label="没有撤销的行">
      <h2 className="section-title">没有撤销的{sheet.left.length}行</h2>
      <ul className="record-import-left">
        {sheet.left.map(({ rowNo, reason }) => (
          <li key={rowNo}>
            <b>第{rowNo}行</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks before an import is taken back, for the own password where writing did. */
function Undoing({ sheet, importing, onClose }: { sheet: Checked; importing: RecordImporting; onClose: () => void }) {
  const { calls, back, confirms } = importing;
  const { id, fileName, written, kindName } = sheet;
  // The dialog shows why it failed.
  const undo = useAct(calls.undo, { quiet: confirms !== undefined });
  const takeBack = async (password?: string) => {
    const { removed, kept } = await undo.mutateAsync({ id, ...(password !== undefined && { password }) });
    const words = back ? `已撤销${removed}条` : `已把${removed}条移入回收站`;
    if (removed === 0 && kept > 0)
      emit('notice', { kind: 'error', text: back ? '没有可以撤销的行' : '写入后都有改动，没有可以撤销的行' });
    else {
      const rest = kept > 0 ? `，${kept}条${back ? '' : '写入后有改动，'}予以保留` : '';
      emit('notice', { kind: 'success', text: `${words}${rest}` });
    }
  };
  const title = `撤销导入 ${fileName}`;
  const effect = back ?? `写入的${written}条${kindName}将移入回收站，可以恢复；写入后又修改过的保留。`;
  return confirms ? (
    <OwnPassword
      title={title}
      icon="undo"
      act="撤销导入"
      onConfirm={async (encrypt) => {
        await takeBack(await encrypt());
        onClose();
      }}
      onClose={onClose}
    >
      <p>{effect}</p>
    </OwnPassword>
  ) : (
    <ConfirmDialog title={title} icon="undo" act="撤销导入" onConfirm={() => takeBack()} onClose={onClose}>
      {effect}
    </ConfirmDialog>
  );
}

function Standing({ sheet, importing, onUndo }: { sheet: Checked; importing: RecordImporting; onUndo: () => void }) {
  const { calls, path, confirms, Next } = importing;
  const write = useAct(calls.write, { quiet: confirms !== undefined });
  const [confirming, setConfirming] = useState(false);
  const offerBack = useUndo(calls.undo, calls.undo);
  const drafts = useCellDrafts(sheet.id);
  const { id, kindName, written, ready, same, bad, unknown } = sheet;
  // Stays when the last row is fixed, and says so.
  const [hadBad] = useState(bad > 0);
  const save = async (password?: string) => {
    const result = await write.mutateAsync({ id, ...(password !== undefined && { password }) });
    const words = `已写入${result.written}条${kindName}`;
    // Taking back takes all that the sheet wrote; what was written before is not meant by it. What asks for a password is not
    // undone by one press.
    if (written === 0 && !confirms) offerBack(words, { id });
    else emit('notice', { kind: 'success', text: words });
  };
  return (
    <>
      <section className="card record-import" aria-label="校验结果">
        <h2 className="section-title">{sheet.fileName}</h2>
        <p className="record-import-counts" role="status">
          {written > 0 && (
            <span>
              已写入<b>{written}</b>条
            </span>
          )}
          <span>
            可写入<b>{ready}</b>条{kindName}
          </span>
          <span>
            已存在<b>{same}</b>行，不再写入
          </span>
          <span>
            有误<b>{bad}</b>行
          </span>
        </p>
        {unknown.length > 0 && (
          <p className="banner">
            <Icon name="warning" />
            没有认出的列：{unknown.join('、')}，这些列不导入。
          </p>
        )}
        <div className="record-import-acts">
          <ButtonLink to={pathWithQuery(path, { kind: sheet.kind })}>换一个表格</ButtonLink>
          {bad > 0 && (
            <Button
              icon="export"
              // The client has shown why it failed.
              onClick={() => download(calls.faultFile, { id }).catch(() => {})}
            >
              下载有误的行
            </Button>
          )}
          {written > 0 && (
            <Button icon="undo" onClick={onUndo}>
              撤销导入
            </Button>
          )}
          <Button
            look="primary"
            disabled={ready === 0 || write.isPending || drafts.typed.length > 0}
            title={drafts.typed.length > 0 ? '请先保存已改好的行' : undefined}
            // The client has shown why it failed.
            onClick={() => (confirms ? setConfirming(true) : save().catch(() => {}))}
          >
            {ready > 0 ? `写入${ready}条` : '没有可以写入的行'}
          </Button>
        </div>
      </section>
      {confirming && (
        <OwnPassword
          title={`写入${ready}条${kindName}`}
          icon="lock"
          act="写入"
          onConfirm={async (encrypt) => {
            await save(await encrypt());
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{confirms}</p>
        </OwnPassword>
      )}
      {written > 0 && Next && <Next id={id} />}
      {(bad > 0 || hadBad) && <FixRows sheet={sheet} importing={importing} drafts={drafts} />}
    </>
  );
}

const WIDE = 184;
/** Names, numbers and dates stand whole. */
const widthOf = (head: string) => (/名称|身份证|单位|机关|内容|备注|说明|组织|支部/.test(head) ? WIDE : undefined);

function FixRows({ sheet, importing, drafts }: { sheet: Checked; importing: RecordImporting; drafts: CellDrafts }) {
  const { calls } = importing;
  const fix = useAct(calls.fix);
  const client = useQueryClient();
  const columns = useMemo(
    () =>
      sheet.columns.map(({ key, head }) => {
        const width = widthOf(head);
        return { field: key, label: head.replace(/[*＊]/g, ''), ...(width ? { width } : {}) };
      }),
    [sheet.columns],
  );
  const columnsOf = useCallback(() => columns, [columns]);
  return (
    <section className="card import-rows record-import-rows" aria-label="待修正的行">
      <BadRows
        endpoint={calls.badRows}
        input={{ id: sheet.id }}
        expected={sheet.bad}
        columnsOf={columnsOf}
        drafts={drafts}
        save={(rows) => fix.mutateAsync({ id: sheet.id, rows })}
        onFailed={() => markStale(client, calls.fix)}
        outcome={(rowNos, { good, bad, gone }) => {
          const words = [
            good > 0 && '已改好，可以写入',
            bad > 0 && '仍有错误，原因已更新',
            gone > 0 && '已经写入，请到记录里修改',
          ];
          if (rowNos.length === 1) return `第${rowNos[0]}行${words.find(Boolean)}`;
          const counts = [good, bad, gone];
          return words.flatMap((word, at) => (word ? `${counts[at]}行${word}` : [])).join('，');
        }}
        words={{ save: '', waiting: '尚未保存' }}
        extra={<span className="muted small">改好的行保存后重新校验，点“写入”才生效</span>}
        empty={<Empty title="有误的行都已改好" />}
      />
    </section>
  );
}
