import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { isHeldByPage } from '#platform/web/kept/shelf.ts';
import { listUnsaved } from '#platform/web/press/unsaved.ts';
import { useControl } from '#platform/web/session/control.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { greetingAt } from '../../rules.ts';
import { HeaderMenu } from './HeaderMenu.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Greeting and login count in the header; below it the own page, the password and the way out. */
export function AccountMenu() {
  const { user } = useSession();
  const [open, setOpen] = useState<'password' | 'leave' | null>(null);
  return (
    <>
      <HeaderMenu
        name={`${user.userName}的账号`}
        className="head-account"
        label={
          <>
            <span className="head-seal" aria-hidden="true">
              {user.userName.slice(0, 1)}
            </span>
            <span className="head-word">
              {greetingAt(new Date().getHours())}，{user.userName}
            </span>
            <span className="head-count">第{user.loginCount}次登录</span>
            <Icon name="down" size={14} />
          </>
        }
      >
        {(close) => (
          <div className="account">
            <div className="account-who">
              <b>{user.userName}</b>
              <span className="tiny muted">{user.idCardNo}</span>
              <span className="tiny muted">
                {user.roleName} {user.workOrg.name}
              </span>
            </div>
            <Link className="account-act" to="/partyMember" onClick={close}>
              <Icon name="person" />
              个人党务
            </Link>
            <Link className="account-act" to="/recent" onClick={close}>
              <Icon name="clock" />
              草稿和最近
            </Link>
            <Link className="account-act" to="/safeCenter" onClick={close}>
              <Icon name="shield" />
              安全中心
            </Link>
            <Pressable
              className="account-act"
              onClick={() => {
                close();
                setOpen('password');
              }}
            >
              <Icon name="lock" />
              修改密码
            </Pressable>
            <Pressable
              className="account-act"
              onClick={() => {
                close();
                setOpen('leave');
              }}
            >
              <Icon name="exit" />
              退出登录
            </Pressable>
          </div>
        )}
      </HeaderMenu>
      {open === 'password' && <PasswordDialog onClose={() => setOpen(null)} />}
      {open === 'leave' && <LeaveDialog onClose={() => setOpen(null)} />}
    </>
  );
}

/** Asks before the session ends, and says what would be lost. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { signOut } = useControl();
  // Where the browser keeps nothing (no TLS), what was typed on other pages goes as well.
  const unsaved = [...listUnsaved(), ...(isHeldByPage() ? ['填写的内容'] : [])];
  return (
    <ConfirmDialog
      title="退出登录"
      icon={unsaved.length > 0 ? 'warning' : 'exit'}
      act={unsaved.length > 0 ? '放弃并退出' : '退出登录'}
      cancel={unsaved.length > 0 ? '继续填写' : '取消'}
      onConfirm={signOut}
      onClose={onClose}
    >
      {unsaved.length > 0 ? `${unsaved.join('、')}还没有保存，退出后将丢失。` : '没有未保存的内容，确定退出登录吗？'}
    </ConfirmDialog>
  );
}
