import { useEffect, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { makeBindCode, revokeDevice } from '../contract.device.ts';
import { codeText } from '../rules.device.ts';
import { TERMINAL } from './paths.ts';

/** Takes a one-time code for a terminal and shows it. */
export function BindButton({ id, name, bound }: { id: string; name: string; bound: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="link" onClick={() => setOpen(true)}>
        {bound ? '重新绑定' : '绑定屏幕'}
      </Button>
      {open && <BindDialog id={id} name={name} bound={bound} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Code {
  code: string;
  until: number;
}

function BindDialog({ id, name, bound, onClose }: { id: string; name: string; bound: boolean; onClose: () => void }) {
  const make = useAct(makeBindCode, { quiet: true });
  const [taken, setTaken] = useState<Code | null>(null);
  const [left, setLeft] = useState(0);
  const [fault, setFault] = useState('');
  const take = async () => {
    setFault('');
    try {
      const { code, seconds } = await make.mutateAsync({ id });
      setTaken({ code, until: Date.now() + seconds * 1000 });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    }
  };
  useEffect(() => {
    if (!taken) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((taken.until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [taken]);
  const address = `${location.origin}/#${TERMINAL}`;
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Dialog
      title={`绑定屏幕 ${name}`}
      icon="link"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button look="primary" disabled={make.isPending} onClick={() => void take()}>
            {taken ? '换一个绑定码' : '取绑定码'}
          </Button>
        </>
      }
    >
      <ol className="box-steps">
        <li>
          在屏幕的浏览器里打开 <b className="box-address">{address}</b>，设为开机自动打开、全屏显示。
        </li>
        <li>点“取绑定码”，在屏幕上输入；屏幕带摄像头的，也可以扫码。</li>
      </ol>
      {bound && (
        <p className="banner warn" role="note">
          <Icon name="warning" />
          <span>这台终端已经绑定。新的屏幕绑定以后，原来的屏幕立即停止展示。</span>
        </p>
      )}
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {taken && left > 0 && (
        <div className="box-code">
          <div>
            <output aria-label="绑定码">{codeText(taken.code)}</output>
            <p className="muted small">还有{clock}有效，只能用一次</p>
          </div>
          <QrCode large text={`${address}?code=${taken.code}`} alt="绑定码的二维码" caption="用屏幕扫码绑定" />
        </div>
      )}
      {taken && left === 0 && <p className="muted">绑定码已过期，请换一个。</p>}
    </Dialog>
  );
}

/** Takes a terminal out of use at once. */
export function RevokeButton({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  const revoke = useAct(revokeDevice, { quiet: true });
  return (
    <>
      <Button danger icon="lock" onClick={() => setOpen(true)}>
        停用
      </Button>
      {open && (
        <ReasonDialog
          title={`停用 ${name}`}
          act="停用"
          label="停用原因"
          onDone={async (reason) => {
            await revoke.mutateAsync({ id, reason });
            emit('notice', { kind: 'success', text: '终端已停用，屏幕不再展示内容' });
          }}
          onClose={() => setOpen(false)}
        >
          屏幕丢失、报废或移作他用时停用。停用立即生效，屏幕一分钟内清空；以后要用，重新绑定。
        </ReasonDialog>
      )}
    </>
  );
}
