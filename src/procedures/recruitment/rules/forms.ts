/** The printed forms of the way, by step; filled from the file, blank where it says nothing yet. */
export const FORMS = {
  receipt: { label: '入党申请回执', no: 1 },
  talk: { label: '入党申请人谈话记录', no: 2, numbered: true },
  training: { label: '入党积极分子培养教育考察登记表', no: 6, numbered: true },
  publicity: { label: '公示情况报告', no: 8 },
  letter: { label: '政治审查函调信', no: 10 },
  review: { label: '政治审查结论', no: 10, numbered: true },
  certificate: { label: '集中培训结业证明', no: 11 },
  prereview: { label: '预审请示和意见', no: 13, numbered: true },
  ballot: { label: '票决单', no: 15 },
  resolution: { label: '支部大会决议', no: 15 },
  approval: { label: '接收预备党员审批通知', no: 17 },
  filing: { label: '预备党员备案表', no: 18, numbered: true },
  probation: { label: '预备党员教育考察登记表', no: 21, numbered: true },
  conversion: { label: '转正申请书', no: 22 },
} as const satisfies Record<string, { label: string; no: number; numbered?: true }>;
export type FormName = keyof typeof FORMS;

/** Whether the id card number stands on a form: only there a full one is asked for. */
export const isNumbered = (form: FormName): boolean => 'numbered' in FORMS[form];
