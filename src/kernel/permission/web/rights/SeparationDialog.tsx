import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { separate, separation } from '../../contract.roles.ts';

/** 三员分立: who the three administrators are, what lacks, and the switch. */
export function SeparationDialog({ onClose }: { onClose: () => void }) {
  const now = useCall(separation, {}, { quiet: true, staleTime: 0 });
  const act = useAct(separate, { quiet: true });
  const [asking, setAsking] = useState(false);
  const { data } = now;
  if (data && asking) {
    const on = !data.on;
    return (
      <OwnPassword
        title={on ? '启用三员分立' : '停用三员分立'}
        icon="shield"
        act={on ? '确认启用' : '确认停用'}
        onConfirm={async (encrypt) => {
          await act.mutateAsync({ on, password: await encrypt() });
          emit('notice', { kind: 'success', text: on ? '三员分立已启用，请由三类管理员分别登录' : '三员分立已停用' });
          emit('signedOut');
        }}
        onClose={() => setAsking(false)}
      >
        <p>{on ? '全权角色立即停用，您将退出登录。' : '三类管理员立即退出，您将退出登录。'}</p>
      </OwnPassword>
    );
  }
  return (
    <Dialog
      title="三员分立"
      icon="shield"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          {data && (
            <Button look="primary" disabled={!data.on && data.lacks.length > 0} onClick={() => setAsking(true)}>
              {data.on ? '停用三员分立' : '启用三员分立'}
            </Button>
          )}
        </>
      }
    >
      {now.error && !data && <Failed error={now.error} onRetry={() => now.refetch()} />}
      {!data && !now.error && <Skeleton lines={5} />}
      {data && (
        <>
          <p>
            {data.on
              ? '已启用：系统、安全、审计分别由不同的人管理，“系统管理员”这个全权角色不能登录。停用后，三类管理员立即退出（包括您），全权角色恢复使用。'
              : '启用后，系统、安全、审计分别由不同的人管理；“系统管理员”这个全权角色立即停用，您也会退出登录。'}
          </p>
          <ul className="separation">
            {data.roles.map((role) => (
              <li key={role.id}>
                <b>{role.name}</b>
                <span className="muted small">{role.description}</span>
                {role.people.length > 0 ? (
                  <span className="tag ok">
                    <Icon name="check" />
                    {role.people.join('、')}
                  </span>
                ) : (
                  <span className="tag warn">
                    <Icon name="warning" />
                    还没有人
                  </span>
                )}
              </li>
            ))}
          </ul>
          {data.lacks.length > 0 && !data.on && (
            <div className="banner warn">
              <Icon name="warning" />
              <span>
                {data.lacks.map((lack) => (
                  <span key={lack} className="separation-lack">
                    {lack}
                  </span>
                ))}
              </span>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
