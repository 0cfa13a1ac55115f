import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type TracedExport, traceExport } from '../../contract.ts';

const LONGEST_TEXT = 200_000;
const LARGEST = 20 * 1024 * 1024;

/** Whose export a file is, or a piece of it: the file, cells copied from it, or the number that was read on a picture. */
export function TraceDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState('');
  const trace = useMutation({
    mutationFn: () => {
      const body = new FormData();
      if (file) body.set('file', file);
      else body.set('text', text);
      // The fault stands at the field.
      return call(traceExport, {}, { body, quiet: true });
    },
    onError: (error) => setFault((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const change = (next: { text?: string; file?: File | null }) => {
    if (next.text !== undefined) setText(next.text);
    if (next.file !== undefined) setFile(next.file);
    setFault('');
    trace.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && file.size > LARGEST) setFault('文件超过20M');
    else if (!file && text.trim() === '') {
      setFault('请粘贴文件里的内容，填写导出编号，或选择文件');
      document.getElementById(`${id}-text`)?.focus();
    } else trace.mutate();
  };
  return (
    <Dialog
      title="追查导出文件"
      icon="search"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button submit form={id} look="primary" disabled={trace.isPending}>
            {trace.isPending ? '正在查找…' : '查找'}
          </Button>
        </>
      }
    >
      <form id={id} className="dialog-form" noValidate onSubmit={submit}>
        <p>由流出的表格、其中的一部分或截图上的导出编号，查出是谁在何时何处导出的。每次查找都会记入日志。</p>
        {!file && (
          <OpinionField
            id={`${id}-text`}
            label="导出编号或复制的内容"
            must
            rows={4}
            max={LONGEST_TEXT}
            hint="编号在工作表名称和最后一行里，例如K7QD-2M9X；也可以从表格里复制几行粘贴到这里。打印件、PDF和截图请填编号。"
            value={text}
            fault={fault}
            onChange={(next) => change({ text: next })}
          />
        )}
        <div className="trace-file">
          <Button icon="import" onClick={() => input.current?.click()}>
            {file ? '换一个文件' : '选择文件'}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".xlsx,.xls,.csv,.txt"
            hidden
            aria-label="选择流出的文件"
            onChange={(event) => {
              change({ file: event.target.files?.[0] ?? null });
              event.target.value = '';
            }}
          />
          {file && (
            <>
              <span className="ellipsis">{file.name}</span>
              <Button look="row" onClick={() => change({ file: null })}>
                去掉
              </Button>
            </>
          )}
        </div>
        {file && fault && (
          <p className="field-fault" role="alert">
            <Icon name="warning" />
            {fault}
          </p>
        )}
        {trace.data && <Found exports={trace.data} />}
      </form>
    </Dialog>
  );
}

function Found({ exports }: { exports: readonly TracedExport[] }) {
  if (exports.length === 0) {
    return (
      <div className="banner warn" role="status">
        <Icon name="warning" />
        <span>没有找到对应的导出。片段太短时，请多复制几行带长文字的列（如党组织名称、证件号），或连同表头一起。</span>
      </div>
    );
  }
  return (
    <div role="status" aria-label="查到的导出">
      {exports.map((found) => (
        <dl key={found.code} className="plain-facts">
          {(
            [
              ['导出人', `${found.accountName}，${found.orgName}`],
              ['导出内容', found.title],
              ['时间', dateTime(found.at)],
              ['来源地址', found.ip || '—'],
              ['用途', found.purpose || '—'],
              ['导出编号', `${found.code}，在内容里出现${found.marks}次`],
            ] as const
          ).map(([name, value]) => (
            <div key={name} className="plain-fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
