import { type FormEvent, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { usePictureCheck } from '#kernel/session/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { useForm } from '#platform/web/form/useForm.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { needForm } from '../contract.need.ts';
import { askNeed, needPlace } from '../contract.needPublic.ts';
import { EMPTY_NEED, NeedFields, needOf } from './NeedDialog.tsx';
import { NeedFollow } from './NeedFollow.tsx';
import '#platform/web/form/form.css';
import './volunteer.css';

const FAULT = 'need-fault';

/** `/need/:code`: a resident says what they need by the code of a poster, without signing in, or follows what they said. */
export default function NeedAsk() {
  useTitle('居民需求');
  const { code = '' } = useParams();
  const isCode = needPlace.input.safeParse({ place: code }).success;
  const query = useCall(needPlace, { place: code }, { quiet: true, staleTime: 0, enabled: isCode });
  const [side, setSide] = useState<'ask' | 'follow'>('ask');
  const fault = isCode ? query.error : { message: '需求码不正确，请重新扫描海报上的二维码' };
  return (
    <StandalonePage>
      <h1>居民需求</h1>
      {query.data ? (
        <>
          <p>
            <strong>{query.data.orgName}</strong>
          </p>
          <nav className="service-sides" aria-label="提出或查询">
            <Button aria-pressed={side === 'ask'} onClick={() => setSide('ask')}>
              提出需求
            </Button>
            <Button aria-pressed={side === 'follow'} onClick={() => setSide('follow')}>
              查办理情况
            </Button>
          </nav>
          {side === 'ask' ? <Ask code={code} posts={query.data.posts} /> : <NeedFollow />}
        </>
      ) : fault ? (
        <>
          <div className="banner warn" role="alert">
            <Icon name="warning" />
            <span>{fault.message}</span>
          </div>
          {isCode && !(fault instanceof ApiError) && <Button onClick={() => void query.refetch()}>再试一次</Button>}
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </StandalonePage>
  );
}

function Ask({ code, posts }: { code: string; posts: readonly { value: string; label: string }[] }) {
  const form = useForm({ schema: needForm, initial: EMPTY_NEED, isNew: true });
  const send = useAct(askNeed, { quiet: true });
  const [fault, setFault] = useState('');
  const [followCode, setFollowCode] = useState('');
  // From the press on: the picture check may take its time before anything is sent.
  const sending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const check = usePictureCheck('提交', FAULT, setFault);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !form.validate()) return;
    setFault('');
    sending.current = true;
    setBusy(true);
    try {
      const passed = await check.take();
      if (!passed) return;
      const done = await send.mutateAsync({ ...needOf(form), poster: code, ...passed });
      form.sent();
      setFollowCode(done.followCode);
    } catch (error) {
      check.renew();
      const wrong = error instanceof ApiError ? error.fields.code : undefined;
      if (wrong) return setFault(wrong);
      if (form.take(error)) return;
      setFault(error instanceof Error ? error.message : '没有送到，请重试');
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  if (followCode) {
    return (
      <>
        <div className="banner ok" role="status">
          <Icon name="check" />
          <span>已收到。社区受理后由志愿者认领。</span>
        </div>
        <p>请记下查询码，凭它查看办理情况和评价；只显示这一次。</p>
        <p className="service-follow">{followCode}</p>
      </>
    );
  }
  return (
    <form ref={form.box} className="service-need-form" aria-label="提出需求" noValidate onSubmit={submit}>
      <NeedFields form={form} posts={posts} />
      {check.field}
      {fault && (
        <p id={FAULT} className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
      <Button submit look="primary" disabled={isBusy}>
        {isBusy ? '正在提交' : '提交'}
      </Button>
    </form>
  );
}
