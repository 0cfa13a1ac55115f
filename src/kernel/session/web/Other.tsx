import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPath, readQuery } from '#platform/web/route/navigation.ts';
import { safePrefix, safeTarget } from '#platform/web/session/safeTarget.ts';
import { useSite } from '#platform/web/session/session.ts';
import { getToken } from '#platform/web/session/sessionStore.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { openOutsideSite } from './pickers.tsx';
import './other.css';

/** `/other`: the platform chooser, where people of other systems land (specification, section 2). */
export default function Other() {
  const { productName } = useSite();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { uriPrefix, url } = readQuery(search, ['uriPrefix', 'url']);
  const prefix = safePrefix(uriPrefix);
  const target = safeTarget(url ?? '/', location.origin, []);
  const refused = prefix === null || target?.kind !== 'own';

  const enter = () => {
    if (refused) return;
    const here = location.pathname.replace(/\/(index\.html)?$/, '');
    if (prefix && prefix !== here) return location.assign(`${location.origin}${prefix}/#${target.path}`);
    // The same page again: the time makes it another address, so that it is drawn anew.
    const query = target.path.includes('?') ? '&' : '?';
    void navigate(`${target.path}${query}timestamp=${Date.now()}`, { replace: true });
  };

  return (
    <StandalonePage wide>
      <h1>选择平台</h1>
      <p>请选择要进入的平台。</p>
      {refused && (
        <div className="banner bad" role="alert">
          <Icon name="warning" />
          <span>要前往的地址不属于本平台，已停止跳转。</span>
        </div>
      )}
      <div className="other-tiles">
        <Pressable className="other-tile" disabled={refused} onClick={enter}>
          <Icon name="home" size={32} />
          <b>{productName}</b>
          <span>组织、党员、组织生活与党务办公</span>
        </Pressable>
        <Publishing />
      </div>
    </StandalonePage>
  );
}

/** The integrated platform where articles are checked and published; it opens in a window of its own. */
function Publishing() {
  const { pathname, search } = useLocation();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const signedIn = getToken() !== null;
  const open = async () => {
    setFault('');
    if (!signedIn) return location.assign(`#${loginPath(pathname + search)}`);
    setBusy(true);
    await openOutsideSite('publishing').catch((error: Error) => setFault(error.message));
    setBusy(false);
  };
  return (
    <div className="other-second">
      <Pressable className="other-tile" disabled={busy} onClick={open}>
        <Icon name="news" size={32} />
        <b>一体化审核发布平台</b>
        <span>稿件审核与发布，在新窗口打开</span>
      </Pressable>
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" />
          {fault}
        </p>
      )}
      {!signedIn && <p className="field-hint">需要先登录，登录后请从党建平台进入。</p>}
    </div>
  );
}
