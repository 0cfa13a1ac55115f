import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { firstPassword, withdrawRequest } from '../../contract.requests.ts';
import { Temporary } from './Temporary.tsx';

/** An act on a request that waits for its dialog. */
export interface AskedRequest {
  act: 'withdraw' | 'password';
  request: { id: string; name: string; orgName: string };
}

/** The dialog of the act that was chosen. */
export function RequestActs({ asked, onClose }: { asked: AskedRequest; onClose: () => void }) {
  const { act, request } = asked;
  const withdraw = useAct(withdrawRequest);
  const first = useAct(firstPassword, { quiet: true });
  const [temporary, setTemporary] = useState('');
  if (temporary) return <Temporary name={request.name} temporary={temporary} onClose={onClose} />;
  if (act === 'withdraw') {
    return (
      <ConfirmDialog
        title={`撤回申请 ${request.name}`}
        icon="undo"
        act="撤回"
        onConfirm={async () => {
          await withdraw.mutateAsync({ id: request.id });
          emit('notice', { kind: 'success', text: '申请已撤回' });
        }}
        onClose={onClose}
      >
        撤回后上级不再审批{request.name}任{request.orgName}党务工作者的申请，可以重新提出。
      </ConfirmDialog>
    );
  }
  return (
    <OwnPassword
      title={`领取初始密码 ${request.name}`}
      icon="lock"
      act="领取"
      onConfirm={async (encrypt) =>
        setTemporary((await first.mutateAsync({ id: request.id, password: await encrypt() })).temporary)
      }
      onClose={onClose}
    >
      <p>初始密码只显示一次。{request.name}首次登录前可以重新领取，之前领取的随即失效。</p>
    </OwnPassword>
  );
}
