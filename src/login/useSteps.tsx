import { type ReactNode, useState } from 'react';
import { CaptchaField } from '#kernel/session/web/captcha/CaptchaField.tsx';
import { runTencentCheck } from '#kernel/session/web/captcha/captcha.ts';
import { type SignInSite, signInSite } from '#platform/web/session/site.ts';
import { CAPTCHA_EMPTY, CODE_EMPTY, checkPassword, NOT_READY } from './rules.ts';
import { SmsField } from './SmsField.tsx';
import { type Outcome, signIn } from './signIn.ts';

/** What keeps a sign-in from being sent. */
export type Stopped = { kind: 'stopped'; fault: string } | { kind: 'notice'; message: string };

interface Steps {
  /** The fields beside name and password that this sign-in needs. */
  fields: ReactNode;
  /** Shows or hides the SMS code: the password is weak, or no longer. */
  verify: (needed: boolean) => void;
  /** Offers the SMS code whatever the password: it opens a locked name for its owner. */
  offerCode: () => void;
  /** Sends the sign-in with everything that it needs, or says what is missing. @throws ApiError when no answer came */
  submit: (name: string, password: string) => Promise<Outcome | Stopped>;
}

/** What a sign-in by password needs beside the two: the SMS code for weak passwords and the captcha, as the site asks. */
export function useSteps(site: SignInSite | null, name: string, onFault: (message: string) => void): Steps {
  const [weak, setWeak] = useState(false);
  // The server asked for the code (`must`), or it opens a locked name: a strong password does not hide it again.
  const [asking, setAsking] = useState<{ name: string; must: boolean } | null>(null);
  const [smsCode, setSmsCode] = useState('');
  const [captcha, setCaptcha] = useState<Record<string, string> | null>(null);
  const [turn, setTurn] = useState(0);
  const [wrong, setWrong] = useState<'smsCode' | 'code' | null>(null);
  const askingFor = (loginName: string) => (asking?.name === loginName ? asking : null);
  const verifying = weak || (name !== '' && askingFor(name) !== null);
  // Where the server asks for it although this page's configuration does not know yet.
  const [picture, setPicture] = useState(false);
  const asked = picture || site?.captcha === 'image';

  const submit = async (loginName: string, password: string): Promise<Outcome | Stopped> => {
    // The configuration may still be on its way: fast fingers wait for it.
    const known = site ?? (await signInSite().catch(() => null));
    if (!known) return { kind: 'stopped', fault: NOT_READY };
    if (known.captcha === 'tencent' && !known.captchaAppId) return { kind: 'notice', message: NOT_READY };
    const must =
      weak ||
      askingFor(loginName)?.must === true ||
      (known.verificationOn && checkPassword(loginName, password).kind === 'verify');
    setWeak(must);
    setWrong(null);
    if (must && !smsCode) {
      setWrong('smsCode');
      return { kind: 'stopped', fault: CODE_EMPTY };
    }
    if ((picture || known.captcha === 'image') && !captcha) {
      setWrong('code');
      return { kind: 'stopped', fault: CAPTCHA_EMPTY };
    }
    const passed = known.captcha === 'tencent' ? await runTencentCheck(known.captchaAppId) : captcha;
    if (known.captcha === 'tencent' && !passed) return { kind: 'stopped', fault: CAPTCHA_EMPTY };
    const outcome = await signIn(loginName, password, { ...passed, ...(must || verifying ? { smsCode } : {}) });
    if (outcome.kind === 'opened' && outcome.opened.kind === 'in') return outcome;
    // Each picture is good for one try.
    setTurn(turn + 1);
    if (outcome.kind === 'opened') {
      // The code is used up: who gives the second factor up begins anew.
      setSmsCode('');
      return outcome;
    }
    if (outcome.kind === 'field') {
      setWrong(outcome.field);
      if (outcome.field === 'smsCode') setAsking({ name: loginName, must: true });
      else if (known.captcha !== 'tencent') setPicture(true);
    }
    return outcome;
  };

  const fields = (
    <>
      {verifying && (
        <SmsField name={name} value={smsCode} fault={wrong === 'smsCode'} onChange={setSmsCode} onFault={onFault} />
      )}
      {asked && (
        <div className="login-field">
          <CaptchaField turn={turn} fault={wrong === 'code'} faultId="login-fault" goal="登录" onChange={setCaptcha} />
        </div>
      )}
    </>
  );
  return { fields, verify: setWeak, offerCode: () => setAsking({ name, must: false }), submit };
}
