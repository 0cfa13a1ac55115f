/** The module's name on to-dos. */
export const MODULE = '数据中心';

/** First parts of subjects: what an organisation has to fill in, what is late below whoever gave it. */
export const FILL = 'dataCentreFill';
export const LATE = 'dataCentreLate';
/** A filling before whoever looks at it. */
export const decideSubject = (fillId: string) => `dataCentreDecide:${fillId}`;
export const fillSubject = (fillId: string) => `${FILL}:${fillId}`;

/** Where to-dos and notices lead. */
export const FILL_PATH = '/tablemanager/tablelist/fill/';
export const fillPath = (id: string) => `${FILL_PATH}${id}`;
export const VIEW_PATH = '/tablemanager/tablelist/view/';
export const viewPath = (id: string) => `${VIEW_PATH}${id}`;
export const TABLE_PATH = '/tablemanager/tablelist/browse/';
