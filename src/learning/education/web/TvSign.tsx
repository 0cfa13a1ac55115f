import { useParams } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { signTv } from '../contract.tv.ts';
import './tv.css';

/** 远教签到 on a phone, where the code on the screen leads: one comes or goes. */
export default function TvSign() {
  const { id = '', code = '' } = useParams();
  const sign = useAct(signTv, { quiet: true });
  if (sign.data)
    return (
      <main className="bare tv-sign">
        <p>
          <Icon name="check" size={48} />
        </p>
        <h1>{sign.data.isPresent ? '签到成功' : '已签退'}</h1>
        <p>{sign.data.title}</p>
        <p className="secondary">{sign.data.orgName}</p>
        <p className="muted">
          {sign.data.isPresent ? '离场时请再扫一次，按“签退”。' : '在场并且正在放映的时间计入学时。'}
        </p>
        <ButtonLink to="/partyMember/learning">我的学习</ButtonLink>
      </main>
    );
  return (
    <main className="bare tv-sign">
      <h1>远教学习签到</h1>
      {sign.error && <p role="alert">{sign.error.message}</p>}
      <Button look="primary" disabled={sign.isPending} onClick={() => sign.mutate({ id, code, isPresent: true })}>
        签到
      </Button>
      <Button disabled={sign.isPending} onClick={() => sign.mutate({ id, code, isPresent: false })}>
        签退
      </Button>
      <p className="muted small">签到码30秒一换；失效了请重新扫大屏上的二维码。</p>
    </main>
  );
}
