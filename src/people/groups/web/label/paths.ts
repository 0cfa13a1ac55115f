export const LABELS = '/contentManager/label';
export const FILTER = '/contentManager/label/filter';
export const CLASSES = '/contentManager/classification';
