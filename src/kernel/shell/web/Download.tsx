import { appPackage } from '#kernel/shell/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { useSite } from '#platform/web/session/session.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { QrPicture } from '../../../login/QrPicture.tsx';
import { messengerOf } from '../rules.ts';
import './download.css';

/** `/download`: the mobile application's package, for everybody. */
export default function Download() {
  const { logoText, supportPhone } = useSite();
  const { data, error, refetch, isPending } = useCall(appPackage, {}, { quiet: true });
  const messenger = messengerOf(navigator.userAgent);
  return (
    <StandalonePage>
      <h1>{logoText}手机应用</h1>
      <p>适用于安卓手机。苹果手机请在浏览器中直接使用本平台。</p>
      {messenger && <OpenOutside messenger={messenger} />}
      {isPending && <Skeleton lines={4} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data === null && (
        <Empty title="暂未提供安装包">
          管理员还没有放置安装包{supportPhone && `，如需安装请致电 ${supportPhone}`}。
        </Empty>
      )}
      {data && (
        <>
          <dl className="standalone-facts">
            <dt>版本</dt>
            <dd>{data.version ?? '未注明'}</dd>
            <dt>大小</dt>
            <dd>{megabytes(data.bytes)}</dd>
            <dt>更新时间</dt>
            <dd>{new Date(data.changedAt).toLocaleDateString('zh-CN')}</dd>
            <dt>校验值</dt>
            <dd>
              <code className="download-sum">{data.sha256}</code>
              <span className="field-hint">SHA-256，安装前可以核对，不一致时请不要安装。</span>
            </dd>
          </dl>
          {!messenger && (
            <div className="download-get">
              <a className="button primary download-go" href={`/app/${data.file}`} download={data.file}>
                <Icon name="export" />
                下载安装包
              </a>
              <figure className="download-qr">
                <QrPicture text={`${location.origin}/#/download`} size={96} title="本页二维码" />
                <figcaption>手机扫码打开本页</figcaption>
              </figure>
            </div>
          )}
        </>
      )}
    </StandalonePage>
  );
}

/** The browser inside a messaging application cannot save packages: how to leave it. */
function OpenOutside({ messenger }: { messenger: string }) {
  return (
    <div className="download-outside" role="alert">
      <Icon name="export" size={28} className="download-arrow" />
      <p>
        <b>请在浏览器中打开本页</b>
        <br />
        {messenger}内不能下载安装包。请点右上角的“…”，选择“在浏览器打开”。
      </p>
    </div>
  );
}

/** Whole megabytes read best; a small package keeps a digit. */
const megabytes = (bytes: number) =>
  bytes < 10_000_000 ? `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB` : `${Math.round(bytes / 1_000_000)} MB`;
