import type { Services } from '#platform/server/context.ts';
import { openPool } from '#platform/server/database/db.ts';
import { freezeYearsOnce } from './annual.ts';
import { holdBallotsOnce } from './ballots.ts';
import { hangBoxMediaOnce } from './boxMedia.ts';
import { openCollegeOnce } from './collegeCourses.ts';
import { openCoursesOnce } from './courses.ts';
import { fillKnowledgeOnce } from './knowledge.ts';
import { hangLessonsOnce } from './lessons.ts';
import { hangFilmsOnce } from './newsFilms.ts';
import { offerPackagesOnce } from './packages.ts';
import { hangPicturesOnce } from './pictures.ts';
import { handPapersOnce } from './recruitmentPapers.ts';
import { openSchoolOnce } from './school.ts';
import { openSpecialOnce } from './special.ts';
import { seedDemoOnce } from './start.ts';
import { pictureCasesOnce } from './trinityFiles.ts';

/** Fills the demo, each part once a deployment. A start that is ended in between goes on with the next one. */
export async function fillDemo(services: Services, ownerUrl: string): Promise<void> {
  await seedAsOwner(services, ownerUrl);
  await hangPicturesOnce(services);
  await hangLessonsOnce(services);
  await hangBoxMediaOnce(services);
  await hangFilmsOnce(services);
  await fillKnowledgeOnce(services);
  await handPapersOnce(services);
  await openCoursesOnce(services);
  await openSchoolOnce(services);
  await openCollegeOnce(services);
  await openSpecialOnce(services);
  await offerPackagesOnce(services);
  await pictureCasesOnce(services);
  await holdBallotsOnce(services);
  await freezeYearsOnce(services);
}

/** A fresh demo is told to the planner as well, which the owner of the tables alone may do. */
async function seedAsOwner(services: Services, ownerUrl: string): Promise<void> {
  // One writes the city and stays open; what waits is asked for in a transaction of its own, which may read beside itself.
  const { pool } = openPool(ownerUrl, { max: 4 });
  await seedDemoOnce(services, pool).finally(() => pool.end());
}
