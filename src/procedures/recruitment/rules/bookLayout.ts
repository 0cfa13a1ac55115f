/** What may be printed upon the official 《入党志愿书》. */
export const BOOK_FIELDS = {
  coverName: '封面姓名',
  bookNo: '封面编号',
  name: '姓名',
  gender: '性别',
  nation: '民族',
  birth: '出生年月',
  education: '学历',
  idCard: '身份证号',
  appliedOn: '申请入党日期',
  branch: '所在党支部',
  unit: '单位和职务',
  family: '家庭主要成员',
  relations: '主要社会关系',
  life: '本人经历',
  awards: '何时何地受过何种奖励、处分',
  introducers: '入党介绍人',
  resolution: '支部大会决议（接收）',
  talk: '上级谈话情况和意见',
  approval: '上级党委审批意见（接收）',
  keptResolution: '支部大会决议（转正）',
  keptApproval: '上级党委审批意见（转正）',
} as const;
export type BookField = keyof typeof BOOK_FIELDS;

/** Where a field lies: millimetres from the left and upper edge of its page, letters in points. */
export interface BookPlace {
  key: BookField;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
}
export interface BookLayout {
  /** Of a page, in mm. */
  width: number;
  height: number;
  fields: readonly BookPlace[];
}

/** Pages of the official book at most, and the smallest and largest letters that are legible in its fields. */
export const MOST_PAGES = 20;
export const LETTERS = { least: 7, most: 26 } as const;

const at = (
  key: BookField,
  page: number,
  x: number,
  y: number,
  width: number,
  height: number,
  size = 12,
): BookPlace => ({
  key,
  page,
  x,
  y,
  width,
  height,
  size,
});

/**
 * The places on A4 as the preview has its fields. The official paper differs by who printed it, so that whoever keeps the
 * templates measures it once and enters its places.
 */
export const BUILT_IN_LAYOUT: BookLayout = {
  width: 210,
  height: 297,
  fields: [
    at('coverName', 1, 90, 168, 70, 8, 15),
    at('bookNo', 1, 84, 181, 82, 8, 15),
    at('name', 2, 56, 44, 48, 6),
    at('gender', 2, 138, 44, 48, 6),
    at('nation', 2, 56, 54, 48, 6),
    at('birth', 2, 138, 54, 48, 6),
    at('education', 2, 56, 64, 48, 6),
    at('idCard', 2, 138, 64, 48, 6, 10.5),
    at('appliedOn', 2, 56, 74, 48, 6),
    at('branch', 2, 138, 74, 48, 6, 10.5),
    at('unit', 2, 56, 84, 130, 8, 10.5),
    at('family', 2, 56, 96, 130, 32, 10.5),
    at('relations', 2, 56, 132, 130, 32, 10.5),
    at('life', 2, 56, 168, 130, 62, 10.5),
    at('awards', 2, 56, 234, 130, 22, 10.5),
    at('introducers', 4, 26, 44, 158, 84),
    at('resolution', 4, 26, 158, 158, 84),
    at('talk', 5, 26, 44, 158, 58),
    at('approval', 5, 26, 128, 158, 44),
    at('keptResolution', 5, 26, 200, 158, 44),
    at('keptApproval', 6, 26, 44, 158, 64),
  ],
};

/** What is amiss with a layout, by the key of the field; `''` for the page. */
export function layoutFaults({ width, height, fields }: BookLayout): Record<string, string> {
  const faults: Record<string, string> = {};
  if (width < 100 || width > 450 || height < 100 || height > 450) faults[''] = '纸张宽和高应在100至450毫米之间';
  const seen = new Set<BookField>();
  for (const { key, page, x, y, width: w, height: h, size } of fields) {
    const label = BOOK_FIELDS[key];
    const fault = (() => {
      if (seen.has(key)) return '只能有一处';
      if (!Number.isInteger(page) || page < 1 || page > MOST_PAGES) return `页码应为1至${MOST_PAGES}`;
      if (x < 0 || y < 0 || w < 3 || h < 3) return '位置和大小不正确';
      if (x + w > width || y + h > height) return `超出纸张（${width}×${height}毫米）`;
      if (size < LETTERS.least || size > LETTERS.most) return `字号应为${LETTERS.least}至${LETTERS.most}磅`;
      // A letter is wider than none of the field, and a line of it not higher.
      return size * (25.4 / 72) > Math.min(w, h) ? '栏目放不下一个字' : '';
    })();
    seen.add(key);
    if (fault) faults[key] = `${label}：${fault}`;
  }
  return faults;
}
