import { useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { RoleList, switchableRoles } from './RoleSwitch.tsx';

/** In place of a page that the role may not open: who can help, and the ways out. */
export function NoRightPage({ title }: { title: string }) {
  const session = useSession();
  const { supportPhone, hostUnit } = useSite();
  const entries = switchableRoles(session);
  const [choosing, setChoosing] = useState(false);
  return (
    <section className="planned card">
      <Icon name="lock" size={32} className="state-gold" />
      <h1>当前角色不能查看{title.replace(/^查看/, '')}</h1>
      <p className="secondary">
        您现在是{session.user.workOrg.name}的{session.user.roleName}。{entries.length > 1 ? '请切换角色，或' : '请'}联系
        {hostUnit || '上级党务工作者'}
        {supportPhone && <span className="nowrap"> {supportPhone}</span>}
      </p>
      <div className="state-acts">
        {entries.length > 1 && <Button onClick={() => setChoosing(true)}>切换角色</Button>}
        <Button onClick={() => history.back()}>返回上一页</Button>
      </div>
      {choosing && (
        <Dialog title="切换角色" icon="person" onClose={() => setChoosing(false)}>
          <RoleList entries={entries} onDone={() => setChoosing(false)} />
        </Dialog>
      )}
    </section>
  );
}
