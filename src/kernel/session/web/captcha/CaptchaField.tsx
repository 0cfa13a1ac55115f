import { useEffect, useRef, useState } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { computeProof, fetchPicture, type Picture } from './captcha.ts';
import './captcha.css';

interface CaptchaFieldProps {
  /** Another number: another picture, e.g. after a try. */
  turn: number;
  fault: boolean;
  /** The id of the sentence that says what is wrong. */
  faultId: string;
  /** What it opens: 登录, 提交. */
  goal: string;
  /** For a page without a session. */
  stranger?: boolean;
  /** The fields that go with the call; null while nothing is filled in. */
  onChange: (fields: Record<string, string> | null) => void;
}

/** A picture is good for two minutes (`makeCaptcha` on the server). */
const RENEW_MS = 110_000;

type Proof = { state: 'none' } | { state: 'busy'; done: number; parts: number } | { state: 'done' };

/** The picture check, with a way for those who cannot see it: the machine computes something in its place. */
export function CaptchaField({ turn, fault, faultId, goal, stranger = false, onChange }: CaptchaFieldProps) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [asked, setAsked] = useState(0);
  const [text, setText] = useState('');
  const [proof, setProof] = useState<Proof>({ state: 'none' });
  const [trouble, setTrouble] = useState('');
  const stop = useRef<AbortController | null>(null);
  const tell = useRef(onChange);
  tell.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` and `asked` count the pictures; `stranger` stays
  useEffect(() => {
    let gone = false;
    setPicture(null);
    setText('');
    setProof({ state: 'none' });
    setTrouble('');
    tell.current(null);
    fetchPicture(stranger).then(
      (found) => {
        if (gone) return;
        setPicture(found);
        // The site has stopped asking since this page was opened.
        if (!found) tell.current({});
      },
      (error: Error) => {
        if (!gone) setTrouble(error.message);
      },
    );
    return () => {
      gone = true;
      stop.current?.abort();
    };
  }, [turn, asked]);

  // Whoever has begun keeps the picture: the sign-in may still be in time.
  const untouched = picture !== null && text === '' && proof.state !== 'busy';
  useEffect(() => {
    if (!untouched) return;
    // A page that lies behind others asks when it is looked at again.
    const renew = () => {
      if (!document.hidden) setAsked((count) => count + 1);
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', renew);
      renew();
    }, RENEW_MS);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [untouched]);

  const compute = async () => {
    if (!picture?.proof) return;
    const { parts } = picture.proof;
    stop.current = new AbortController();
    setProof({ state: 'busy', done: 0, parts });
    try {
      const found = await computeProof(
        picture.proof,
        (done) => setProof({ state: 'busy', done, parts }),
        stop.current.signal,
      );
      setProof({ state: 'done' });
      onChange({ uuid: picture.uuid, proof: found });
    } catch (error) {
      setProof({ state: 'none' });
      setTrouble(error instanceof Error ? error.message : '');
    }
  };

  return (
    <div className="captcha">
      <label className="field-label" htmlFor="captcha">
        图形验证码
      </label>
      {proof.state === 'none' ? (
        <div className="captcha-line">
          <div className={fault ? 'field-box wrong' : 'field-box'}>
            <Icon name="shield" size={18} />
            <input
              id="captcha"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={8}
              placeholder="请输入图中字符"
              // Not disabled: the focus that is led here must stay until the picture has come.
              readOnly={picture === null}
              value={text}
              aria-invalid={fault}
              aria-describedby={faultId}
              onChange={(event) => {
                const typed = event.target.value.normalize('NFKC').trim();
                setText(typed);
                onChange(typed && picture ? { uuid: picture.uuid, code: typed } : null);
              }}
            />
          </div>
          <Pressable
            className="captcha-picture"
            aria-label="图形验证码，换一张"
            title="换一张"
            onClick={() => setAsked(asked + 1)}
          >
            {picture ? <img src={picture.img} width={120} height={40} alt="" /> : <Icon name="refresh" />}
          </Pressable>
        </div>
      ) : (
        <output id="captcha" className="captcha-proof">
          <Icon name={proof.state === 'done' ? 'check' : 'clock'} />
          {proof.state === 'done' ? (
            `本机计算验证已完成，可以${goal}`
          ) : (
            <>
              正在由本机计算，约需几秒
              <progress max={proof.parts} value={proof.done} />
            </>
          )}
        </output>
      )}
      <p className="field-hint">
        {trouble && <span className="captcha-trouble">{trouble} </span>}
        {proof.state === 'none' && picture?.proof && (
          <Button look="word" onClick={compute}>
            看不清？由本机计算验证
          </Button>
        )}
      </p>
    </div>
  );
}
