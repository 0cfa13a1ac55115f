/**
 * What is wrong with a picture's link, as a sentence; empty where it may be opened: nothing, a page of the product, or
 * an address on one of the origins that the site allows.
 */
export function linkFault(link: string, origins: readonly string[]): string {
  if (link === '' || link.startsWith('/')) return '';
  const origin = URL.canParse(link) ? new URL(link).origin : '';
  if (origins.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin)) return '';
  return `站点 ${origin || link} 不在“允许跳转的站点”中，请先在站点配置中添加`;
}
