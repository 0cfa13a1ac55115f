import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { call, download } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import { readStandards, standardTemplate } from '../contract.grid.ts';

type Read = ReplyOf<typeof readStandards>;

/** 下载表格 and 读入表格: the sheet of a branch as a workbook, filled in elsewhere and read into the cells; nothing is saved by it. */
export function StandardFile({
  orgId,
  onRead,
  onFault,
}: {
  orgId: string;
  onRead: (read: Read) => void;
  onFault: (sentence: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('orgId', orgId);
      body.set('file', file);
      return call(readStandards, {}, { body, quiet: true });
    },
    onSuccess: onRead,
    onError: (error) => onFault((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!files || !file || upload.isPending) return;
    const wrong = fileFault([...files]);
    if (wrong) onFault(wrong);
    else upload.mutate(file);
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <Button
        icon="export"
        // The client has shown why it failed.
        onClick={() => download(standardTemplate, { orgId }).catch(() => {})}
      >
        下载表格
      </Button>
      <Button icon="import" disabled={upload.isPending} onClick={() => input.current?.click()}>
        {upload.isPending ? '正在读…' : '读入表格'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.xls,.csv"
        aria-label="填好的党费标准表"
        onChange={(event) => take(event.target.files)}
      />
    </>
  );
}
