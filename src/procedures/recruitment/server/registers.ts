import { bind } from '#platform/server/http/bind.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import { dueMonth, listDue } from '#procedures/recruitment/contract.due.ts';
import * as books from '#procedures/recruitment/contract.forms.ts';
import * as handovers from '#procedures/recruitment/contract.handover.ts';
import { DEVELOPMENT_IMPORT } from '#procedures/recruitment/contract.imports.ts';
import * as overlays from '#procedures/recruitment/contract.overlay.ts';
import * as plans from '#procedures/recruitment/contract.plan.ts';
import * as said from '#procedures/recruitment/contract.publicity.ts';
import * as settings from '#procedures/recruitment/contract.settings.ts';
import * as talks from '#procedures/recruitment/contract.talk.ts';
import * as templates from '#procedures/recruitment/contract.templates.ts';
import { proposeTraining } from '#procedures/recruitment/contract.training.ts';
import * as words from '#procedures/recruitment/contract.words.ts';
import { listDueOfMonth, listDueTerms } from './service/due.ts';
import * as forms from './service/forms.ts';
import * as handover from './service/handover.ts';
import { developmentSheets } from './service/imports.ts';
import * as objection from './service/objection.ts';
import * as overlay from './service/overlay.ts';
import * as plan from './service/plan.ts';
import * as setting from './service/settings.ts';
import * as talk from './service/talk.ts';
import * as template from './service/template.ts';
import { trainingProposal } from './service/training.ts';
import * as word from './service/words.ts';

export const registerRoutes = [
  ...bindSheets(developmentSheets, DEVELOPMENT_IMPORT),
  bind(listDue, listDueTerms),
  bind(dueMonth, listDueOfMonth),
  bind(said.listPublicity, objection.publicities),
  bind(said.sayObjection, objection.say, objection.admitObjection),
  bind(said.readObjections, objection.objections),
  bind(said.checkObjection, objection.check),
  bind(plans.listPlan, plan.plan),
  bind(plans.setPlan, plan.set),
  bind(plans.listCalendars, plan.calendars),
  bind(plans.saveCalendar, plan.saveYear),
  bind(settings.getRuleSettings, setting.settings),
  bind(settings.saveRuleSettings, setting.save),
  bind(books.listForms, forms.forms),
  bind(books.addForms, forms.add),
  bind(books.handForms, forms.handOnForms),
  bind(books.changeForm, forms.change),
  bind(handovers.listHandovers, handover.handovers),
  bind(handovers.signHandover, handover.sign),
  bind(handovers.printHandover, handover.print),
  bind(proposeTraining, trainingProposal),
  bind(templates.listTemplates, template.list),
  bind(templates.getTemplate, template.get),
  bind(templates.saveTemplate, template.save),
  bind(templates.restoreTemplate, template.restore),
  bind(templates.previewTemplate, template.preview),
  bind(words.listWords, word.list),
  bind(words.wordChoices, word.choices),
  bind(words.addWord, word.add),
  bind(words.replaceWord, word.replace),
  bind(words.restoreWord, word.restore),
  bind(words.retireWord, word.retire),
  bind(words.previewWord, word.preview),
  bind(words.printWord, word.print),
  bind(overlays.getBookLayout, overlay.getLayout),
  bind(overlays.saveBookLayout, overlay.saveLayout),
  bind(overlays.previewBookLayout, overlay.previewLayout),
  bind(overlays.listPrinters, overlay.listPrinters),
  bind(overlays.savePrinter, overlay.savePrinter),
  bind(overlays.removePrinter, overlay.removePrinter),
  bind(overlays.printCalibration, overlay.calibration),
  bind(overlays.checkOverlay, overlay.check),
  bind(overlays.printOverlay, overlay.print),
  bind(overlays.printOverlayFull, overlay.printFull),
  bind(talks.ownTalks, talk.mine),
  bind(talks.fileTalk, talk.ofFile),
  bind(talks.arrangeTalk, talk.arrange),
  bind(talks.answerTalk, talk.answer),
  bind(talks.moveTalk, talk.move),
  bind(talks.cancelTalk, talk.cancel),
];
