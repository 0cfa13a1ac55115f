import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { keptCode } from '../contract.keeper.ts';
import type { signCode } from '../contract.signup.ts';
import { PATHS } from './paths.ts';

/** How often the number of those who came is asked for while the code stands. */
const ASKED_AGAIN = 5000;

/** The code that people scan on the spot; a new one each half minute. */
export function CodeDialog({
  id,
  title,
  endpoint,
  onClose,
}: {
  id: string;
  title: string;
  /** That of the organiser, or of whoever keeps the activity on the spot. */
  endpoint: typeof signCode | typeof keptCode;
  onClose: () => void;
}) {
  const found = useCall(
    endpoint as typeof signCode,
    { id },
    {
      quiet: true,
      staleTime: 0,
      refetchInterval: (read) => (read ? Math.min(read.seconds * 1000 + 300, ASKED_AGAIN) : false),
    },
  );
  const { origin, pathname } = location;
  return (
    <Dialog
      title={`签到码 ${title}`}
      icon="pinCheck"
      width={470}
      onClose={onClose}
      foot={<Button onClick={onClose}>收起</Button>}
    >
      <p className="muted">已通过报名的人用手机扫码，登录后即签到；没有手机的，在报名名单里代签。</p>
      {!found.data ? (
        <Waiting query={found} lines={6} />
      ) : (
        <div className="service-code">
          <QrCode
            text={`${origin}${pathname}#${PATHS.sign(id, found.data.code)}`}
            alt="志愿活动签到二维码"
            large
            caption="签到码30秒一换"
          />
          <p role="status">
            已签到<strong>{found.data.came}</strong>人，报名{found.data.due}人
          </p>
        </div>
      )}
    </Dialog>
  );
}
