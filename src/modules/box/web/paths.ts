import { nounPages } from '#platform/web/noun/nounWeb.ts';

/** Where the pages of 智慧终端 stand: list, record and form of each noun; ids are in the query. */
export const PAGES = {
  device: { list: '/box/boxManage', browse: '/box/boxDetails', form: '/box/boxFrom' },
  welcome: { list: '/box/welcome', browse: '/box/welcomeDetails', form: '/box/welcomeEdit' },
  publicity: { list: '/box/publicityHall', browse: '/box/publicityHallDetails', form: '/box/publicityHallFrom' },
  honor: { list: '/box/honor', browse: '/box/honorDetails', form: '/box/honorFrom' },
  event: { list: '/box/bigevent', browse: '/box/bigeventDetails', form: '/box/bigeventFrom' },
  media: { list: '/box/media', browse: '/box/mediaDetails', form: '/box/mediaFrom' },
} as const;
/** 大事记 of one organisation by its years. */
export const YEARS = '/box/bigeventYears';
/** What the terminals themselves open, without signing in. */
export const TERMINAL = '/box/terminal';

export const placeOf = (name: keyof typeof PAGES) => nounPages(PAGES[name].list, PAGES[name]);
