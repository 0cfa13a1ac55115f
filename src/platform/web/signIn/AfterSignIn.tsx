import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { IntranetDialog } from '../dialogs/IntranetDialog.tsx';
import { digitsOf } from '../show/digits.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { answerSecondFactor, type Opened } from './opened.ts';

interface AfterSignInProps {
  /** What the sign-in opened; null: nothing yet. */
  opened: Opened | null;
  onIn: (token: string) => void;
  /** The second factor was given up, or its question is over, which `message` says. */
  onGiveUp: (message: string) => void;
  /** Signing in again over an open page: nobody is asked to leave it for the intranet. */
  inPlace?: boolean;
}

/** Between a good sign-in and the platform: the second factor where the account has one, the way to the intranet. */
export function AfterSignIn({ opened, onIn, onGiveUp, inPlace }: AfterSignInProps) {
  const [answered, setAnswered] = useState<Opened | null>(null);
  const now = answered ?? opened;
  const direct = now?.kind === 'in' && (inPlace || !now.intranetUrl) ? now.token : null;
  const enter = useRef(onIn);
  enter.current = onIn;
  useEffect(() => {
    if (direct) enter.current(direct);
  }, [direct]);
  if (!now) return null;
  if (now.kind === 'second') {
    return <SecondFactor challenge={now.challenge} onOpened={setAnswered} onGiveUp={onGiveUp} />;
  }
  return now.intranetUrl && !direct ? <IntranetDialog url={now.intranetUrl} onStay={() => onIn(now.token)} /> : null;
}

interface SecondFactorProps {
  challenge: string;
  onOpened: (opened: Opened) => void;
  onGiveUp: (message: string) => void;
}

function SecondFactor({ challenge, onOpened, onGiveUp }: SecondFactorProps) {
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start and after a change of the kind of code
  useEffect(() => field.current?.focus(), [recovery]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (recovery ? !code : !/^\d{6}$/.test(code)) return wrong(recovery ? '请输入恢复码' : '请输入6位数字验证码');
    setSending(true);
    try {
      const answer = await answerSecondFactor(challenge, code);
      if ('opened' in answer) return onOpened(answer.opened);
      if (answer.over) return onGiveUp(answer.refused);
      setCode('');
      wrong(answer.refused);
    } catch (error) {
      wrong(error instanceof Error ? error.message : '没有验证成功，请重试');
    }
    setSending(false);
  };
  const wrong = (message: string) => {
    setFault(message);
    field.current?.focus();
  };

  return (
    <Dialog
      title="二次验证"
      icon="shield"
      onClose={() => onGiveUp('')}
      foot={
        <>
          <Button onClick={() => onGiveUp('')}>取消</Button>
          <Button submit form={form} look="primary" aria-busy={sending} aria-disabled={sending}>
            验证
          </Button>
        </>
      }
    >
      <form id={form} className="dialog-form" onSubmit={submit} noValidate>
        <p className="secondary">
          {recovery
            ? '请输入开启二次验证时保存的恢复码，每个只能用一次。'
            : '请打开手机上的验证器，输入它显示的6位数字。'}
        </p>
        <label>
          <span className="field-label">{recovery ? '恢复码' : '动态验证码'}</span>
          <span className={fault ? 'field-box wrong' : 'field-box'}>
            <Icon name="shield" />
            <input
              ref={field}
              name="secondFactor"
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={32}
              value={code}
              aria-invalid={fault !== ''}
              aria-describedby={`${form}-fault`}
              onChange={(event) => {
                setCode(recovery ? event.target.value.trim() : digitsOf(event.target.value));
                setFault('');
              }}
            />
          </span>
        </label>
        <p id={`${form}-fault`} className="field-fault" role="alert">
          {fault && <Icon name="warning" />}
          {fault}
        </p>
        <Button
          look="word"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setFault('');
          }}
        >
          {recovery ? '改用验证器的6位数字' : '手机不在身边？使用恢复码'}
        </Button>
      </form>
    </Dialog>
  );
}
