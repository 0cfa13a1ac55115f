import type { SiteSettings } from '#kernel/session/contract.site.ts';
import { PASTE_PORT } from '#platform/files/fileRules.ts';
import { tileOrigins } from '#platform/places/mapTiles.ts';
import type { Services } from '#platform/server/context.ts';
import type { PageOrigins } from '#platform/server/http/headers.ts';
import { siteSetup } from './site.ts';

/** Where the Tencent captcha's script and its frames come from. */
const TENCENT = ['https://turing.captcha.qcloud.com', 'https://turing.captcha.gtimg.com'];

/** A host's name may hold signs that end a policy's line. */
const PLAIN = /^https?:\/\/[a-z0-9.[\]:-]+$/;

/** What a host's settings let into its page (content security policy). */
export function pageOriginsOf({
  captcha,
  captchaAppId,
  intranetUrl,
  pastePlugin,
  basePlatform,
  map,
}: SiteSettings): PageOrigins {
  return {
    scripts: captcha === 'tencent' && captchaAppId ? TENCENT : [],
    calls: [
      ...(intranetUrl ? [new URL(intranetUrl).origin].filter((origin) => PLAIN.test(origin)) : []),
      ...(pastePlugin ? [`ws://127.0.0.1:${PASTE_PORT}`] : []),
    ],
    pictures: map ? tileOrigins(map).filter((origin) => PLAIN.test(origin)) : [],
    framedBy: basePlatform ? [basePlatform.origin] : [],
  };
}

/** `pageOriginsOf` the settings of a host. */
export async function pageOrigins(services: Services, host: string): Promise<PageOrigins> {
  const { settings } = await siteSetup(services, host);
  return pageOriginsOf(settings);
}
