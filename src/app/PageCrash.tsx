import { useRouteError } from 'react-router';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

/** Chromium, Firefox and Safari each say it their way when a part of the page cannot be fetched. */
const LOADING_FAILED = /dynamically imported module|Loading (CSS )?chunk|importing a module script failed|preload CSS/i;

const OUTDATED = ['页面版本已更新，请刷新', '平台刚刚升级，刷新后即可继续使用。'] as const;
const OFFLINE = ['页面没有加载成功', '网络已断开，恢复连接后请刷新。'] as const;
const FAULT = ['页面出现错误', '系统未知错误，请反馈给管理员。已保存的数据没有丢失。'] as const;

/** In place of a page that failed: a newer version of the platform was installed, or the page has a fault. */
export function PageCrash() {
  const error = useRouteError();
  const unloaded = error instanceof Error && LOADING_FAILED.test(error.message);
  const [title, text] = unloaded ? (navigator.onLine ? OUTDATED : OFFLINE) : FAULT;
  return (
    <section className="state" role="alert">
      <Icon name={unloaded ? 'refresh' : 'warning'} size={28} className="state-bad" />
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="state-acts">
        <Button look="primary" onClick={() => location.reload()}>
          刷新页面
        </Button>
        {!unloaded && <Button onClick={() => history.back()}>返回上一页</Button>}
      </div>
    </section>
  );
}
