import { useContext, useState } from 'react';
import { endSessions, mySessions } from '#kernel/session/contract.sessions.ts';
import type { RowOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { mustSetUpSecondFactor, SessionContext } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ProtectedPage } from './SafeFrame.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import './devices.css';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { Wechat } from './Wechat.tsx';

type Device = RowOf<typeof mySessions>;

/** `/safeCenter/sessions`: where the account is signed in, and its second factor. */
export default function Sessions() {
  const session = useContext(SessionContext);
  const forced = session !== null && mustSetUpSecondFactor(session);
  return (
    <ProtectedPage path="/safeCenter/sessions" lead="发现不认识的设备，请立即让它退出并修改密码。">
      <section className="card" aria-labelledby="safe-factor">
        <header className="card-head">
          <h2 id="safe-factor">二次验证</h2>
        </header>
        <SecondFactor forced={forced} />
      </section>
      {!forced && <Wechat />}
      {!forced && (
        <section className="card" aria-labelledby="safe-devices">
          <Devices />
        </section>
      )}
    </ProtectedPage>
  );
}

function Devices() {
  const query = useCall(mySessions, {}, { quiet: true });
  const end = useAct(endSessions);
  /** Whom to sign out after the question: one device, or all others. */
  const [openDialog, setOpenDialog] = useState<Device | 'others' | null>(null);
  const rows = query.data?.rows;
  const others = rows?.filter(({ current }) => !current).length ?? 0;
  return (
    <>
      <header className="card-head">
        <h2 id="safe-devices">登录设备</h2>
        <span className="card-extra">
          {others > 0 && (
            <Button size="compact" onClick={() => setOpenDialog('others')}>
              退出其他全部设备
            </Button>
          )}
          <IconButton look="plain" size="compact" icon="refresh" label="刷新" onClick={() => void query.refetch()} />
        </span>
      </header>
      {!rows && query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {!rows && !query.error && <Skeleton lines={3} />}
      {rows && (
        <ul className="safe-devices">
          {rows.map((device) => (
            <li key={device.id}>
              <Icon name="screen" size={22} />
              <div className="grow">
                <p className="safe-device">
                  {device.agent || '未知设备'}
                  {device.current && <span className="tag ok">本机</span>}
                  {device.way && <span className="tag">{device.way}登录</span>}
                </p>
                <p className="safe-facts">
                  <span>{`${device.roleName} ${device.orgName}`}</span>
                  {device.place && <span>地址 {device.place}</span>}
                  <span>登录于 {dateTime(device.since)}</span>
                  <span>最近使用 {dateTime(device.lastSeen)}</span>
                  <span>最迟 {dateTime(device.until)} 自动退出</span>
                </p>
              </div>
              {!device.current && (
                <Button size="compact" onClick={() => setOpenDialog(device)}>
                  退出
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {openDialog && (
        <ConfirmDialog
          title={openDialog === 'others' ? '退出其他全部设备' : `退出设备 ${openDialog.agent || '未知设备'}`}
          icon="exit"
          act="退出"
          onConfirm={async () => {
            const { ended } = await end.mutateAsync(openDialog === 'others' ? {} : { id: openDialog.id });
            emit('notice', { kind: 'success', text: ended > 0 ? `已退出${ended}处登录` : '该设备已不在登录状态' });
          }}
          onClose={() => setOpenDialog(null)}
        >
          {openDialog === 'others'
            ? `除本机外的${others}处登录立即失效，没有保存的内容会丢失。`
            : `该设备在${dateTime(openDialog.since)}登录，退出后立即失效，没有保存的内容会丢失。`}
        </ConfirmDialog>
      )}
    </>
  );
}
