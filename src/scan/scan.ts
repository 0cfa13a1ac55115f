import './scan.css';
import { signInTarget } from './target.ts';

/**
 * 扫码签到: a page of its own, since it alone may use the camera, and a header holds for all pages behind one address. It reads a
 * code with the browser's own detector and goes on to the page that signs in; it knows neither session nor person.
 */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const BACK = '/#/partyMember/orgLife';
const EVERY_MS = 250;
const main = document.getElementById('scan');

function show(title: string, text: string, ...more: HTMLElement[]): void {
  const head = document.createElement('h1');
  head.textContent = title;
  const words = document.createElement('p');
  words.textContent = text;
  words.setAttribute('role', 'status');
  const back = document.createElement('a');
  back.className = 'scan-back';
  back.href = BACK;
  back.textContent = '返回我的组织生活';
  main?.replaceChildren(head, ...more, words, back);
}

const BY_CAMERA = '请用手机自带的相机或微信“扫一扫”扫会场的二维码，会打开同样的签到页。';

async function start(): Promise<void> {
  const detectorClass = (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!detectorClass || !navigator.mediaDevices) {
    show('不能在页面里扫码', `这个浏览器不支持，或者网址没有加密。${BY_CAMERA}`);
    return;
  }
  const video = document.createElement('video');
  video.playsInline = true;
  video.muted = true;
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    await video.play();
  } catch {
    show('没有打开摄像头', `请允许本页使用摄像头后重新打开。${BY_CAMERA}`);
    return;
  }
  show('扫码签到', '请对准会场的签到二维码', video);
  const detector = new detectorClass({ formats: ['qr_code'] });
  const timer = setInterval(async () => {
    const found = await detector.detect(video).catch(() => []);
    const texts = found.map(({ rawValue }) => rawValue);
    const target = texts.map((text) => signInTarget(text, window.location)).find((one) => one !== null);
    if (target) {
      clearInterval(timer);
      for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
      window.location.replace(target);
    } else if (texts.length > 0) show('扫码签到', '这不是本平台的会议签到码，请对准会场的签到二维码', video);
  }, EVERY_MS);
}

void start();
