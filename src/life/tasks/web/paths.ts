/** The addresses of the office's pages. */
export const PATHS = {
  home: '/affairs/office',
  burden: '/affairs/office/burden',
  list: '/affairs/task/list',
  add: '/affairs/task/add',
  split: (taskId: string, circleId: string) => `/affairs/task/add/${taskId}/${circleId}`,
  edit: (id: string) => `/affairs/task/edit/${id}`,
  /** For whoever gave it. */
  detail: (id: string) => `/affairs/task/detail/${id}`,
  /** For whoever received it; with `?part=` one organisation's part. */
  view: (id: string) => `/affairs/task/view/${id}`,
  preview: (id: string) => `/affairs/task/preview/${id}`,
  /** The grid of a draft of 填表, and the sums of what came back. */
  formDesign: (id: string) => `/affairs/task/form/${id}`,
  formSum: (id: string) => `/affairs/task/sum/${id}`,
  /** The own part of a cycle. */
  finish: (id: string, circleId: string) => `/affairs/task/finish/${id}/${circleId}`,
  /** 主题党日 of an organisation that answers a task. */
  addTheme: (orgId: string, taskId: string) => `/affairs/event/addTheme/0/${orgId}/${taskId}`,
  meetings: '/affairs/meeting',
  addMeeting: (parentTaskID?: string) => `/affairs/meeting/addMeeting${parentTaskID ? `/${parentTaskID}` : ''}`,
  editMeeting: (id: string) => `/affairs/meeting/addMeeting?edit=${id}`,
  members: (id: string) => `/affairs/meeting/memberList/${id}`,
  /** `dataId`: `0` the main record, else an invitation, whose organisation's record it is. */
  meeting: (id: string, dataId = '0') => `/affairs/meeting/viewMeetingRecord/${id}/${dataId}`,
  record: (id: string, dataId = '0') => `/affairs/meeting/editeMeetingRecord/${id}/${dataId}`,
  /** Where the code on the organiser's page leads on a phone. */
  sign: (id: string, code = '') => `/m/meeting/${id}${code ? `/${code}` : ''}`,
} as const;
