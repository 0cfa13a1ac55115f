import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { draftOpen, exportSheets, printSheet } from '../contract.paper.ts';

/** 公示表: a year on paper, and the draft for the board of a quarter of it. */
export function SheetDialog({
  orgId,
  name,
  current,
  onClose,
}: {
  orgId: string;
  name: string;
  /** `YYYY-MM` by the server's clock. */
  current: string;
  onClose: () => void;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const now = Number(current.slice(0, 4));
  const last = Math.max(1, Math.ceil(Number(current.slice(5)) / 3));
  const [year, setYear] = useState(now);
  const [quarter, setQuarter] = useState(last);
  const [isShown, setShown] = useState(false);
  const [isPacking, setPacking] = useState(false);
  const pack = useAct(exportSheets, { quiet: true });
  const open = useAct(draftOpen, { quiet: true });
  const [fault, setFault] = useState('');
  if (isShown)
    return (
      <PaperDialog
        title={`${name}${year}年度党费收缴公示`}
        ask={(signal) => call(printSheet, { orgId, year }, { quiet: true, signal })}
        onClose={onClose}
      />
    );
  if (isPacking)
    return (
      <StartDialog
        title="打包公示表"
        example="年度党费公示"
        onStart={({ purpose = '' }) => pack.mutateAsync({ orgId, year, purpose })}
        onClose={onClose}
      >
        {name}及下级各党支部{year}年的公示表，每个党支部一份PDF，打成一个压缩包。
      </StartDialog>
    );
  const draft = async () => {
    setFault('');
    try {
      const { id } = await open.mutateAsync({ orgId, year, quarter });
      emit('notice', { kind: 'success', text: '已生成三务公开草稿，核对后送审' });
      void navigate(`/affairs/organization/threeAffairsOpenEdit/${id}`);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <Dialog
      title={`党费公示 ${name}`}
      icon="print"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button onClick={() => setPacking(true)}>打包各党支部</Button>
          <Button look="primary" onClick={() => setShown(true)}>
            生成公示表
          </Button>
        </>
      }
    >
      <div className="dues-open">
        {fault && (
          <p className="banner bad" role="alert">
            <Icon name="close" />
            <span className="grow">{fault}</span>
          </p>
        )}
        <label className="dues-choice">
          年份
          <span className="field-box dues-short">
            <select value={year} onChange={(event) => setYear(Number(event.target.value))}>
              {[now, now - 1, now - 2].map((one) => (
                <option key={one} value={one}>
                  {one}年
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
        </label>
        <p className="muted small">公示表列各人（各下级组织）各季度的实缴，缴费基数和收入不公示。</p>
        {may(session, 'open:write') && (
          <>
            <label className="dues-choice">
              季度
              <span className="field-box dues-short">
                <select value={quarter} onChange={(event) => setQuarter(Number(event.target.value))}>
                  {[1, 2, 3, 4].map((one) => (
                    <option key={one} value={one}>
                      第{one}季度
                    </option>
                  ))}
                </select>
                <Icon name="down" size={14} />
              </span>
            </label>
            <span>
              <Button disabled={open.isPending} onClick={() => void draft()}>
                生成三务公开草稿
              </Button>
            </span>
            <p className="muted small">草稿只有各月的合计，没有个人；送审同意后才公开。</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
