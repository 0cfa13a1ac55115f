import { useEffect, useRef } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

/** The end of a change or a retrieval: what holds now, and the way to the login. */
export function Changed() {
  const act = useRef<HTMLButtonElement>(null);
  useEffect(() => act.current?.focus(), []);
  return (
    <div className="state" role="status">
      <Icon name="check" size={28} className="safe-good" />
      <h3>新密码已生效</h3>
      <p>原来登录的设备都已退出，请用新密码登录。</p>
      <div className="state-acts">
        <Button ref={act} look="primary" onClick={() => emit('signedOut')}>
          去登录
        </Button>
      </div>
    </div>
  );
}
