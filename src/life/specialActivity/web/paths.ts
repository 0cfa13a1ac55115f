import { pathWithQuery } from '#platform/web/route/navigation.ts';

const BASE = '/specialActivity';

/** Where the pages of 专项活动 stand; the specification names no parameter, so that ids are in the query. */
export const PATHS = {
  list: `${BASE}/activityManage`,
  form: `${BASE}/addSpecialActivity`,
  activity: `${BASE}/specialActivityView`,
  open: `${BASE}/specialActivityFiles`,
  openView: `${BASE}/attachmentView`,
  certificates: `${BASE}/myCertificate`,
  materials: `${BASE}/attachmentFiles`,
  material: `${BASE}/attachmentFilesView`,
  handIn: `${BASE}/addAttachment`,
  conditions: `${BASE}/attachmentCondition`,
  activityOf: (id: string) => pathWithQuery(`${BASE}/specialActivityView`, { id }),
  openOf: (id: string) => pathWithQuery(`${BASE}/attachmentView`, { id }),
  materialOf: (id: string) => pathWithQuery(`${BASE}/attachmentFilesView`, { id }),
  materialsOfPart: (partId: string) => pathWithQuery(`${BASE}/attachmentFiles`, { partId }),
  materialsOfActivity: (activityId: string, standing?: string) =>
    pathWithQuery(`${BASE}/attachmentFiles`, { activityId, standing }),
  handInOf: (id: string) => pathWithQuery(`${BASE}/addAttachment`, { id }),
  conditionsOf: (activityId: string, standing?: string) =>
    pathWithQuery(`${BASE}/attachmentCondition`, { activityId, standing }),
} as const;
