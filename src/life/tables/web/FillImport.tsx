import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { call, download } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import type { FillDetail } from '../contract.read.ts';
import { fillFaultFile, fillTemplate, readFillSheet } from '../contract.ts';
import { type FilledRow, MAX_ROWS } from '../rules.design.ts';
import { withRead } from '../rules.sheet.ts';

type Read = ReplyOf<typeof readFillSheet>;
/** What is wrong is shown up to here; the workbook has all of it. */
const SHOWN = 50;

/** 从表格导入: a workbook is read, told cell by cell, and taken into the rows that are being filled in; nothing is saved by it. */
export function FillImport({
  fill,
  rows,
  onRows,
  onClose,
}: {
  fill: FillDetail;
  rows: readonly FilledRow[];
  onRows: (rows: FilledRow[], read: number) => void;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const [read, setRead] = useState<Read | null>(null);
  const [how, setHow] = useState<'after' | 'instead'>('after');
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('id', fill.id);
      body.set('file', file);
      return call(readFillSheet, {}, { body, quiet: true });
    },
    onSuccess: setRead,
    onError: (error) => setFault((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const take = (files: FileList | null) => {
    if (!files || files.length === 0 || upload.isPending) return;
    const wrong = fileFault([...files]);
    setFault(wrong);
    const [file] = files;
    if (wrong === '' && file) upload.mutate(file);
    // The same file may be chosen again after it was fixed.
    if (input.current) input.current.value = '';
  };
  const bad = new Set(read?.faults.map(({ row }) => row));
  const good = read?.rows.filter(({ id }) => !bad.has(id)) ?? [];
  const there = withRead(rows, [], 'after').length;
  const fits = (some: readonly FilledRow[]) => withRead(rows, some, how).length <= MAX_ROWS;
  const put = (some: readonly FilledRow[]) => {
    onRows(withRead(rows, some, how), some.length);
    onClose();
  };
  return (
    <Dialog
      title={`从表格导入 ${fill.title}`}
      icon="import"
      width={700}
      onClose={onClose}
      foot={
        read ? (
          <>
            <Button onClick={() => setRead(null)}>换一个表格</Button>
            {bad.size > 0 && (
              <Button disabled={!fits(read.rows)} onClick={() => put(read.rows)}>
                全部{read.rows.length}行都填入
              </Button>
            )}
            <Button look="primary" disabled={good.length === 0 || !fits(good)} onClick={() => put(good)}>
              {bad.size > 0 ? `只填入没有错的${good.length}行` : `填入${good.length}行`}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>取消</Button>
        )
      }
    >
      {read ? (
        <div className="centre-import">
          <p role="status">
            读出{read.rows.length}行
            {bad.size === 0 ? '，没有发现错误。' : `，其中${bad.size}行有误，共${read.faults.length}处。`}
          </p>
          {read.unknown.length > 0 && (
            <p className="banner warn">没有认出的列：{read.unknown.join('、')}，这些列不填入。</p>
          )}
          {read.missing.length > 0 && <p className="banner warn">表格里没有这些列：{read.missing.join('、')}。</p>}
          {bad.size > 0 && <Faults fill={fill} read={read} bad={bad} />}
          {there > 0 && (
            <fieldset className="centre-how">
              <legend>已经填了{there}行</legend>
              <label>
                <input
                  type="radio"
                  className="tick"
                  name="how"
                  checked={how === 'after'}
                  onChange={() => setHow('after')}
                />
                接在后面
              </label>
              <label>
                <input
                  type="radio"
                  className="tick"
                  name="how"
                  checked={how === 'instead'}
                  onChange={() => setHow('instead')}
                />
                替换已填的
              </label>
            </fieldset>
          )}
          {!fits(read.rows) && <p className="banner warn">合起来超过{MAX_ROWS}行，请替换已填的，或删去多余的行。</p>}
          <p className="muted">填入后在页面上核对，暂存或上报才保存。</p>
        </div>
      ) : (
        <div className="centre-import">
          <p>先下载模板，一行填一条，列里有可选内容的从下拉列表里选；填好后选择表格读入。</p>
          <div className="centre-acts">
            <Button
              icon="export"
              // The client has shown why it failed.
              onClick={() => download(fillTemplate, { id: fill.id }).catch(() => {})}
            >
              下载模板
            </Button>
            <Button look="primary" icon="import" disabled={upload.isPending} onClick={() => input.current?.click()}>
              {upload.isPending ? '正在读取…' : '选择表格'}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              accept=".xlsx,.xls,.csv"
              aria-label="填好的表格"
              onChange={(event) => take(event.target.files)}
            />
          </div>
          <p className="muted">xlsx、xls 或 csv，最多{MAX_ROWS}行；自己的表格也可以，列名与字段名相同就能认出。</p>
          {fault && (
            <p className="field-fault" role="alert">
              <Icon name="warning" />
              {fault}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What is wrong, by line and field, and the lines as a workbook to be mended. */
function Faults({ fill, read, bad }: { fill: FillDetail; read: Read; bad: ReadonlySet<string> }) {
  const names = new Map(fill.design.fields.map(({ id, name }) => [id, name]));
  const texts = new Map(read.rows.map(({ id, cells }) => [id, cells]));
  return (
    <>
      <ul className="centre-faults" aria-label="有误的格">
        {read.faults.slice(0, SHOWN).map(({ row, col, text }) => {
          const typed = texts.get(row)?.[col];
          return (
            <li key={`${row} ${col}`}>
              <span className="muted">第{row}行</span>
              <b>{names.get(col)}</b>
              {typed && <span className="centre-typed">“{typed}”</span>}
              <span className="given-late">{text}</span>
            </li>
          );
        })}
      </ul>
      <p className="centre-acts">
        {read.faults.length > SHOWN && <span className="muted">还有{read.faults.length - SHOWN}处，见下载的表格</span>}
        <Button
          size="compact"
          icon="export"
          iconSize={13}
          // The client has shown why it failed.
          onClick={() =>
            download(fillFaultFile, { id: fill.id, rows: read.rows.filter(({ id }) => bad.has(id)) }).catch(() => {})
          }
        >
          下载有误的{bad.size}行
        </Button>
      </p>
    </>
  );
}
