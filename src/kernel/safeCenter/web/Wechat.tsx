import { useState } from 'react';
import { bindWechat, unbindWechat, wechatBinding } from '#kernel/session/contract.ways.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';

/** The WeChat user who may sign in as oneself; nothing is shown where there is none and none waits to be bound. */
export function Wechat() {
  const { data } = useCall(wechatBinding, {}, { quiet: true });
  const bind = useAct(bindWechat);
  const unbind = useAct(unbindWechat);
  const [openDialog, setOpenDialog] = useState<'bind' | 'unbind' | null>(null);
  if (!data || (data.boundAt === null && !data.waiting)) return null;
  const since = data.boundAt;
  return (
    <section className="card" aria-labelledby="safe-wechat">
      <header className="card-head">
        <h2 id="safe-wechat">微信登录</h2>
      </header>
      <div className="safe-factor">
        <p className={since === null ? 'banner' : 'banner ok'}>
          <Icon name={since === null ? 'chat' : 'check'} />
          {since === null
            ? '本浏览器刚用一个尚未绑定的微信扫过码，可以绑定到您的账号。'
            : `已绑定微信，自${dateTime(since)}起可以用微信扫码登录。`}
        </p>
        <div className="safe-acts">
          {since === null ? (
            <Button look="primary" onClick={() => setOpenDialog('bind')}>
              绑定微信
            </Button>
          ) : (
            <Button danger onClick={() => setOpenDialog('unbind')}>
              解除绑定
            </Button>
          )}
        </div>
      </div>
      {openDialog === 'bind' && (
        <ConfirmDialog
          title="绑定微信"
          icon="chat"
          act="绑定"
          onConfirm={async () => {
            await bind.mutateAsync({});
            emit('notice', { kind: 'success', text: '微信已绑定' });
          }}
          onClose={() => setOpenDialog(null)}
        >
          绑定后，扫码的那个微信可以登录您的账号。不是您本人扫的码，请不要绑定。
        </ConfirmDialog>
      )}
      {openDialog === 'unbind' && (
        <ConfirmDialog
          title="解除微信绑定"
          icon="chat"
          act="解除绑定"
          onConfirm={async () => {
            await unbind.mutateAsync({});
            emit('notice', { kind: 'success', text: '微信绑定已解除' });
          }}
          onClose={() => setOpenDialog(null)}
        >
          解除后不能再用微信扫码登录，其他登录方式不受影响。
        </ConfirmDialog>
      )}
    </section>
  );
}
