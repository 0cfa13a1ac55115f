import { useState } from 'react';

import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty, NoRight } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listPrinters, type PrinterRow, printCalibration, removePrinter, savePrinter } from '../contract.overlay.ts';
import { CROSSES } from '../rules/printers.ts';
import './recruitment.css';
import './overlay.css';

type Asked = { what: 'sheet' | 'form' | 'remove'; printer?: PrinterRow };

/** `printers`: the printers of the own organisation, each with what was measured on its calibration sheet. */
export default function Printers() {
  useTitle('打印机校准');
  const session = useSession();
  const isAllowed = may(session, listPrinters.access);
  const printersQuery = useCall(listPrinters, {}, { quiet: true, enabled: isAllowed });
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const close = () => setOpenDialog(null);
  if (!isAllowed) return <NoRight title="当前角色不能校准打印机" />;
  return (
    <div className="fz-page">
      <PageHead title="打印机校准">
        <Button onClick={() => setOpenDialog({ what: 'sheet' })}>打印校准页</Button>
        <Button look="primary" onClick={() => setOpenDialog({ what: 'form' })}>
          登记打印机
        </Button>
      </PageHead>
      <p className="muted">
        套打《入党志愿书》以前，先打印校准页，用直尺量两个十字的位置填在这里；再打印复核页，误差不超过0.5毫米即可使用。
      </p>
      <section className="card" aria-label="打印机">
        {!printersQuery.data ? (
          <Waiting query={printersQuery} lines={4} />
        ) : printersQuery.data.length === 0 ? (
          <Empty title="还没有登记打印机">先打印校准页，量好两个十字的位置，再登记打印机。</Empty>
        ) : (
          <ul className="fz-templates fz-printers">
            {printersQuery.data.map((printer) => (
              <li key={printer.id}>
                <span className="grow">
                  <b>{printer.name}</b>
                  <span className="muted small">{errorOf(printer)}</span>
                </span>
                <span className="muted small fz-template-note">
                  {printer.changedBy}　{dateTime(printer.changedAt)}
                </span>
                <Button look="row" onClick={() => setOpenDialog({ what: 'sheet', printer })}>
                  复核页
                </Button>
                <Button look="row" onClick={() => setOpenDialog({ what: 'form', printer })}>
                  重新校准
                </Button>
                <Button look="row" onClick={() => setOpenDialog({ what: 'remove', printer })}>
                  去掉
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {openDialog?.what === 'sheet' && (
        <PaperDialog
          title={openDialog.printer ? `复核页 ${openDialog.printer.name}` : '校准页'}
          ask={(signal) =>
            call(printCalibration, openDialog.printer ? { printerId: openDialog.printer.id } : {}, {
              quiet: true,
              signal,
            })
          }
          onClose={close}
        />
      )}
      {openDialog?.what === 'form' && <PrinterDialog printer={openDialog.printer} onClose={close} />}
      {openDialog?.what === 'remove' && openDialog.printer && (
        <RemoveDialog printer={openDialog.printer} onClose={close} />
      )}
    </div>
  );
}

const signed = (millimetres: number, after: string, before: string) =>
  millimetres === 0 ? '' : `${millimetres > 0 ? after : before}${Math.abs(millimetres).toFixed(1)}毫米`;

/** By how much a printer errs, in words. */
function errorOf({ left, top, right, bottom }: PrinterRow): string {
  const { first, last } = CROSSES;
  const stretch = (measured: number, true_: number) => ((measured / true_ - 1) * 100).toFixed(2);
  const shift = [signed(left - first.x, '偏右', '偏左'), signed(top - first.y, '偏下', '偏上')].filter(Boolean);
  const across = stretch(right - left, last.x - first.x);
  const down = stretch(bottom - top, last.y - first.y);
  return `${shift.join('、') || '没有偏移'}；横向缩放${across}%，纵向缩放${down}%，打印时反向补偿`;
}

function PrinterDialog({ printer, onClose }: { printer: PrinterRow | undefined; onClose: () => void }) {
  const { first, last } = CROSSES;
  const form = useForm({
    schema: savePrinter.input,
    initial: printer
      ? {
          id: printer.id,
          version: String(printer.version),
          name: printer.name,
          left: String(printer.left),
          top: String(printer.top),
          right: String(printer.right),
          bottom: String(printer.bottom),
        }
      : { name: '', left: '', top: '', right: '', bottom: '' },
    of: `PrinterDialog ${printer?.id ?? ''}`,
    isNew: !printer,
  });
  const act = useAct(savePrinter, { quiet: true });
  const field = (name: string, label: string, should: number) => (
    <TextField form={form} name={name} label={label} required max={6} inputMode="decimal" hint={`应为${should}毫米`} />
  );
  return (
    <FormDialog
      title={printer ? `重新校准 ${printer.name}` : '登记打印机'}
      icon="print"
      form={form}
      pending={act.isPending}
      onSave={() => act.mutateAsync(form.values as never)}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="打印机名称" required max={40} hint="同一台打印机的不同进纸盒分别登记" />
      <div className="fz-printer-fields">
        {field('left', '第一个十字到纸左边（毫米）', first.x)}
        {field('top', '第一个十字到纸上边（毫米）', first.y)}
        {field('right', '第二个十字到纸左边（毫米）', last.x)}
        {field('bottom', '第二个十字到纸上边（毫米）', last.y)}
      </div>
    </FormDialog>
  );
}

function RemoveDialog({ printer, onClose }: { printer: PrinterRow; onClose: () => void }) {
  const act = useAct(removePrinter);
  return (
    <ConfirmDialog
      title={`去掉${printer.name}`}
      act="去掉"
      onConfirm={() => act.mutateAsync({ id: printer.id })}
      onClose={onClose}
    >
      去掉以后用这台打印机套打须重新校准。
    </ConfirmDialog>
  );
}
