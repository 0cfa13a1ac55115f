import { useAct } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { useSignByCode } from '#platform/web/session/useSignByCode.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { signIn } from '../contract.own.ts';
import { PATHS } from './paths.ts';
import './event.css';

/** 会议签到 on a phone: where the organiser's code leads; signed in by opening it. */
export default function SignPage() {
  const sign = useAct(signIn, { quiet: true });
  const again = useSignByCode(sign.mutate);
  if (sign.data) {
    return (
      <main className="life-sign">
        <p className="life-state ok">
          <Icon name="check" size={48} />
        </p>
        <h1>{sign.data.late ? '已签到（迟到）' : '签到成功'}</h1>
        <p>{sign.data.title}</p>
        <p className="secondary">
          {sign.data.orgName}　{toLocal(sign.data.at)}
        </p>
        <ButtonLink to={PATHS.own}>我的组织生活</ButtonLink>
      </main>
    );
  }
  if (sign.error) {
    return (
      <main className="life-sign">
        <p className="life-state missing">
          <Icon name="warning" size={48} />
        </p>
        <h1>没有签到</h1>
        <p role="alert">{sign.error.message}</p>
        <Button look="primary" onClick={again}>
          再试一次
        </Button>
        <p className="muted small">签到码30秒一换；失效了请重新扫会场的二维码，或请会议组织者代签。</p>
      </main>
    );
  }
  return (
    <main className="life-sign" aria-busy="true">
      <h1>正在签到</h1>
      <Skeleton lines={3} />
    </main>
  );
}
