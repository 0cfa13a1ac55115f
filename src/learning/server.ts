import type { ServerModule } from '#platform/server/module.ts';
import { collegeModule } from './college/server/routes.ts';
import { courseModule } from './course/server/routes.ts';
import { educationModule } from './education/server/routes.ts';
import { examModule } from './exam/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const learningModules: readonly ServerModule[] = [educationModule, examModule, courseModule, collegeModule];
