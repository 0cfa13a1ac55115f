export const POST_KINDS = { news: '动态', help: '求助', lesson: '经验' } as const;
export type PostKind = keyof typeof POST_KINDS;

/** Of 求助. */
export const HELP_STATES = { 0: '待回应', 1: '帮办中', 2: '已解决', 3: '已关闭' } as const;
export type HelpState = keyof typeof HELP_STATES;

/** Posts of one account a day. */
export const POSTS_A_DAY = 20;
/** Reporters from whom on a post is hidden until somebody decides. */
export const HIDING_REPORTS = 3;
/** Days after which a request that nobody answered becomes a to-do of its author's branch. */
export const UNANSWERED_DAYS = 3;

/** Whole seconds of the longest video of a post. */
export const VIDEO_SECONDS = 60;
