/** Where a user group is edited; `id` stands in the query, none for a new one. */
export const groupPath = '/popedom/user/group/edit';
