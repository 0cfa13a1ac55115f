import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { bindDevice } from '../../contract.device.ts';
import { BIND_DIGITS, codeText } from '../../rules.device.ts';

const KEYS = [...'123456789'];

/** A terminal that is not bound: the code is typed on a keypad of its own, since such screens have no keyboard. */
export function Bind({ onBound }: { onBound: (token: string) => void }) {
  const { code: given = '' } = readQuery(useLocation().search, ['code']);
  const [code, setCode] = useState(() => given.replace(/\D/g, '').slice(0, BIND_DIGITS));
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const type = (text: string) => {
    setFault('');
    setCode(text.replace(/\D/g, '').slice(0, BIND_DIGITS));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (code.length < BIND_DIGITS) return setFault(`绑定码是${BIND_DIGITS}位数字`);
    setPending(true);
    try {
      const { token } = await call(bindDevice, { code }, { quiet: true });
      onBound(token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
      setCode('');
      setPending(false);
    }
  };
  return (
    <form className="terminal-bind" noValidate onSubmit={submit}>
      <h1>绑定本屏</h1>
      <p>请工作人员在“资讯互动”的“终端管理”里打开这台终端，点“绑定屏幕”取绑定码，在这里输入。</p>
      <input
        aria-label="绑定码"
        aria-invalid={fault !== ''}
        inputMode="numeric"
        autoComplete="off"
        placeholder={`${BIND_DIGITS}位绑定码`}
        value={codeText(code)}
        onChange={(event) => type(event.target.value)}
      />
      <p className="terminal-fault" role="alert">
        {fault}
      </p>
      <div className="terminal-keys">
        {KEYS.map((key) => (
          <Pressable key={key} onClick={() => type(code + key)}>
            {key}
          </Pressable>
        ))}
        <Pressable onClick={() => type(code.slice(0, -1))}>退格</Pressable>
        <Pressable onClick={() => type(`${code}0`)}>0</Pressable>
        <Pressable submit className="go" disabled={pending}>
          {pending ? '正在绑定' : '绑定'}
        </Pressable>
      </div>
    </form>
  );
}
