import { useState } from 'react';
import { Link } from 'react-router';
import type { PaperFile } from '#platform/papers/paper.ts';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/field/MaskedValue.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { checkOverlay, listPrinters, printOverlay, printOverlayFull } from '../contract.overlay.ts';
import type { FileDetail } from '../contract.ts';
import { PATHS } from './paths.ts';
import './overlay.css';

const REASONS = ['套打入党志愿书', '换发志愿书'];

/** What stands before printing upon the official 《入党志愿书》: what does not fit, the printer, the page. */
export function OverlayDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const { id, name } = file;
  const session = useSession();
  const check = useCall(checkOverlay, { id }, { quiet: true, staleTime: 0 });
  const printers = useCall(listPrinters, {}, { quiet: true });
  const [printerId, setPrinter] = useState<string | null>(null);
  const [page, setPage] = useState('');
  const [paper, setPaper] = useState<{ ask: (signal: AbortSignal) => Promise<PaperFile> } | null>(null);
  const [full, setFull] = useState(false);
  const rows = printers.data ?? [];
  const chosen = printerId ?? rows[0]?.id ?? '';
  const input = { id, ...(chosen ? { printerId: chosen } : {}), ...(page ? { page: Number(page) } : {}) };
  const beyond = check.data?.overflow.filter((one) => page === '' || one.page === Number(page)) ?? [];
  const title = `入党志愿书套打 ${name}`;
  const ready = check.data !== undefined && beyond.length === 0;
  if (paper) return <PaperDialog title={title} ask={paper.ask} onClose={onClose} />;
  return (
    <>
      <Dialog
        title={title}
        icon="print"
        onClose={onClose}
        foot={
          <>
            {may(session, printOverlayFull.access) && (
              <Button disabled={!ready} onClick={() => setFull(true)}>
                带完整证件号
              </Button>
            )}
            <Button
              look="primary"
              disabled={!ready}
              onClick={() => setPaper({ ask: (signal) => call(printOverlay, input, { quiet: true, signal }) })}
            >
              打印
            </Button>
          </>
        }
      >
        {!check.data ? (
          <Waiting query={check} lines={4} />
        ) : (
          <div className="fz-overlay">
            {beyond.length > 0 && (
              <div className="banner warn" role="alert">
                <span>
                  有{beyond.length}栏放不下，精简后再打印：
                  {beyond
                    .map((one) => `第${one.page}页“${one.field}”共${one.length}字，超出约${one.surplus}字`)
                    .join('；')}
                  。
                </span>
              </div>
            )}
            <label className="form-field">
              <span className="field-label">打印机</span>
              <span className="field-box">
                <select value={chosen} onChange={(event) => setPrinter(event.target.value)}>
                  {rows.length === 0 && <option value="">还没有校准过的打印机</option>}
                  {rows.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
                <Icon name="down" size={14} />
              </span>
              <span className="field-hint">
                {rows.length === 0 ? '没有校准可能偏几毫米，' : '换打印机以后，'}
                <Link to={PATHS.printers}>先校准</Link>
              </span>
            </label>
            <label className="form-field">
              <span className="field-label">页</span>
              <span className="field-box">
                <select value={page} onChange={(event) => setPage(event.target.value)}>
                  <option value="">全部（第{check.data.pages.join('、')}页）</option>
                  {check.data.pages.map((one) => (
                    <option key={one} value={one}>
                      第{one}页
                    </option>
                  ))}
                </select>
                <Icon name="down" size={14} />
              </span>
            </label>
            <p className="muted">
              只印文字，放入正式的志愿书，按实际大小（100%）打印。身份证号留空手填，或由有权限的人带完整证件号打印。入党志愿由本人手写。
            </p>
          </div>
        )}
      </Dialog>
      {full && (
        <ReasonDialog
          title="套打完整身份证号"
          label="打印用途"
          act="打印"
          reasons={REASONS}
          onReason={async (reason) => {
            const made = await call(printOverlayFull, { ...input, reason }, { quiet: true });
            setPaper({ ask: async () => made });
          }}
          onClose={() => setFull(false)}
        >
          打印会留下记录：谁、何时、为什么。纸上是完整的身份证号，请妥善保管。
        </ReasonDialog>
      )}
    </>
  );
}
