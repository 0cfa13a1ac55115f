import { useState } from 'react';
import type { SignInSite } from '#platform/web/session/site.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { goToPlatformSignIn } from './ways.ts';

/** Sign-in pages of other platforms, each only where this site and this origin may use it. */
export function Ways({ site, onNotice }: { site: SignInSite; onNotice: (message: string) => void }) {
  const [leaving, setLeaving] = useState(false);
  const wechat = site.wechat?.appId && site.wechat.domains.includes(location.origin);
  if (!wechat && !site.thirdParty) return null;
  const leave = async (way: 'wechat' | 'ehb') => {
    setLeaving(true);
    try {
      await goToPlatformSignIn(way);
    } catch (error) {
      onNotice(error instanceof Error ? error.message : '没有打开，请稍后再试');
      setLeaving(false);
    }
  };
  return (
    <>
      <p className="login-more">其他方式</p>
      <div className="login-ways">
        {wechat && (
          <button type="button" className="button" disabled={leaving} onClick={() => leave('wechat')}>
            <Icon name="chat" />
            微信扫码
          </button>
        )}
        {site.thirdParty && (
          <button type="button" className="button" disabled={leaving} onClick={() => leave('ehb')}>
            <Icon name="link" />
            统一平台登录
          </button>
        )}
      </div>
    </>
  );
}
