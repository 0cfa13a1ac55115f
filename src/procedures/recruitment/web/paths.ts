/** Lists by the stage that they hold, under the routes of the specification. */
export const LISTS = {
  applicant: { stage: 5, title: '入党申请人' },
  activist: { stage: 4, title: '入党积极分子' },
  developmentTarget: { stage: 3, title: '发展对象' },
  probationary: { stage: 2, title: '预备党员' },
} as const;
export type ListName = keyof typeof LISTS;

const ROOT = '/affairs/recruitment';
export const PATHS = {
  page: `${ROOT}/:page`,
  overview: `${ROOT}/overview`,
  list: (name: ListName) => `${ROOT}/${name}`,
  /** Read without signing in. */
  publicity: (code: string) => `/gongshi/${code}`,
  due: `${ROOT}/due`,
  talks: `${ROOT}/talks`,
  meetings: `${ROOT}/meetings`,
  /** A new meeting of a branch, about several people. */
  addMeeting: (orgId: string) => `${ROOT}/meetings/add/${orgId}`,
  handovers: `${ROOT}/handovers`,
  plan: `${ROOT}/plan`,
  rules: `${ROOT}/rules`,
  forms: `${ROOT}/forms`,
  templates: `${ROOT}/templates`,
  /** Sheets of past steps, trainings and inspections. */
  imports: `${ROOT}/imports`,
  /** Printers that were calibrated for the official 志愿书, and where its fields lie. */
  printers: `${ROOT}/printers`,
  bookLayout: `${ROOT}/bookLayout`,
  /** The wording of one form. */
  template: (form: string) => `${ROOT}/template/${form}`,
  publicities: `${ROOT}/publicity`,
  corrections: `${ROOT}/corrections`,
  board: `${ROOT}/InPhase`,
  /** The whole file, named by the query `id`. */
  detailInfo: `${ROOT}/detailInfo`,
  /** Registering somebody, and 补录 of the person named by the query `id`. */
  register: `${ROOT}/addUpdatePage`,
  /** Papers of the file named by the query `id`. */
  papers: `${ROOT}/pdfReportPage`,
  application: (id: string) => `${ROOT}/applyJoinDetail/${id}`,
  detail: (name: ListName, id: string) => `${ROOT}/${name}/${id}`,
  add: (name: ListName, orgId: string) => `${ROOT}/${name}/add/${orgId}`,
  edit: (name: ListName, ids: readonly string[] | ':ids') =>
    `${ROOT}/${name}/edit/${typeof ids === 'string' ? ids : ids.join(',')}`,
  correct: (memberId: string) => `${ROOT}/correct/${memberId}`,
  work: (id: string, category: number | string) => `${ROOT}/steps/${id}/${category === 1 ? 2 : category}`,
} as const;

/** The list of a stage. */
export const listOf = (stage: number): ListName =>
  (Object.keys(LISTS) as ListName[]).find((name) => LISTS[name].stage === stage) ?? 'applicant';
