/** Pictures among the characters, and what joins or colours them; digits and rare Chinese characters are none of them. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3/u;

export const NO_EMOJI = '姓名里不能有表情符号';

/** Whether a text has an emoji: no paper and no other system takes it as a part of a name. */
export const hasEmoji = (text: string) => EMOJI.test(text);
