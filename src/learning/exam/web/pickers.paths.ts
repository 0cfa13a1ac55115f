/** The addresses of the module's pages. */
export const PATHS = {
  centre: '/education/examination',
  libEdit: (id: string) => `/education/questions/edit/${id}`,
  lib: (id: string) => `/education/questions/detail/${id}`,
  paperAdd: '/education/paper/add',
  paper: (id: string) => `/education/paper/edit/${id}`,
  analysis: (examId: string, paperId: string) => `/education/paper/analysis/${examId}/${paperId}`,
  exam: '/education/exam/add/index',
  follow: '/education/exam/follow/index',
  imports: '/education/exam/imports',
  take: (id: string) => `/education/exam/take/${id}`,
  mark: (id: string) => `/education/exam/mark/${id}`,
} as const;
