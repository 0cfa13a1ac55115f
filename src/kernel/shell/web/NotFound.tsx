import { Link, useLocation } from 'react-router';
import { readQuery, safeRedirect } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import './frame/pages.css';

/** /web404: says that the page does not exist and links the path that led here. */
export default function NotFound() {
  const { search } = useLocation();
  const from = safeRedirect(readQuery(search, ['from']).from);
  return (
    <section className="planned card">
      <Icon name="search" size={32} className="planned-icon" />
      <h1>您访问的页面不存在</h1>
      <p className="secondary">404 页面未找到</p>
      {from && (
        <p className="not-found-path">
          没有找到：<Link to={from}>{decoded(from)}</Link>
        </p>
      )}
      <p className="muted small">地址可能写错，或页面已经移动。</p>
      <div className="state-acts">
        <Button onClick={() => history.back()}>返回上一页</Button>
        <ButtonLink look="primary" to="/">
          回到首页
        </ButtonLink>
      </div>
    </section>
  );
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
