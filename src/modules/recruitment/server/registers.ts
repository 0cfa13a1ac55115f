import { dueContract, listDue } from '#modules/recruitment/contract.due.ts';
import * as books from '#modules/recruitment/contract.forms.ts';
import * as handovers from '#modules/recruitment/contract.handover.ts';
import * as plans from '#modules/recruitment/contract.plan.ts';
import * as said from '#modules/recruitment/contract.publicity.ts';
import * as talks from '#modules/recruitment/contract.talk.ts';
import * as templates from '#modules/recruitment/contract.templates.ts';
import { proposeTraining, trainingContract } from '#modules/recruitment/contract.training.ts';
import { bind } from '#platform/server/bind.ts';
import { due } from './service/due.ts';
import * as forms from './service/forms.ts';
import * as handover from './service/handover.ts';
import * as objection from './service/objection.ts';
import * as plan from './service/plan.ts';
import * as talk from './service/talk.ts';
import * as template from './service/template.ts';
import { propose } from './service/training.ts';

/** The calls about all files together: terms, 公示, plan, calendar and numbers. */
export const registerContract = [
  ...dueContract,
  ...said.publicityContract,
  ...plans.planContract,
  ...books.formsContract,
  ...handovers.handoverContract,
  ...talks.talkContract,
  ...trainingContract,
  ...templates.templateContract,
];
export const registerRoutes = [
  bind(listDue, due),
  bind(said.listPublicity, objection.publicities),
  bind(said.sayObjection, objection.say, objection.admitObjection),
  bind(said.readObjections, objection.objections),
  bind(said.checkObjection, objection.check),
  bind(plans.listPlan, plan.plan),
  bind(plans.setPlan, plan.set),
  bind(plans.listCalendars, plan.calendars),
  bind(plans.saveCalendar, plan.saveYear),
  bind(books.listForms, forms.forms),
  bind(books.addForms, forms.add),
  bind(books.handForms, forms.hand),
  bind(books.changeForm, forms.change),
  bind(handovers.listHandovers, handover.handovers),
  bind(handovers.signHandover, handover.sign),
  bind(handovers.printHandover, handover.print),
  bind(proposeTraining, propose),
  bind(templates.listTemplates, template.list),
  bind(templates.getTemplate, template.get),
  bind(templates.saveTemplate, template.save),
  bind(templates.restoreTemplate, template.restore),
  bind(templates.previewTemplate, template.preview),
  bind(talks.ownTalks, talk.mine),
  bind(talks.fileTalk, talk.ofFile),
  bind(talks.arrangeTalk, talk.arrange),
  bind(talks.answerTalk, talk.answer),
  bind(talks.moveTalk, talk.move),
  bind(talks.cancelTalk, talk.cancel),
];
