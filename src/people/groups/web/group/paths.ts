export const GROUPS = '/contentManager/group';
/** Stands in the place of an id while a group is added. */
export const ADD = 'add';
export const editPath = (id: string) => `${GROUPS}/edit/${id}`;
export const detailPath = (id: string) => `${GROUPS}/detail/${id}`;
