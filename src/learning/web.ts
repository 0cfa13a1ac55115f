import type { WebModule } from '#platform/web/module.ts';
import { collegePages } from './college/web/index.tsx';
import { coursePages } from './course/web/index.tsx';
import { educationPages } from './education/web/index.tsx';
import { examPages } from './exam/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const learningPages: readonly WebModule[] = [educationPages, examPages, coursePages, collegePages];
