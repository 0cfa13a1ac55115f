import * as trainings from '#modules/course/contract.training.ts';
import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import * as training from './service/training.ts';
import { trainingSheets } from './service/trainingSheet.ts';

const routes = [
  bind(trainings.listTrainings, training.list),
  bind(trainings.getTraining, (ctx, { id }) => training.get(ctx, id)),
  bind(trainings.trainingPeople, training.people),
  bind(trainings.addTraining, training.add),
  bind(trainings.editTraining, training.edit),
  bind(trainings.addTrainingPeople, training.addPeople),
  bind(trainings.removeTrainingPerson, training.removePerson),
  bind(trainings.withdrawTraining, training.withdraw),
  ...bindSheets(trainingSheets, trainings.HOURS_IMPORT),
];

training.announceTrainingFiles();

export const courseModule: ServerModule = {
  name: 'course',
  contract: routes.map(({ endpoint }) => endpoint),
  routes,
};
