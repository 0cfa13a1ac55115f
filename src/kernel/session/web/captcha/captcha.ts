import { requestJson } from '#platform/web/call/request.ts';

/** A picture with signs to read, and what may be computed in its place. */
export interface Picture {
  uuid: string;
  /** A data URL. */
  img: string;
  proof: { challenge: string; parts: number } | null;
}

/**
 * A new picture; null where the site asks for none any more.
 * @param stranger for a page without a session
 * @throws Error with a sentence
 */
export async function fetchPicture(stranger: boolean): Promise<Picture | null> {
  const { code, msg, data } = await requestJson('GET', `/api/captchaImage${stranger ? '?stranger=1' : ''}`);
  if (code !== 200) throw new Error(msg);
  const answer = data as Picture & { captchaEnabled: boolean };
  return answer.captchaEnabled ? answer : null;
}

/**
 * Computes the proof beside the page, which stays at hand meanwhile.
 * @param onPart how many of the parts are done
 */
export function computeProof(
  { challenge, parts }: { challenge: string; parts: number },
  onPart: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', end);
    worker.onmessage = ({ data }: MessageEvent<{ done: number; proof: string | null }>) => {
      onPart(data.done);
      if (data.proof === null) return;
      end();
      resolve(data.proof);
    };
    worker.onerror = () => {
      end();
      reject(new Error('本机没有算出验证结果，请输入图中字符'));
    };
    worker.postMessage({ challenge, parts });
  });
}

/** What Tencent's script puts on the window, as far as it is used here. */
type TencentCaptcha = new (
  appId: string,
  done: (result: { ret: number; ticket: string; randstr: string }) => void,
) => { show: () => void };

/**
 * Has the user pass Tencent's own check. Its script is loaded with the first use. Null: the user closed it.
 * @throws Error with a sentence where the script cannot be had
 */
export async function runTencentCheck(appId: string): Promise<{ ticket: string; randstr: string } | null> {
  const scope = window as { TencentCaptcha?: TencentCaptcha };
  if (!scope.TencentCaptcha) await loadScript('https://turing.captcha.qcloud.com/TJCaptcha.js');
  const { TencentCaptcha } = scope;
  if (!TencentCaptcha) throw new Error(UNAVAILABLE);
  return new Promise((resolve) => {
    new TencentCaptcha(appId, ({ ret, ticket, randstr }) => resolve(ret === 0 ? { ticket, randstr } : null)).show();
  });
}

const UNAVAILABLE = '图形验证没有加载成功，请检查网络后重试';

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(UNAVAILABLE));
    };
    document.head.append(script);
  });
}
