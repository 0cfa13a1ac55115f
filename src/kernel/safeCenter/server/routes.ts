import {
  changeCurrentPassword,
  checkAnswers,
  checkRetrieval,
  confirmOwnPassword,
  confirmPhone,
  getOwnPhone,
  getQuestions,
  questionsOf,
  resetPassword,
  sendPhoneCode,
  setQuestions,
} from '#kernel/safeCenter/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as phone from './phone.ts';
import { deleteExpired } from './queries.ts';
import * as questions from './questions.ts';
import { checkIdentity, prepareReset, questionsFor, reset } from './retrieval.ts';
import { changePassword, prepareChange } from './service.ts';
import { safeCenterTables } from './tables.ts';

export const safeCenterModule: ServerModule = {
  name: 'safeCenter',
  tables: safeCenterTables,
  routes: [
    bind(changeCurrentPassword, changePassword, prepareChange),
    bind(getQuestions, questions.ownQuestions),
    bind(confirmOwnPassword, questions.givePasswordProof, questions.preparePassword),
    bind(checkAnswers, questions.giveAnswersProof, questions.prepareAnswers),
    bind(setQuestions, questions.writeOwnQuestions, questions.prepareQuestions),
    bind(getOwnPhone, phone.ownPhone),
    bind(sendPhoneCode, phone.sendCodeTo),
    bind(confirmPhone, phone.confirmOwnPhone, phone.preparePhone),
    bind(questionsOf, questionsFor),
    bind(checkRetrieval, checkIdentity),
    bind(resetPassword, reset, prepareReset),
  ],
  recurring: [{ name: 'safeCenter.clean', everySeconds: 600, run: ({ db }) => deleteExpired(db) }],
  announce() {
    describeFields('secretQuestion', { questions: { label: '密保问题' } });
  },
};
