import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import { formTemplate, readForm } from '../../contract.formSheet.ts';
import type { FilledRow } from '../../rules.form.ts';

/** 下载模板 and 读回模板: the grid as a workbook, filled in elsewhere and read back into the cells that are open. */
export function SheetActs({
  partId,
  isFree,
  rows,
  isShut,
  onRead,
}: {
  partId: string;
  isFree: boolean;
  rows: readonly FilledRow[];
  isShut: (row: string, col: string) => boolean;
  onRead: (rows: readonly FilledRow[], words: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const notify = (text: string) => emit('notice', { kind: 'error', text });
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('id', partId);
      body.set('file', file);
      return call(readForm, {}, { body, quiet: true });
    },
    onSuccess: ({ rows: read, passed }) => {
      let taken = 0;
      const base = isFree ? read.map(({ id }) => rows.find((row) => row.id === id) ?? { id, cells: {} }) : rows;
      const next = base.map(({ id, cells }) => {
        const found = Object.entries(read.find((row) => row.id === id)?.cells ?? {});
        const open = found.filter(([col]) => !isShut(id, col));
        taken += open.length;
        return { id, cells: { ...cells, ...Object.fromEntries(open) } };
      });
      const rest = passed.length > 0 ? `；表里没有这些行：${passed.join('、')}` : '';
      onRead(next, `读回${taken}格，请核对后上报${rest}`);
    },
    onError: (error) => notify((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!files || !file || upload.isPending) return;
    const wrong = fileFault([...files]);
    if (wrong) notify(wrong);
    else upload.mutate(file);
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <Button
        size="compact"
        icon="export"
        iconSize={13}
        // The client has shown why it failed.
        onClick={() => download(formTemplate, { id: partId }).catch(() => {})}
      >
        下载模板
      </Button>
      <Button
        size="compact"
        icon="import"
        iconSize={13}
        disabled={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {upload.isPending ? '正在读…' : '读回模板'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.xls,.csv"
        aria-label="填好的模板"
        onChange={(event) => take(event.target.files)}
      />
    </>
  );
}
