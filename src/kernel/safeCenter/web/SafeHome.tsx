import { useContext, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { mustSetUpSecondFactor, SessionContext } from '#platform/web/session/session.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { getOwnPhone, getQuestions } from '../contract.ts';
import { LoginDialog } from './LoginDialog.tsx';
import { SafeFrame } from './SafeFrame.tsx';

interface Card {
  title: string;
  icon: IconName;
  path: string;
  text: string;
  /** Opens without a session. */
  open?: boolean;
}

const cards: readonly Card[] = [
  {
    title: '修改密码',
    icon: 'lock',
    path: '/safeCenter/changePwd',
    text: '知道原密码时使用，修改后全部设备重新登录。',
  },
  {
    title: '找回密码',
    icon: 'refresh',
    path: '/safeCenter/retrievePwd',
    text: '忘记密码时使用，凭登记的手机号和密保问题重新设置，无需登录。',
    open: true,
  },
  {
    title: '密保管理',
    icon: 'shield',
    path: '/safeCenter/protectionManage',
    text: '设置三个密保问题，找回密码时多一道核验。',
  },
  {
    title: '找回密码手机',
    icon: 'phone',
    path: '/safeCenter/phone',
    text: '确认忘记密码时接收验证码的手机，更换时原手机收到提醒。',
  },
  {
    title: '登录设备',
    icon: 'screen',
    path: '/safeCenter/sessions',
    text: '查看账号在哪里登录，远程退出，开启二次验证。',
  },
];

/** `/safeCenter`: the cards; those that need a session ask for the login first. */
export default function SafeHome() {
  const session = useContext(SessionContext);
  const [openDialog, setOpenDialog] = useState<string | null>(null);
  const ready = session !== null && !session.user.ifCompelChangePwd && !mustSetUpSecondFactor(session);
  const questions = useCall(getQuestions, {}, { enabled: ready, quiet: true });
  const phone = useCall(getOwnPhone, {}, { enabled: ready, quiet: true });
  const states: Readonly<Record<string, string | undefined>> = {
    '/safeCenter/protectionManage': questions.data && (questions.data.updatedAt ? '已设置' : '尚未设置'),
    '/safeCenter/phone': phone.data && (phone.data.confirmedAt ? '已确认' : '尚未确认'),
  };
  return (
    <SafeFrame>
      <header className="safe-title">
        <h1>安全中心</h1>
        <p className="secondary">
          {session ? '管理您的密码、密保问题、手机和登录设备。' : '忘记密码可以直接找回，其余服务登录后使用。'}
        </p>
      </header>
      <ul className="safe-cards">
        {cards.map(({ title, icon, path, text, open }) => {
          const state = states[path];
          const content = (
            <>
              <span className="safe-icon">
                <Icon name={icon} size={26} />
              </span>
              <span className="safe-words">
                <b>
                  {title}
                  {!session && !open && (
                    <span className="tag">
                      <Icon name="lock" />
                      登录后使用
                    </span>
                  )}
                  {state && (
                    <span className={state.startsWith('已') ? 'tag ok' : 'tag warn'}>
                      <Icon name={state.startsWith('已') ? 'check' : 'warning'} />
                      {state}
                    </span>
                  )}
                </b>
                <span>{text}</span>
              </span>
              <Icon name="forward" />
            </>
          );
          return (
            <li key={path}>
              {session || open ? (
                <Link className="card safe-entry" to={path}>
                  {content}
                </Link>
              ) : (
                <Pressable className="card safe-entry" onClick={() => setOpenDialog(path)}>
                  {content}
                </Pressable>
              )}
            </li>
          );
        })}
      </ul>
      {openDialog && <LoginDialog target={openDialog} onClose={() => setOpenDialog(null)} />}
    </SafeFrame>
  );
}
