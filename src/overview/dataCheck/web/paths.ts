/** The pages of 数据管理; 导出列表 beside it is `job`'s. */
export const PATHS = { check: '/dataManage/dataCheck' } as const;
