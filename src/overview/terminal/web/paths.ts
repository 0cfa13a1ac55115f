import { nounPages } from '#platform/web/noun/nounWeb.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** Where the pages of 智慧终端 stand: list, record and form of each noun; ids are in the query. */
export const PAGES = {
  device: { list: '/box/boxManage', browse: '/box/boxDetails', form: '/box/boxFrom' },
  group: { list: '/box/groups', browse: '/box/groupDetails', form: '/box/groupFrom' },
  welcome: { list: '/box/welcome', browse: '/box/welcomeDetails', form: '/box/welcomeEdit' },
  publicity: { list: '/box/publicityHall', browse: '/box/publicityHallDetails', form: '/box/publicityHallFrom' },
  honor: { list: '/box/honor', browse: '/box/honorDetails', form: '/box/honorFrom' },
  event: { list: '/box/bigevent', browse: '/box/bigeventDetails', form: '/box/bigeventFrom' },
  study: { list: '/box/edu', browse: '/box/studyDetails', form: '/box/studyFrom' },
  book: { list: '/box/books', browse: '/box/bookDetails', form: '/box/bookFrom' },
  media: { list: '/box/media', browse: '/box/mediaDetails', form: '/box/mediaFrom' },
} as const;
/** 大事记 of one organisation by its years. */
export const YEARS = '/box/bigeventYears';
/** 共享: both lists, and an offer from above. */
export const SHARE = {
  list: '/box/share',
  browse: '/box/shareDetails',
  view: (id: string) => pathWithQuery('/box/shareDetails', { id }),
} as const;
/** Doors to 无记名投票 and 组织生活: what the screens may tell of. */
export const DOORS = {
  votes: '/box/vote',
  voteForm: '/box/voteFrom',
  life: '/box/orgLife',
  addMeet: '/box/addMeet',
  addTheme: '/box/addTheme',
  browse: '/box/orgDetails',
  details: (id: string) => pathWithQuery('/box/orgDetails', { id }),
} as const;
/** 插播: its list, and one with the screens that it reached. */
export const INSERTS = {
  list: '/box/inserts',
  browse: '/box/insertDetails',
  view: (id: string) => pathWithQuery('/box/insertDetails', { id }),
} as const;
/** 播放记录: what the screens played. */
export const PLAYS = '/box/plays';
/** What a touch screen opens, without signing in. */
export const TERMINAL = '/box/terminal';
/** What a data wall opens, without signing in. */
export const WALL = '/box/wall';
/** What a television opens, a page entry of its own (player/). */
export const PLAYER = '/player/';
/** Where the code on a television leads a worker's phone. */
export const PAIR = '/box/pair';

export const placeOf = (name: keyof typeof PAGES) => nounPages(PAGES[name].list, PAGES[name]);
