import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { markStale } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import { importStatement } from '../contract.reconcile.ts';
import { CHANNELS } from '../rules.order.ts';

/** 导入对账单: whose it is and the file; what came of it is said in numbers. */
export function ImportDialog({ orgId, orgName, onClose }: { orgId: string; orgName: string; onClose: () => void }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [channel, setChannel] = useState('2');
  const [fault, setFault] = useState('');
  const [left, setLeft] = useState<Pick<ReplyOf<typeof importStatement>, 'unread' | 'unreadRows'> | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('orgId', orgId);
      body.set('channel', channel);
      body.set('file', file);
      return call(importStatement, {}, { body, quiet: true });
    },
    onSuccess: ({ lines, known, matched, odd, missing, unread, unreadRows }) => {
      markStale(client, importStatement);
      const rest = [
        known > 0 ? `${known}笔以前导入过` : '',
        odd > 0 ? `${odd}笔对不上` : '',
        missing > 0 ? `${missing}笔平台有银行无` : '',
      ].filter(Boolean);
      emit('notice', {
        kind: odd + missing > 0 ? 'info' : 'success',
        text: [`${lines}笔中对上${matched}笔，已记账`, ...rest].join('；'),
      });
      if (unread === 0) onClose();
      else setLeft({ unread, unreadRows });
    },
    onError: (error) => setFault((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!files || !file || upload.isPending) return;
    const wrong = fileFault([...files]);
    setFault(wrong);
    if (wrong === '') upload.mutate(file);
    if (input.current) input.current.value = '';
  };
  return (
    <Dialog
      title={`导入对账单 ${orgName}`}
      icon="import"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{left ? '关闭' : '取消'}</Button>
          <Button look="primary" disabled={upload.isPending} onClick={() => input.current?.click()}>
            {upload.isPending ? '正在对账…' : '选择文件'}
          </Button>
        </>
      }
    >
      {left && (
        <div className="banner warn" role="alert">
          <Icon name="warning" />
          <div className="grow">
            <p>
              {left.unread}行没有读出，没有记账；其余已经对账。请核对这些行，改好后可以再次导入，已对上的不会重复记账。
            </p>
            <ul>
              {left.unreadRows.map(({ row, why }) => (
                <li key={row}>
                  第{row}行：{why}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <div className="dialog-form">
        <fieldset className="dues-channels">
          <legend className="field-label">谁的对账单</legend>
          {Object.entries(CHANNELS).map(([value, name]) => (
            <label key={value} className="filter-option">
              <input
                type="radio"
                name="channel"
                value={value}
                checked={channel === value}
                onChange={() => {
                  setChannel(value);
                  setFault('');
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <p className="secondary">
          支持xlsx、xls、csv，按列名识别，要有商户订单号、金额和交易时间；微信和支付宝下载的账单不用改。
          {'按订单号、金额和日期核对，同一份文件、同一笔交易导入两次不会重复记账；金额相同而订单号不同的不会自动合并。'}
        </p>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.xls,.csv"
          hidden
          aria-label="选择对账单"
          onChange={(event) => take(event.target.files)}
        />
        {fault && (
          <p className="banner bad" role="alert">
            <Icon name="close" />
            <span className="grow">{fault}</span>
          </p>
        )}
      </div>
    </Dialog>
  );
}
