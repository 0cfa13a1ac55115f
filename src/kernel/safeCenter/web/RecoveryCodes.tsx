import { useRef, useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { copyText } from '#platform/web/press/copy.ts';
import { Button } from '#platform/web/ui/Button.tsx';

/** The recovery codes, shown this once: to be printed or copied. It closes only by saying that they are kept. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = useRef<HTMLOListElement>(null);
  const [kept, setKept] = useState(false);
  const copy = async () => {
    if (await copyText(codes.join('\n'), '恢复码已复制')) setKept(true);
    else if (list.current) getSelection()?.selectAllChildren(list.current);
  };
  return (
    <Dialog
      title="请保存恢复码"
      icon="shield"
      foot={
        <>
          <label className="safe-kept">
            <input
              type="checkbox"
              className="tick"
              checked={kept}
              onChange={(event) => setKept(event.target.checked)}
            />
            已妥善保存
          </label>
          <Button look="primary" disabled={!kept} onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <p>手机丢失或不在身边时，每个恢复码可以代替动态口令登录一次。恢复码只显示这一次，请打印或抄录后妥善保管。</p>
      <ol ref={list} className="safe-codes" aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="safe-acts">
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
        <Button icon="document" onClick={() => void copy()}>
          复制
        </Button>
      </div>
    </Dialog>
  );
}
