import { useState } from 'react';
import type { SignInSite } from '#platform/web/session/site.ts';
import { Button } from '#platform/web/ui/Button.tsx';
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
          <Button icon="chat" disabled={leaving} onClick={() => leave('wechat')}>
            微信扫码
          </Button>
        )}
        {site.thirdParty && (
          <Button icon="link" disabled={leaving} onClick={() => leave('ehb')}>
            统一平台登录
          </Button>
        )}
      </div>
    </>
  );
}
