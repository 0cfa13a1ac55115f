/** Surnames of two signs; of all other names the first sign is the surname. */
export const COMPOUND_SURNAMES: ReadonlySet<string> = new Set(
  '欧阳 上官 司马 诸葛 皇甫 尉迟 公孙 令狐 长孙 慕容 宇文 司徒 夏侯 东方 端木 轩辕 万俟 单于 澹台 鲜于 闻人'.split(' '),
);

/** Pictures among the characters, and what joins or colours them; digits and rare Chinese characters are none of them. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3/u;

export const NO_EMOJI = '姓名里不能有表情符号';

/** Whether a text has an emoji: no paper and no other system takes it as a part of a name. */
export const hasEmoji = (text: string) => EMOJI.test(text);
