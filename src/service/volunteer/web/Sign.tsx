import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { useSignByCode } from '#platform/web/session/useSignByCode.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { signIn, signOut } from '../contract.own.ts';
import { PATHS } from './paths.ts';
import './volunteer.css';

/** 活动签到 on a phone: where the organiser's code leads; signed in by opening it, and out by a press when it is opened again. */
export default function Sign() {
  const { id = '', code = '' } = useParams();
  const sign = useAct(signIn, { quiet: true });
  const leave = useAct(signOut, { quiet: true });
  const again = useSignByCode(sign.mutate);
  if (leave.data) {
    return (
      <Signed title="已签退" name={leave.data.title} place={leave.data.orgName}>
        <p className="secondary">
          {leave.data.at}到场，{leave.data.leftAt}离开
        </p>
      </Signed>
    );
  }
  const error = sign.error ?? leave.error;
  if (error) {
    return (
      <main className="bare service-sign">
        <Icon name="warning" size={48} />
        <h1>{leave.error ? '没有签退' : '没有签到'}</h1>
        <p role="alert">{error.message}</p>
        <Button
          look="primary"
          onClick={() => {
            leave.reset();
            again();
          }}
        >
          再试一次
        </Button>
        <p className="muted small">签到码30秒一换；失效了请重新扫现场的二维码，或请活动组织者代签。</p>
      </main>
    );
  }
  if (sign.data) {
    const { title, orgName, at, late, leftAt, isAgain } = sign.data;
    const head = leftAt ? '已签退' : isAgain ? '您已签到' : late ? '已签到（迟到）' : '签到成功';
    return (
      <Signed title={head} name={title} place={orgName}>
        <p className="secondary">
          {at}到场{leftAt && `，${leftAt}离开`}
        </p>
        {isAgain && !leftAt && (
          <Button look="primary" disabled={leave.isPending} onClick={() => leave.mutate({ id, code })}>
            现在签退
          </Button>
        )}
        {!leftAt && <p className="muted small">离开时再扫一次现场的二维码签退，时长按在场时间计。</p>}
      </Signed>
    );
  }
  return (
    <main className="bare service-sign" aria-busy="true">
      <h1>正在签到</h1>
      <Skeleton lines={3} />
    </main>
  );
}

function Signed({ title, name, place, children }: { title: string; name: string; place: string; children: ReactNode }) {
  return (
    <main className="bare service-sign">
      <Icon name="check" size={48} />
      <h1>{title}</h1>
      <p>{name}</p>
      <p className="secondary">{place}</p>
      {children}
      <ButtonLink to={PATHS.ownPage('mine')}>我的志愿活动</ButtonLink>
    </main>
  );
}
