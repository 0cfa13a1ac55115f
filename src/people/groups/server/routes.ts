import * as classes from '#people/groups/contract.classes.ts';
import * as groups from '#people/groups/contract.groups.ts';
import * as labels from '#people/groups/contract.labels.ts';
import * as people from '#people/groups/contract.people.ts';
import * as words from '#people/groups/contract.words.ts';
import { announceLabels } from '#people/member/server/personLabels.ts';
import { announceBelonging } from '#people/org/server/belongings.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { WORD_KINDS } from '#platform/text/textWords.ts';
import { groupsRights } from '../rules.rights.ts';
import { markedMembers } from './markedMembers.ts';
import { registerMarkedKind } from './marks.ts';
import { labelsOfPeople } from './queries/personLabels.ts';
import * as classService from './service/classes.ts';
import { groupBelonging } from './service/groupHandover.ts';
import * as groupService from './service/groups.ts';
import * as labelService from './service/labels.ts';
import * as peopleService from './service/people.ts';
import * as wordService from './service/words.ts';
import { groupsTables } from './tables.ts';

export const groupsModule: ServerModule = {
  name: 'groups',
  rights: groupsRights,
  tables: groupsTables,
  routes: [
    bind(words.listWords, wordService.words),
    bind(words.usedWords, wordService.listUsedWords),
    bind(words.createWord, wordService.create),
    bind(words.updateWord, wordService.update),
    bind(words.removeWord, wordService.remove),
    bind(words.importWords, wordService.importWords),
    bind(words.exportWords, wordService.exported),
    bind(people.searchPeople, (ctx, input) => peopleService.people(ctx, input)),
    bind(people.canAuthorizeList, peopleService.authorisable),
    bind(people.groupMembers, peopleService.groupMembers),
    bind(people.groupPeople, peopleService.groupPeople),
    bind(people.groupList, peopleService.groupList),
    bind(people.groupsByType, peopleService.groupsByType),
    bind(groups.listGroups, groupService.groups),
    bind(groups.getGroup, (ctx, { id }) => groupService.group(ctx, id)),
    bind(groups.groupById, (ctx, { groupId }) => groupService.peopleOfGroup(ctx, groupId)),
    bind(groups.createGroup, groupService.addGroup),
    bind(groups.updateGroup, groupService.editGroup),
    bind(groups.removeGroup, (ctx, { id, deleteReason }) => groupService.removeGroup(ctx, id, deleteReason)),
    bind(labels.listLabels, labelService.labels),
    bind(labels.labelChoices, labelService.labelChoices),
    bind(labels.labelledRows, labelService.rowsByMarks),
    bind(labels.getLabel, (ctx, { id }) => labelService.label(ctx, id)),
    bind(labels.createLabel, labelService.addLabel),
    bind(labels.updateLabel, labelService.editLabel),
    bind(labels.removeLabel, (ctx, { id, deleteReason }) => labelService.dropLabel(ctx, id, deleteReason)),
    bind(labels.mergeLabels, labelService.merge),
    bind(labels.checkLabel, labelService.checkLabel),
    bind(labels.checkKeyword, labelService.checkKeyword),
    bind(classes.listClasses, classService.classes),
    bind(classes.createClass, classService.addClass),
    bind(classes.updateClass, classService.editClass),
    bind(classes.removeClass, (ctx, { id, deleteReason }) => classService.dropClass(ctx, id, deleteReason)),
  ],
  announce() {
    registerMarkedKind(groupService.markedGroups);
    registerMarkedKind(markedMembers);
    announceLabels(labelsOfPeople);
    announceBelonging(groupBelonging);
    registerRecycleKind(groupService.recycledGroups);
    registerRecycleKind(labelService.recycledLabels);
    registerRecycleKind(classService.recycledClasses);
    describeFields('textWord', {
      kind: { label: '类型', values: WORD_KINDS },
      word: { label: '词' },
      proper: { label: '规范写法' },
      note: { label: '说明' },
      imported: { label: '导入（个）' },
    });
    classService.announceClasses();
    groupService.announceGroups();
    labelService.announceLabels();
  },
};
