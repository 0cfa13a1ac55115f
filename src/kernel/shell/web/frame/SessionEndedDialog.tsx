import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type CurrentUser, getInfo, switchRole } from '#kernel/session/contract.ts';
import { on } from '#platform/web/call/events.ts';
import { keyOf } from '#platform/web/call/hooks.ts';
import { requestJson } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { PasswordField } from '#platform/web/form/PasswordField.tsx';
import { loginPath, pathOfHash } from '#platform/web/route/navigation.ts';
import { getLoginName } from '#platform/web/session/loginName.ts';
import { failWaitingCalls, resumeCalls, setLoginNotice } from '#platform/web/session/reLogin.ts';
import { setToken } from '#platform/web/session/sessionStore.ts';
import { type SignInSite, signInSite } from '#platform/web/session/site.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { AfterSignIn } from '#platform/web/signIn/AfterSignIn.tsx';
import type { Opened } from '#platform/web/signIn/opened.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { useSteps } from '../../../../login/useSteps.tsx';
import { maskedName } from '../../rules.ts';

interface Ended {
  before: CurrentUser;
  elsewhere: boolean;
}

/**
 * Stands over the page when the session has ended: the user signs in again in place, the calls that failed are
 * repeated, and what was typed stays. One at a time, however many calls failed.
 */
export function SessionEndedDialog() {
  const client = useQueryClient();
  const [ended, setEnded] = useState<Ended | null>(null);
  useEffect(
    () =>
      on('sessionEnded', ({ elsewhere }) => {
        const before = client.getQueryData<CurrentUser>(keyOf(getInfo, {}));
        if (before) return setEnded({ before, elsewhere });
        // Nothing is open yet that could be lost: the login page, and back here afterwards.
        if (elsewhere) setLoginNotice(ELSEWHERE);
        location.hash = loginPath(pathOfHash(location.hash));
        failWaitingCalls();
      }),
    [client],
  );
  if (!ended) return null;
  return <Prompt {...ended} onDone={() => setEnded(null)} />;
}

const ELSEWHERE = '您的账号已在其他地方登录';

function Prompt({ before, elsewhere, onDone }: Ended & { onDone: () => void }) {
  const form = useId();
  const known = getLoginName();
  const [site, setSite] = useState<SignInSite | null>(null);
  const [name, setName] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const steps = useSteps(site, name, setFault);
  useEffect(() => {
    if (known) document.querySelector<HTMLElement>(`#${CSS.escape(form)} [name="password"]`)?.focus();
  }, [known, form]);
  useEffect(() => {
    // Without it the sign-in asks again by itself.
    signInSite().then(setSite, () => {});
  }, []);

  const failed = (message: string) => {
    setOpened(null);
    setSending(false);
    setFault(message);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!name || !password) return setFault('用户名和密码不能为空');
    setSending(true);
    setFault('');
    try {
      const outcome = await steps.submit(name, password);
      if (outcome.kind === 'opened') return setOpened(outcome.opened);
      if (outcome.kind === 'refused') {
        setPassword('');
        if (outcome.smsUnlocks) steps.offerCode();
        return failed([outcome.message, outcome.consequence].filter(Boolean).join('，'));
      }
      failed(outcome.kind === 'stopped' ? outcome.fault : outcome.message);
    } catch (error) {
      failed(error instanceof Error ? error.message : '登录没有成功');
    }
  };
  const goOn = async (fresh: string) => {
    try {
      const token = await takeUpRole(fresh, before);
      onDone();
      if (token) resumeCalls(token);
      // Another account: nothing of the page belongs to it.
      else location.reload();
    } catch (error) {
      failed(error instanceof Error ? error.message : '登录没有成功');
    }
  };

  return (
    <Dialog
      title={elsewhere ? ELSEWHERE : '您的登录已过期，请重新登录！'}
      icon={elsewhere ? 'warning' : 'clock'}
      foot={
        <>
          <Button
            onClick={() => {
              onDone();
              failWaitingCalls();
            }}
          >
            退出
          </Button>
          <Button submit form={form} look="primary" disabled={sending}>
            重新登录
          </Button>
        </>
      }
    >
      <form id={form} className="dialog-form" onSubmit={submit} noValidate>
        <p className="secondary">
          {elsewhere && '如果不是本人操作，请重新登录后尽快修改密码。'}
          重新登录后留在本页，已填写的内容都在，刚才的操作会继续完成。
        </p>
        <label>
          <span className="field-label">账号</span>
          <span className="field-box">
            <Icon name="person" />
            <input
              aria-label="账号"
              autoComplete="username"
              readOnly={known !== null}
              placeholder="请输入身份证号或账号"
              value={known ? maskedName(known) : name}
              onChange={(event) => setName(event.target.value.trim())}
            />
          </span>
        </label>
        <PasswordField
          name="password"
          label="密码"
          placeholder="请输入密码"
          complete="current-password"
          value={password}
          fault={fault || undefined}
          onChange={(value) => {
            setPassword(value);
            setFault('');
          }}
        />
        {steps.fields}
      </form>
      <AfterSignIn opened={opened} onIn={(token) => void goOn(token)} onGiveUp={failed} inPlace />
    </Dialog>
  );
}

/**
 * Takes up the role in which the page was opened: a new session starts in the last one, and the waiting calls belong
 * to the one that was at work. Answers the token, or null after the token of another account was stored.
 * @throws Error with the server's sentence
 */
async function takeUpRole(fresh: string, before: CurrentUser): Promise<string | null> {
  const info = await requestJson('GET', getInfo.path, undefined, fresh);
  if (info.code !== 200) throw new Error(info.msg);
  const now = (info.data as CurrentUser).user;
  if (now.userId !== before.user.userId) {
    setToken(fresh);
    return null;
  }
  const { workOrgId, roleId } = before.user;
  if (now.roleId === roleId && now.workOrgId === workOrgId) return fresh;
  const changed = await requestJson('POST', switchRole.path, { workOrgId, roleId }, fresh);
  const token = (changed.data as { token?: string } | null)?.token;
  if (changed.code !== 200 || !token) throw new Error(changed.msg);
  return token;
}
