import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { signLesson } from '../contract.signing.ts';
import { SCHOOL } from '../rules.school.ts';
import './school.css';

/** 培训班签到 on a phone: where the code of a lesson leads; signed in by opening it. */
export default function SchoolSign() {
  const { id = '', code = '' } = useParams();
  const { mutate, data, error } = useAct(signLesson, { quiet: true });
  // The code that was tried: scanned again, the page that stands open tries the new one.
  const tried = useRef('');
  useEffect(() => {
    if (tried.current === code) return;
    tried.current = code;
    mutate({ lessonId: id, code });
  }, [id, code, mutate]);
  if (data)
    return (
      <main className="bare school-sign">
        <p className="ok">
          <Icon name="check" size={48} />
        </p>
        <h1>{data.late ? '已签到（迟到）' : '签到成功'}</h1>
        <p>{data.lesson}</p>
        <p className="secondary">
          {data.title}　{toLocal(data.at)}
        </p>
        <ButtonLink to={SCHOOL.home}>我的培训班</ButtonLink>
      </main>
    );
  if (error)
    return (
      <main className="bare school-sign">
        <p className="bad">
          <Icon name="warning" size={48} />
        </p>
        <h1>没有签到</h1>
        <p role="alert">{error.message}</p>
        <Button look="primary" onClick={() => mutate({ lessonId: id, code })}>
          再试一次
        </Button>
        <p className="muted small">签到码30秒一换；失效了请重新扫课堂上的二维码，或请班主任登记。</p>
      </main>
    );
  return (
    <main className="bare school-sign" aria-busy="true">
      <h1>正在签到</h1>
      <Skeleton lines={3} />
    </main>
  );
}
