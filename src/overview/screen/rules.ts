/** What a screen asks for before it opens (specification, section 4: types 1, 2, 3, 5). */
export const SCREEN_TYPES = { 1: '直接打开', 2: '选择街道', 3: '选择支部', 5: '选择党员' } as const;
export type ScreenType = keyof typeof SCREEN_TYPES;

/** What the button of a row says. */
export const OPEN_ACTS: Readonly<Record<ScreenType, string>> = {
  1: '打开大屏',
  2: '选择街道',
  3: '选择支部',
  5: '选择党员',
};

/** Rows of the dialog in which a street, a branch or a member is chosen (specification, section 9). */
export const CHOOSE_SIZE = 20;

/** Pages of the module. */
export const PATHS = {
  list: '/bigScreen',
  form: '/bigScreen/edit',
  orgWall: '/bigScreen/show/org',
  branchWall: '/bigScreen/show/branch',
  memberWall: '/bigScreen/show/member',
  convert: '/affairs/temp/convertSecondList',
  dues: '/affairs/temp/duesSecondList',
  activity: '/affairs/temp/activitySecondList',
} as const;

/**
 * Where a screen opens for what was chosen: the address with `orgId` and `orgCode`, or `userId` (specification, section 2).
 * An own page is a hash route; an outer address keeps its own query and hash.
 */
export function addressOf(jumpUrl: string, chosen: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(chosen).toString();
  const own = jumpUrl.startsWith('/');
  const at = own ? -1 : jumpUrl.indexOf('#');
  const [before, hash] = at < 0 ? [jumpUrl, ''] : [jumpUrl.slice(0, at), jumpUrl.slice(at)];
  const joined = query === '' ? before : `${before}${before.includes('?') ? '&' : '?'}${query}`;
  return own ? `#${joined}` : joined + hash;
}
