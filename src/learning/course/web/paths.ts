/** The addresses of the pages of 线下培训. */
export const PATHS = {
  trainings: '/education/training',
  add: '/education/training/add',
  view: (id: string) => `/education/training/${id}`,
  edit: (id: string) => `/education/training/edit/${id}`,
  imports: '/education/training/import',
} as const;
