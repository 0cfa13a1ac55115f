import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { confirmQrCode, refuseQrCode, scanQrCode } from '#kernel/session/contract.ways.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { isUnanswered } from '#platform/web/call/request.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import './confirm.css';

/**
 * `/m/confirm`: the phone's side of a login by QR code. It shows who asks, and has the number chosen that stands on the
 * computer: whoever was sent a photographed code does not see that number.
 */
export default function Confirm() {
  const { search } = useLocation();
  const { uuid = '' } = readQuery(search, ['uuid']);
  // Another code begins anew.
  return <Request key={uuid} uuid={uuid} />;
}

function Request({ uuid }: { uuid: string }) {
  const { user } = useSession();
  const scan = useCall(scanQrCode, { uuid }, { quiet: true, staleTime: Number.POSITIVE_INFINITY });
  const confirm = useAct(confirmQrCode, { quiet: true });
  const refuse = useAct(refuseQrCode, { quiet: true });
  const [ended, setEnded] = useState<'in' | 'refused' | null>(null);
  const busy = confirm.isPending || refuse.isPending;
  // Of two quick taps the second comes before the buttons are drawn anew, and would read that the code is used.
  const answered = useRef(false);
  const answer = (send: () => void) => {
    if (answered.current) return;
    answered.current = true;
    send();
  };
  const fault = scan.error ?? confirm.error ?? refuse.error;

  // What did not get through may be said again; the same word twice counts once.
  const again = () => {
    answered.current = false;
    confirm.reset();
    refuse.reset();
    if (scan.error) void scan.refetch();
  };

  if (ended) return <Ended accepted={ended === 'in'} />;
  if (fault) {
    return (
      <StandalonePage>
        <h1>没有登录成功</h1>
        <div className="banner bad" role="alert">
          <Icon name="warning" />
          <span>{fault.message}</span>
        </div>
        <div className="standalone-acts">
          <ButtonLink to="/">返回首页</ButtonLink>
          {isUnanswered(fault) && (
            <Button look="primary" onClick={again}>
              重试
            </Button>
          )}
        </div>
      </StandalonePage>
    );
  }
  return (
    <StandalonePage>
      <h1>确认在电脑上登录</h1>
      <p>
        将以<b>{user.userName}</b>的账号登录，请先核对。
      </p>
      {!scan.data && <Skeleton lines={3} />}
      {scan.data && (
        <>
          <dl className="standalone-facts">
            <dt>设备</dt>
            <dd>{scan.data.browser}</dd>
            <dt>地点</dt>
            <dd>{scan.data.place}</dd>
            <dt>时间</dt>
            <dd>{new Date(scan.data.at).toLocaleString('zh-CN', { hour12: false })}</dd>
          </dl>
          <p className="confirm-ask">请选择电脑屏幕上显示的数字</p>
          <div className="confirm-numbers">
            {scan.data.numbers.map((number) => (
              <Button
                key={number}
                disabled={busy}
                onClick={() => answer(() => confirm.mutate({ uuid, number }, { onSuccess: () => setEnded('in') }))}
              >
                {number}
              </Button>
            ))}
          </div>
          <p className="confirm-note">
            <Icon name="warning" />
            二维码若是别人发来的，或电脑屏幕上没有这些数字，请点“不是我”。
          </p>
          <div className="standalone-acts">
            <Button
              danger
              disabled={busy}
              onClick={() => answer(() => refuse.mutate({ uuid }, { onSuccess: () => setEnded('refused') }))}
            >
              不是我，拒绝登录
            </Button>
          </div>
        </>
      )}
    </StandalonePage>
  );
}

function Ended({ accepted }: { accepted: boolean }) {
  return (
    <StandalonePage>
      <div role="status">
        <h1>{accepted ? '已确认登录' : '已拒绝登录'}</h1>
        <p>{accepted ? '电脑上正在进入平台，可以关闭本页。' : '电脑上没有登录。如果不是本人操作，建议修改密码。'}</p>
      </div>
      <div className="standalone-acts">
        {!accepted && <ButtonLink to="/safeCenter/changePwd">修改密码</ButtonLink>}
        <ButtonLink to="/">进入首页</ButtonLink>
      </div>
    </StandalonePage>
  );
}
