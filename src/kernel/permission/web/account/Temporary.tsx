import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { copyText } from '#platform/web/press/copy.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import './account.css';

/** Shows a temporary password, this once. Esc does not close it: it could not be had again. */
export function Temporary({ name, temporary, onClose }: { name: string; temporary: string; onClose: () => void }) {
  return (
    <Dialog
      title={`${name}的临时密码`}
      icon="lock"
      foot={
        <>
          <Button onClick={() => void copyText(temporary, '临时密码已复制')}>复制</Button>
          <Button look="primary" onClick={onClose}>
            我已记下
          </Button>
        </>
      }
    >
      <output className="temporary" aria-label="临时密码">
        {temporary}
      </output>
      <div className="banner warn">
        <Icon name="warning" />
        <span>只显示这一次，请当面或电话告知本人。首次登录后必须修改，之前的密码和登录已失效。</span>
      </div>
    </Dialog>
  );
}
