import { useState } from 'react';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  endOrgCalendar,
  endOwnCalendar,
  openOrgCalendar,
  openOwnCalendar,
  orgCalendar,
  ownCalendar,
} from '../contract.calendar.ts';
import './dialogs.css';

/** 订阅日历: the secret address at which a phone's calendar reads the meetings; made anew or ended at any time. */
export function CalendarDialog({ whose, onClose }: { whose: 'own' | 'org'; onClose: () => void }) {
  const query = useCall(whose === 'own' ? ownCalendar : orgCalendar, {}, { quiet: true, staleTime: 0 });
  const open = useAct(whose === 'own' ? openOwnCalendar : openOrgCalendar);
  const end = useAct(whose === 'own' ? endOwnCalendar : endOrgCalendar);
  const [address, setAddress] = useState('');
  const make = async () => {
    try {
      const { token } = await open.mutateAsync({});
      setAddress(new URL(`/api/zzsh/calendar/public/${token}`, window.location.href).href);
    } catch {
      // The client has shown why.
    }
  };
  const stop = async () => {
    try {
      await end.mutateAsync({});
      setAddress('');
    } catch {
      // The client has shown why.
    }
  };
  const since = query.data?.since ?? null;
  return (
    <Dialog
      title={whose === 'own' ? '订阅我的会议日历' : '订阅本组织的会议日历'}
      icon="calendarCheck"
      onClose={onClose}
      foot={
        <>
          {since !== null && (
            <Button disabled={end.isPending} onClick={() => void stop()}>
              停用
            </Button>
          )}
          <Button look="primary" disabled={open.isPending} onClick={() => void make()}>
            {since === null ? '生成地址' : '换一个地址'}
          </Button>
        </>
      }
    >
      <p>
        把地址添加到手机或电脑日历的“订阅日历”里，{whose === 'own' ? '通知您参加的' : '本组织通知的'}
        会议和发展党员各步的最后一天会自动出现，有变动自动更新。日历里只有会议名称、时间和地点，发展党员只写哪一步，不写姓名。
      </p>
      {!query.data ? (
        <Waiting query={query} lines={2} />
      ) : address ? (
        <label className="life-address">
          日历地址
          <input className="field-box" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
          <small className="muted">只显示这一次，请现在复制。知道地址的人都能看到这些内容，请不要转发。</small>
        </label>
      ) : (
        <p className="secondary">
          {since === null
            ? '还没有生效的地址。'
            : `${toLocal(since)}生成的地址正在使用。忘了地址或怕泄露，可以换一个，原来的随即失效。`}
        </p>
      )}
    </Dialog>
  );
}
