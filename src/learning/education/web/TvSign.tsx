import { Link, useParams } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
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
        <Link className="button" to="/partyMember/learning">
          我的学习
        </Link>
      </main>
    );
  return (
    <main className="bare tv-sign">
      <h1>远教学习签到</h1>
      {sign.error && <p role="alert">{sign.error.message}</p>}
      <button
        type="button"
        className="button primary"
        disabled={sign.isPending}
        onClick={() => sign.mutate({ id, code, isPresent: true })}
      >
        签到
      </button>
      <button
        type="button"
        className="button"
        disabled={sign.isPending}
        onClick={() => sign.mutate({ id, code, isPresent: false })}
      >
        签退
      </button>
      <p className="muted small">签到码30秒一换；失效了请重新扫大屏上的二维码。</p>
    </main>
  );
}
