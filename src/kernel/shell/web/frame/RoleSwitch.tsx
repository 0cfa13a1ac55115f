import { useState } from 'react';
import { ROLE, switchRole } from '#kernel/session/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { listUnsaved } from '#platform/web/press/unsaved.ts';
import { useControl } from '#platform/web/session/control.ts';
import { type Session, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';

type Entry = Session['roles'][number];

/** The roles between which the user may change; volunteers work in their own pages (specification, section 6). */
export function switchableRoles(session: Session): readonly Entry[] {
  return session.roles.filter(({ roleId }) => roleId !== ROLE.volunteer);
}

/** The role in the header: a plain word when there is only one, else a list of roles and organisations. */
export function RoleSwitch() {
  const session = useSession();
  const entries = switchableRoles(session);
  const word = (
    <>
      <Icon name="person" />
      <span className="head-word">{session.user.roleName}</span>
    </>
  );
  if (entries.length < 2) return <span className="head-tool head-role">{word}</span>;
  return (
    <HeaderMenu
      name={`切换角色，现在是${session.user.roleName}`}
      className="head-role"
      label={
        <>
          {word}
          <Icon name="down" size={14} />
        </>
      }
    >
      {(close) => <RoleList entries={entries} onDone={close} />}
    </HeaderMenu>
  );
}

/** The roles as a list; choosing one starts over in it, after asking when something is unsaved. */
export function RoleList({ entries, onDone }: { entries: readonly Entry[]; onDone: () => void }) {
  const { user } = useSession();
  const { renew } = useControl();
  const act = useAct(switchRole);
  const [openDialog, setOpenDialog] = useState<Entry | null>(null);

  const change = async (entry: Entry) => {
    const { token, roleUrl, intranetUrl } = await act.mutateAsync({ workOrgId: entry.orgId, roleId: entry.roleId });
    onDone();
    const home = entry.roleId === ROLE.administrator ? '/partyCommittee' : roleUrl;
    await renew(token, home, intranetUrl);
  };
  const choose = (entry: Entry) => {
    if (listUnsaved().length > 0) setOpenDialog(entry);
    // The client has shown why; the list stays for another try.
    else change(entry).catch(() => {});
  };

  return (
    <>
      <ul className="role-list" aria-busy={act.isPending}>
        {entries.map((entry) => {
          const current = entry.roleId === user.roleId && entry.orgId === user.workOrgId;
          return (
            <li key={`${entry.roleId}-${entry.orgId}`}>
              <Pressable
                className="role-entry"
                aria-current={current}
                disabled={current || act.isPending}
                onClick={() => choose(entry)}
              >
                <Icon name={current ? 'check' : 'organisation'} />
                <span>
                  <b>{entry.roleName}</b>
                  <span className="tiny muted">{entry.orgName}</span>
                </span>
                {current && <span className="tiny muted">当前</span>}
              </Pressable>
            </li>
          );
        })}
      </ul>
      {openDialog && (
        <ConfirmDialog
          title="切换角色"
          icon="warning"
          act="放弃并切换"
          cancel="继续填写"
          onConfirm={() => change(openDialog)}
          onClose={() => setOpenDialog(null)}
        >
          {listUnsaved().join('、')}还没有保存，切换角色后将丢失。
        </ConfirmDialog>
      )}
    </>
  );
}
