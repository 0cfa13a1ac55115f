import type { Site } from './session.ts';

type Kind = Site['kind'];

/**
 * Areas that only a vocational college has (specification, section 2): students, courses, exams, special activities. Key work stands
 * there too, but committees of cities, counties and townships set it as well: it is everywhere.
 */
const COLLEGE_AREAS =
  /^\/(specialActivity|studentManage|education\/(courseManage|courseDetail|addOrUpdateCourse|statisticalLearning|learning|testCenterSxzy|testStatistics|examinationDetails|createTest|testDetail))(\/|$)/;
/** What is called otherwise there. */
const COLLEGE_TITLES: Readonly<Record<string, string>> = { 党建资讯: '党建园地' };

/** Whether a deployment of this kind has the page. */
export const hasPage = (kind: Kind, path: string): boolean => kind === 'college' || !COLLEGE_AREAS.test(path);

/** What a page or a menu entry is called in a deployment of this kind. */
export const titleForKind = (kind: Kind, title: string): string =>
  kind === 'college' ? (COLLEGE_TITLES[title] ?? title) : title;
