import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { parseTypedSum } from '#platform/reading/numbers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { closeMonth, closingCheck, depositCash, listVouchers, type MonthRow } from '../contract.month.ts';
import { formatYuan } from './money.ts';

interface Props {
  row: MonthRow;
  onClose: () => void;
}

/** 结账: what blocks it and where that is dealt with, what only should be known, and the balances that are closed. */
export function CloseDialog({ row, onClose }: Props) {
  const { orgId, month } = row;
  const query = useCall(closingCheck, { orgId, month }, { quiet: true, staleTime: 0 });
  const close = useAct(closeMonth, { quiet: true });
  const [fault, setFault] = useState('');
  const blocked = query.data === undefined || query.data.blocks.length > 0;
  const confirm = async () => {
    if (!query.data) return;
    try {
      await close.mutateAsync({ orgId, month, version: query.data.version });
      emit('notice', { kind: 'success', text: `${row.orgName}${month}已结账` });
      onClose();
    } catch (error) {
      setFault((error as Error).message);
      void query.refetch();
    }
  };
  return (
    <Dialog
      title={`结账 ${row.orgName}${month}`}
      icon="book"
      width={700}
      onClose={onClose}
      foot={
        <>
          {query.data && blocked && <span className="muted small grow">处理完上面的事项才能结账</span>}
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={blocked || close.isPending} onClick={confirm}>
            {close.isPending ? '正在结账' : '结账'}
          </Button>
        </>
      }
    >
      <RecordLoader query={query} lines={4}>
        {({ blocks, warns, books }) => (
          <div className="dues-open">
            <p>结账以后这个月不再记账；补缴和冲销记在打开的月份，要改动须由上级组织重新打开。</p>
            {fault && (
              <p className="banner bad" role="alert">
                <Icon name="close" />
                <span className="grow">{fault}</span>
              </p>
            )}
            {blocks.map(({ sentence, href }) => (
              <p key={sentence} className="banner bad">
                <Icon name="close" />
                <span className="grow">{sentence}</span>
                <Link to={href} onClick={onClose}>
                  去处理
                </Link>
              </p>
            ))}
            {warns.map(({ sentence, href }) => (
              <p key={sentence} className="banner warn">
                <Icon name="warning" />
                <span className="grow">{sentence}</span>
                <Link to={href} onClick={onClose}>
                  查看
                </Link>
              </p>
            ))}
            {blocks.length === 0 && (
              <p className="banner ok">
                <Icon name="check" />
                <span className="grow">没有挡着结账的事项</span>
              </p>
            )}
            {books.length > 0 && (
              <table className="table dense">
                <caption className="dues-title">到{month}底的各科目余额</caption>
                <tbody>
                  {books.map(({ account, amount }) => (
                    <tr key={account}>
                      <td>{account}</td>
                      <td className="number">
                        {amount < 0 ? '贷' : '借'} {formatYuan(Math.abs(amount))}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </div>
        )}
      </RecordLoader>
    </Dialog>
  );
}

const money = z.string().refine((text) => (parseTypedSum(text) ?? 0) > 0, '请填写金额，如 320.00');
const depositSchema = z.object({
  amount: money,
  paidOn: depositCash.input.shape.paidOn,
  slip: depositCash.input.shape.slip,
});

/** 现金存银行: a voucher from cash to bank, with the number of the bank's slip. */
export function DepositDialog({ row, onClose }: Props) {
  const deposit = useAct(depositCash, { quiet: true });
  const form = useForm({
    schema: depositSchema,
    initial: { amount: (row.cash / 100).toFixed(2), paidOn: '', slip: '' },
    of: `DepositDialog ${row.orgId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`现金存银行 ${row.orgName}`}
      icon="dues"
      form={form}
      pending={deposit.isPending}
      onClose={onClose}
      onSave={async () => {
        const { amount, paidOn, slip } = form.values;
        const { cash } = await deposit.mutateAsync({
          orgId: row.orgId,
          amount: parseTypedSum(amount) ?? 0,
          paidOn,
          slip,
        });
        emit('notice', { kind: 'success', text: `已记在${paidOn.slice(0, 7)}的账，库存现金还有${formatYuan(cash)}元` });
        onClose();
        return false;
      }}
    >
      <p>
        到{row.month}底库存现金{formatYuan(row.cash)}元。存入银行后记一张凭证，记在存入那天所在的月份。
      </p>
      <TextField form={form} name="amount" label="存入金额（元）" required inputMode="decimal" max={14} />
      <DateField form={form} name="paidOn" label="存入日期" required />
      <TextField form={form} name="slip" label="缴款单号" required max={40} hint="银行回单上的编号" />
    </FormDialog>
  );
}

const SIZE = 20;

/** 凭证: the double entries of an organisation's month, page by page. */
export function VoucherDialog({ row, onClose }: Props) {
  const [page, setPage] = useState(1);
  const input = { orgId: row.orgId, month: row.month, pageNum: page, pageSize: SIZE };
  const query = useCall(listVouchers, input, { quiet: true, keepPrevious: true });
  return (
    <Dialog title={`凭证 ${row.orgName}${row.month}`} icon="book" width={900} onClose={onClose}>
      <RecordLoader query={query} lines={6}>
        {({ rows, total }) =>
          total === 0 ? (
            <p className="muted">这个月还没有记账。</p>
          ) : (
            <div className="dues-open">
              <ul className="dues-payments dues-vouchers">
                {rows.map((voucher) => (
                  <li key={voucher.id}>
                    <div>
                      <b>{voucher.id}号</b>
                      <p className="muted small">
                        {voucher.createdBy} {dateTime(voucher.createdAt)}
                      </p>
                    </div>
                    <div className="grow">
                      <p>{voucher.summary}</p>
                      {voucher.receipt && <p className="muted small">收据{voucher.receipt}</p>}
                    </div>
                    <table className="dues-entries">
                      <tbody>
                        {voucher.entries.map(({ account, amount }) => (
                          <tr key={account}>
                            <td>{amount < 0 ? '贷' : '借'}</td>
                            <td>{account}</td>
                            <td className="number">{formatYuan(Math.abs(amount))}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </li>
                ))}
              </ul>
              {total > SIZE && (
                <div className="dues-pages">
                  <Button size="compact" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    上一页
                  </Button>
                  <span className="muted">
                    第{page}页，共{Math.ceil(total / SIZE)}页，{total}张
                  </span>
                  <Button size="compact" disabled={page * SIZE >= total} onClick={() => setPage(page + 1)}>
                    下一页
                  </Button>
                </div>
              )}
            </div>
          )
        }
      </RecordLoader>
    </Dialog>
  );
}
