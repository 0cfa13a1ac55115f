import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { cleanVerifyCode, shownVerifyCode, verifyCodeInput, verifyPath } from '#platform/text/verifyCode.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { verifyPaper } from '../contract.ts';
import './verify.css';

/** `/verify/:code?`: whether a paper is genuine, by the code on it, without signing in. */
export default function VerifyPage() {
  useTitle('文件核验');
  const { code = '' } = useParams();
  const asked = verifyCodeInput.safeParse(code);
  return (
    <StandalonePage>
      <h1>文件核验</h1>
      <p className="muted">输入文件上的核验码，或用手机扫文件上的二维码，核对文件是不是本平台出具、现在是否有效。</p>
      <CodeForm key={code} given={code} fault={code && !asked.success ? (asked.error.issues[0]?.message ?? '') : ''} />
      {asked.success && <Found code={asked.data} />}
    </StandalonePage>
  );
}

function CodeForm({ given, fault }: { given: string; fault: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => shownVerifyCode(cleanVerifyCode(given)));
  const [wrong, setWrong] = useState(fault);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const parsed = verifyCodeInput.safeParse(typed);
    setWrong(parsed.success ? '' : (parsed.error.issues[0]?.message ?? ''));
    if (parsed.success) navigate(verifyPath(parsed.data), { replace: true });
  };
  return (
    <form className="verify-form" noValidate onSubmit={send}>
      <label htmlFor="verify-code">核验码</label>
      <div className="verify-row">
        <span className="field-box verify-code">
          <input
            id="verify-code"
            value={typed}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            placeholder="如 7K3Q-D2M9-XA4T"
            aria-invalid={wrong !== ''}
            aria-describedby={wrong ? 'verify-fault' : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <Button submit look="primary">
          核验
        </Button>
      </div>
      {wrong && (
        <p id="verify-fault" className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {wrong}
        </p>
      )}
    </form>
  );
}

function Found({ code }: { code: string }) {
  const { data, error, refetch } = useCall(verifyPaper, { code }, { quiet: true, staleTime: 0 });
  if (data && !error) return <Paper paper={data} />;
  if (!error) return <Skeleton lines={4} />;
  return (
    <>
      <div className="banner warn" role="alert">
        <Icon name="warning" />
        <span>{error.message}</span>
      </div>
      {!(error instanceof ApiError) && <Button onClick={() => void refetch()}>再试一次</Button>}
    </>
  );
}

function Paper({ paper: { title, state, tone, orgName, facts } }: { paper: ReplyOf<typeof verifyPaper> }) {
  return (
    <section aria-label="核验结果" className="verify-paper">
      <div className={`banner ${tone === 'good' ? 'ok' : 'warn'}`} role="status">
        <Icon name={tone === 'good' ? 'check' : 'warning'} />
        <span>本平台出具，{state}</span>
      </div>
      <h2>{title}</h2>
      <dl>
        <div>
          <dt>出具组织</dt>
          <dd>{orgName}</dd>
        </div>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">请与纸面逐项核对，有一处不同即不是原件。</p>
    </section>
  );
}
