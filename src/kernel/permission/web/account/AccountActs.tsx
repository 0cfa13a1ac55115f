import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import {
  type AccountCan,
  type AccountGrant,
  disableAccount,
  enableAccount,
  removeFactor,
  resetPassword,
  revokeRole,
  unlockAccount,
} from '../../contract.ts';
import { Effect } from './Effect.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import { Temporary } from './Temporary.tsx';

/** The account that an act is for. */
export interface Named {
  id: string;
  userName: string;
}

/** What was chosen and waits for its dialog. */
export type Asked =
  | { act: 'grant' | 'reset' | 'factor' | 'unlock' | 'disable' | 'enable'; account: Named }
  | { act: 'revoke'; account: Named; grant: AccountGrant };

/** The acts that a row or record may offer, as menu entries. */
export function actsOf(account: Named & { can: AccountCan }, ask: (asked: Asked) => void): MenuAct[] {
  const { can } = account;
  const acts: MenuAct[] = [];
  const add = (act: Exclude<Asked['act'], 'revoke'>, label: string, icon: MenuAct['icon'], danger = false) =>
    acts.push({ label, icon, danger, run: () => ask({ act, account }) });
  if (can.grant) add('grant', '授予角色', 'shield');
  if (can.reset) add('reset', '发放临时密码', 'lock');
  if (can.removeFactor) add('factor', '解除二次验证', 'shield');
  if (can.unlock) add('unlock', '解除锁定', 'check');
  if (can.enable) add('enable', '启用账号', 'check');
  if (can.disable) add('disable', `停用 ${account.userName}`, 'close', true);
  return acts;
}

/** The dialog of the act that was chosen. */
export function AccountActs({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { account } = asked;
  switch (asked.act) {
    case 'grant':
      return <GrantDialog account={account} onClose={onClose} />;
    case 'reset':
      return <Reset account={account} onClose={onClose} />;
    case 'factor':
      return <RemoveFactor account={account} onClose={onClose} />;
    case 'unlock':
      return <Unlock account={account} onClose={onClose} />;
    case 'enable':
      return <Enable account={account} onClose={onClose} />;
    case 'disable':
      return <Disable account={account} onClose={onClose} />;
    case 'revoke':
      return <Revoke account={account} grant={asked.grant} onClose={onClose} />;
  }
}

interface ActProps {
  account: Named;
  onClose: () => void;
}

function Reset({ account, onClose }: ActProps) {
  const reset = useAct(resetPassword, { quiet: true });
  const [temporary, setTemporary] = useState('');
  if (temporary) return <Temporary name={account.userName} temporary={temporary} onClose={onClose} />;
  return (
    <OwnPassword
      title={`发放临时密码 ${account.userName}`}
      icon="lock"
      act="发放"
      onConfirm={async (encrypt) =>
        setTemporary((await reset.mutateAsync({ id: account.id, password: await encrypt() })).temporary)
      }
      onClose={onClose}
    >
      <p>{account.userName}原来的密码和已有的登录立即失效，须用临时密码登录并修改密码。</p>
    </OwnPassword>
  );
}

function RemoveFactor({ account, onClose }: ActProps) {
  const remove = useAct(removeFactor, { quiet: true });
  return (
    <OwnPassword
      title={`解除二次验证 ${account.userName}`}
      icon="shield"
      act="解除"
      onConfirm={async (encrypt) => {
        await remove.mutateAsync({ id: account.id, password: await encrypt() });
        emit('notice', { kind: 'success', text: `${account.userName}的二次验证已解除` });
        onClose();
      }}
      onClose={onClose}
    >
      <p>仅在本人遗失手机和恢复码时使用。解除后{account.userName}只凭密码即可登录，可以重新设置二次验证。</p>
    </OwnPassword>
  );
}

function Unlock({ account, onClose }: ActProps) {
  const unlock = useAct(unlockAccount);
  return (
    <ConfirmDialog
      title={`解锁账号 ${account.userName}`}
      icon="lock"
      act="解锁"
      onConfirm={async () => {
        await unlock.mutateAsync({ id: account.id });
        emit('notice', { kind: 'success', text: `${account.userName}的账号已解锁` });
      }}
      onClose={onClose}
    >
      解锁后{account.userName}可以立即重新登录，之前输错密码的次数清零。
    </ConfirmDialog>
  );
}

function Enable({ account, onClose }: ActProps) {
  const enable = useAct(enableAccount);
  return (
    <ConfirmDialog
      title={`启用账号 ${account.userName}`}
      icon="check"
      act="启用"
      onConfirm={async () => {
        await enable.mutateAsync({ id: account.id });
        emit('notice', { kind: 'success', text: `${account.userName}的账号已启用` });
      }}
      onClose={onClose}
    >
      <Effect input={{ act: 'enable', id: account.id }} />
    </ConfirmDialog>
  );
}

function Disable({ account, onClose }: ActProps) {
  const disable = useAct(disableAccount, { quiet: true });
  return (
    <ReasonDialog
      title={`停用账号 ${account.userName}`}
      act="停用"
      label="停用原因"
      max={100}
      onDone={async (reason) => {
        await disable.mutateAsync({ id: account.id, reason });
        emit('notice', { kind: 'success', text: `${account.userName}的账号已停用` });
      }}
      onClose={onClose}
    >
      <Effect input={{ act: 'disable', id: account.id }} />
    </ReasonDialog>
  );
}

function Revoke({ account, grant, onClose }: ActProps & { grant: AccountGrant }) {
  const revoke = useAct(revokeRole, { quiet: true });
  return (
    <ReasonDialog
      title={`收回角色 ${account.userName}`}
      act="收回"
      label="收回原因"
      max={100}
      onDone={async (reason) => {
        await revoke.mutateAsync({ id: account.id, grantId: grant.id, reason });
        emit('notice', { kind: 'success', text: `已收回${account.userName}的${grant.roleName}角色` });
      }}
      onClose={onClose}
    >
      <Effect input={{ act: 'revoke', id: account.id, grantId: grant.id }} />
    </ReasonDialog>
  );
}
