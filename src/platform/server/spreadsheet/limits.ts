const MIB = 1024 * 1024;

/**
 * The limits of a table that is read. The limits of texts bound the memory: only a workbook's shared texts and the current row are
 * held.
 */
export const LIMITS = {
  /** Bytes of all parts of an archive, unpacked. */
  unpacked: 200 * MIB,
  /** Parts of an archive. */
  parts: 2000,
  /** Bytes of a part that is kept: texts that cells share, styles, names of sheets. */
  keptPart: 48 * MIB,
  /** Texts that cells share. */
  sharedTexts: 1_000_000,
  /** Signs of all shared texts together. */
  sharedSigns: 16 * MIB,
  /** Signs of a cell; a spreadsheet program holds no more either. */
  cellSigns: 32_767,
  /** Signs of all cells together: a shared text stands in as many cells as somebody likes. */
  signs: 64 * MIB,
  /** Bytes of an old workbook, which is held whole. */
  xls: 8 * MIB,
  columns: 100,
  /** The columns that a spreadsheet program has. */
  allColumns: 16_384,
  rows: 200_000,
} as const;

export const TOO_MUCH = '文件展开后过大，请分成几个文件导入';
export const TOO_LONG = '表格里的文字太多，请分成几个文件导入';
export const BROKEN = '文件已损坏，不能打开';
export const XLS_TOO_LARGE = '旧格式的表格（xls）太大，请用表格软件另存为 xlsx 后再导入';

/** Thrown with a sentence when a file cannot be read. */
export class Refused extends Error {}
