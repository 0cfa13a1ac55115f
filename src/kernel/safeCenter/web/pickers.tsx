import type { ReactNode } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { changeCurrentPassword } from '../contract.ts';
import { PasswordForm } from './PasswordForm.tsx';

interface ChangePasswordProps {
  /** By which a button outside the form submits it. */
  id: string;
  onSending: (sending: boolean) => void;
  /** The password is changed: every session of the account is over, this one too. */
  onChanged: () => void;
  lead?: ReactNode;
  children?: ReactNode;
}

/** Changes the own password by the old one: on the safe centre's page, in the dialog of the header and in the forced one. */
export function ChangePasswordForm({ onChanged, ...form }: ChangePasswordProps) {
  const act = useAct(changeCurrentPassword, { quiet: true });
  return (
    <PasswordForm
      {...form}
      asksOld
      save={async (encrypted) => {
        await act.mutateAsync(encrypted);
        onChanged();
      }}
    />
  );
}
