const MIB = 1024 * 1024;
/** The limits of a document that is filled: it is held whole in memory meanwhile. Bytes, and the tags and braces of its texts. */
export const WORD_LIMITS = { bytes: 5 * MIB, unpacked: 40 * MIB, text: 4 * MIB, tags: 100_000, braces: 4000 } as const;
export const TOO_LARGE = '文档太大，请删减图片，文件不超过5MB、展开后不超过40MB';
