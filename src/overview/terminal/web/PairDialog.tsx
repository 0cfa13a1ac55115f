import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { pairDevice, revokeDevice } from '../contract.device.ts';
import { PLAYER, WALL } from './paths.ts';

/** Pairs a terminal with the screen whose digits are typed. */
export function PairButton({ id, name, bound, isWall }: { id: string; name: string; bound: boolean; isWall: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="link" onClick={() => setOpen(true)}>
        {bound ? '换机' : '配对电视'}
      </Button>
      {open && <PairDialog id={id} name={name} bound={bound} isWall={isWall} onClose={() => setOpen(false)} />}
    </>
  );
}

const schema = pairDevice.input.pick({ digits: true });

interface Props {
  id: string;
  name: string;
  bound: boolean;
  isWall: boolean;
  /** What was scanned from the screen. */
  digits?: string;
  onClose: () => void;
}

/** The six digits on a screen, typed where its terminal is known. */
export function PairDialog({ id, name, bound, isWall, digits = '', onClose }: Props) {
  const pair = useAct(pairDevice, { quiet: true });
  const form = useForm({ schema, initial: { digits }, of: `PairDialog ${id}`, isNew: true });
  return (
    <FormDialog
      title={`${bound ? '换机' : '配对电视'} ${name}`}
      icon="link"
      act="配对"
      form={form}
      pending={pair.isPending}
      onClose={onClose}
      onSave={async () => {
        await pair.mutateAsync({ id, digits: form.text('digits') });
        emit('notice', { kind: 'success', text: '已配对，电视几秒内开始播放' });
        onClose();
        return false;
      }}
    >
      <ol className="box-steps">
        <li>
          在电视的浏览器里打开 <b className="box-address">{`${location.origin}${isWall ? `/#${WALL}` : PLAYER}`}</b>
          ，设为开机自动打开、全屏显示。
        </li>
        <li>电视上出现六位数字，在这里输入；也可以用手机扫电视上的二维码。</li>
      </ol>
      {bound && (
        <p className="banner warn" role="note">
          <Icon name="warning" />
          <span>这台终端已经配对。新的屏幕配对以后，原来的屏幕停止展示；名称、位置和播放记录不变。</span>
        </p>
      )}
      <TextField form={form} name="digits" label="电视上的数字" required max={8} inputMode="numeric" />
    </FormDialog>
  );
}

/** Takes a terminal out of use at once. */
export function RevokeButton({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  const revoke = useAct(revokeDevice, { quiet: true });
  return (
    <>
      <Button danger icon="lock" onClick={() => setOpen(true)}>
        停用
      </Button>
      {open && (
        <ReasonDialog
          title={`停用 ${name}`}
          act="停用"
          label="停用原因"
          onDone={async (reason) => {
            await revoke.mutateAsync({ id, reason });
            emit('notice', { kind: 'success', text: '终端已停用，屏幕不再展示内容' });
          }}
          onClose={() => setOpen(false)}
        >
          屏幕丢失、报废或移作他用时停用。停用立即生效，屏幕半分钟内清空；以后要用，重新配对。
        </ReasonDialog>
      )}
    </>
  );
}
