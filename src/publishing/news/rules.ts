import { cuesOf } from '#platform/files/subtitles.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { type CheckedPart, personalNumbers } from '#platform/text/textCheck.ts';
import { findWords, type WordMatcher } from '#platform/text/textWords.ts';

/** The kind of matters on approval processes that this module announces. */
export const ARCHIVE = 'archive';

export const COLUMN_KINDS = { article: '文章', video: '视频' } as const;
export type ColumnKind = keyof typeof COLUMN_KINDS;
export const KINDS = { ...COLUMN_KINDS, notice: '公告' } as const;
export type Kind = keyof typeof KINDS;

/** 评论 below the articles of a column. */
export const COMMENTS = { off: '不开放评论', reviewed: '先审后显示', on: '直接显示' } as const;
export type Comments = keyof typeof COMMENTS;

/** Of the text that is worked on; 已过期 follows from its last day. */
export const STATES = { 0: '草稿', 1: '待审', 2: '退回', 3: '待发布', 4: '已发布', 5: '已撤下' } as const;
export type State = keyof typeof STATES;

export const AUDIENCES = { below: '本组织及下级', all: '全平台', chosen: '指定组织' } as const;
export type Audience = keyof typeof AUDIENCES;

/** Views of the desk. */
export const VIEWS = {
  mine: '我的',
  audit: '待我审',
  scheduled: '待发布',
  published: '已发布',
  expiring: '即将过期',
  withdrawn: '已撤下',
  cleanup: '到期清理',
} as const;
export type View = keyof typeof VIEWS;

/** What can happen to an article, and from which states. */
const ARROWS = {
  edit: [0, 2, 4, 5],
  remove: [0, 2],
  submit: [0, 2],
  recall: [1, 3],
  audit: [1],
  withdraw: [4],
  restore: [5],
} as const satisfies Record<string, readonly State[]>;
export type Act = keyof typeof ARROWS;

/** Whether an act is possible in a state. */
export const mayAct = (act: Act, state: State): boolean => (ARROWS[act] as readonly State[]).includes(state);

/** Articles that stand on top of one column at the same time. */
export const MAX_TOPS = 5;
/** Days before its last one from which an article is said to run out. */
export const EXPIRING_DAYS = 7;
/** 类别: what kind of text it is. */
export const GENRES = {
  news: '工作动态',
  practice: '经验做法',
  theory: '理论文章',
  model: '先进典型',
  policy: '政策解读',
} as const;
export type Genre = keyof typeof GENRES;

/** Days after which a text that somebody kept is asked about again. */
export const KEEP_DAYS = 90;
/** Characters of the text that stand where no summary was written. */
export const SUMMARY_LENGTH = 80;

/** The summary that readers see: as written, else the text's beginning. @param words the text without tags */
export const summaryOf = (summary: string, words: string): string => {
  if (summary !== '') return summary;
  const signs = [...words];
  return signs.length > SUMMARY_LENGTH ? `${signs.slice(0, SUMMARY_LENGTH).join('')}……` : words;
};

interface Told {
  title: string;
  summary: string;
  content: string;
  note: string;
  /** WebVTT. */
  subtitles: string;
}

/** What everybody is to read of a text, part by part. `content` as HTML, plain or URL-encoded. */
const partsOf = (of: Told): CheckedPart[] => [
  { label: '标题', text: of.title },
  { label: '摘要', text: of.summary },
  { label: '正文', text: decodeHtml(of.content), html: true },
  { label: '更正说明', text: of.note },
  {
    label: '字幕',
    text: cuesOf(of.subtitles)
      .map(({ text }) => text)
      .join('\n'),
  },
];

/** The personal numbers in what is to be published, each as a sentence that names its place. */
export const findPersonalNumbers = (of: Told): string[] => personalNumbers(partsOf(of));

/** The words of the site in it: those that stop it, and those that are only said. */
export const siteWordsIn = (of: Told, match: WordMatcher) => findWords(partsOf(of), match);

/** Addresses of the module's pages; 稿件管理 is the desk of those who write, 党建资讯 the reading room. */
export const ADDRESSES = {
  desk: '/archive/article',
  deskView: (kind: Kind, id: string) => `/archive/${kind === 'video' ? 'video' : 'article'}/view/${id}`,
  read: (kind: Kind, id: string) => `/newsInformation/${kind === 'video' ? 'video' : 'article'}/view/${id}`,
} as const;

/** What 稿件统计 counts, each time that it happened. */
export const STEPS = { sent: '报送', adopted: '采用', returned: '退回' } as const;
export type Step = keyof typeof STEPS;

/** Rows up to which readers' lists are counted; beyond it they say that there are more. */
export const COUNTED = 200;
