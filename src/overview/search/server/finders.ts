import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { documentsById, type FoundDocument, searchDocuments } from '#kernel/help/server/index.ts';
import { type FoundNotice, noticesById, searchNotices } from '#kernel/message/server/index.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { type DocumentRecord, findForReader, pageForReader } from '#learning/education/server/index.ts';
import { type FoundMeeting, type FoundTask, searchMeetings, searchTasks } from '#life/tasks/server/index.ts';
import type { Hit, SearchKind } from '#overview/search/contract.ts';
import type { Asked } from '#overview/search/rules.ts';
import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { normaliseIdCard } from '#people/member/rules/idCard.ts';
import { type FoundPerson, type PersonAsked, peopleById, searchPeople } from '#people/member/server/index.ts';
import { idCardIndex, phoneIndex } from '#people/member/server/rowMapper.ts';
import {
  type FoundOrg,
  type FoundUnit,
  orgsById,
  searchOrgs,
  searchUnits,
  unitsById,
} from '#people/org/server/index.ts';
import type { Ctx } from '#platform/server/context.ts';
import {
  findRead,
  newsByIds,
  pageOfMine,
  pageOfNews,
  type ReadRecord,
  type ShortNews,
} from '#publishing/news/server/index.ts';

/** A hit before the words are marked in it. */
export type Found = Omit<Hit, 'mark'>;

/** How one kind of thing is found. Rights and scope are those of its own pages. */
export interface Finder {
  kind: SearchKind;
  /** Whether the role opens this kind of thing at all. */
  open: (ctx: Ctx) => boolean;
  /** The first `limit` in the scope; numbers of people find people alone. */
  find: (ctx: Ctx, wanted: Asked, limit: number) => Promise<Found[]>;
  /** Those of the ids that are still there for this session. */
  known: (ctx: Ctx, ids: readonly string[]) => Promise<Found[]>;
}

const isNumber = ({ by }: Asked) => by === 'idCard' || by === 'phone';

const personHit = ({ id, name, category, orgName }: FoundPerson): Found => ({
  kind: 'member',
  id,
  title: name,
  detail: [orgName, PERSON_CATEGORIES[category as keyof typeof PERSON_CATEGORIES]].filter(Boolean).join('，'),
});

function personAsked({ vault }: Ctx, { by, words }: Asked): PersonAsked {
  switch (by) {
    case 'idCard':
      return { by, index: idCardIndex(vault, normaliseIdCard(words)) };
    case 'phone':
      return { by, index: phoneIndex(vault, words) };
    case 'letters':
      return { by: 'pinyin', letters: words };
    default:
      return { by: 'name', part: words };
  }
}

/** Workers need the right to read people; anybody else has the own record by scope alone. */
const people: Finder = {
  kind: 'member',
  open: (ctx) => ctx.scope.memberId !== null || ctx.may('member:read'),
  find: async (ctx, wanted, limit) =>
    (await searchPeople(ctx.db, ctx.scope, personAsked(ctx, wanted), limit)).map(personHit),
  known: async (ctx, ids) => (await peopleById(ctx.db, ctx.scope, ids)).map(personHit),
};

const orgHit = ({ id, name, parentName }: FoundOrg): Found => ({
  kind: 'org',
  id,
  title: name,
  detail: parentName ?? '',
});

const organisations: Finder = {
  kind: 'org',
  open: (ctx) => ctx.may('org:read'),
  find: async (ctx, wanted, limit) =>
    isNumber(wanted) ? [] : (await searchOrgs(ctx.db, ctx.scope, wanted.words, limit)).map(orgHit),
  known: async (ctx, ids) => (await orgsById(ctx.db, ctx.scope, ids)).map(orgHit),
};

const unitHit = ({ id, name, orgName }: FoundUnit): Found => ({ kind: 'unit', id, title: name, detail: orgName });

const units: Finder = {
  kind: 'unit',
  open: (ctx) => ctx.may('org:read'),
  find: async (ctx, wanted, limit) =>
    isNumber(wanted) ? [] : (await searchUnits(ctx.db, ctx.scope, wanted.words, limit)).map(unitHit),
  known: async (ctx, ids) => (await unitsById(ctx.db, ctx.scope, ids)).map(unitHit),
};

async function noticeHits(ctx: Ctx, found: readonly FoundNotice[]): Promise<Found[]> {
  const names = await dictionaryNames(ctx.services);
  return found.map(({ id, type, title, createdAt }) => ({
    kind: 'notice',
    id,
    title,
    detail: [names.name('0178', type), day(createdAt)].filter(Boolean).join('，'),
  }));
}

const day = (at: Date) => at.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

const notices: Finder = {
  kind: 'notice',
  open: (ctx) => ctx.may('message:read'),
  find: async (ctx, wanted, limit) =>
    isNumber(wanted) ? [] : noticeHits(ctx, await searchNotices(ctx.db, ctx.session.accountId, wanted.words, limit)),
  known: async (ctx, ids) => noticeHits(ctx, await noticesById(ctx.db, ctx.session.accountId, ids)),
};

/** Words of a text: neither numbers nor pinyin find one. */
const isText = ({ by }: Asked) => by === 'signs';

const announcements: Finder = {
  kind: 'announcement',
  open: (ctx) => ctx.may('dj:djzx'),
  find: async (ctx, wanted, limit) => {
    if (isNumber(wanted)) return [];
    const filter = { unread: false, type: null, words: wanted.words };
    const { rows } = await pageOfMine(ctx.db, ctx.session.accountId, filter, limit, 0);
    return rows.map(announcementHit);
  },
  known: async (ctx, ids) => {
    const own = await Promise.all(ids.map((id) => findRead(ctx.db, ctx.session, null, id)));
    return own.filter((one) => one !== undefined).map(announcementHit);
  },
};

const announcementHit = ({ id, title, orgName, publishedAt }: ReadRecord): Found => ({
  kind: 'announcement',
  id,
  title,
  detail: `${orgName}，${day(publishedAt)}`,
});

const newsHit = (of: ShortNews): Found => ({
  kind: 'news',
  id: of.id,
  title: of.title,
  detail: [of.columnName, day(of.publishedAt)].filter(Boolean).join('，'),
});

const news: Finder = {
  kind: 'news',
  open: (ctx) => ctx.may('dj:djzx'),
  find: async (ctx, wanted, limit) => {
    if (!isText(wanted)) return [];
    const filter = { columnId: null, kind: null, label: null, words: wanted.words };
    return (await pageOfNews(ctx.db, ctx.session, filter, limit, 0)).rows.map(newsHit);
  },
  known: async (ctx, ids) => (await newsByIds(ctx.db, ctx.session.orgCode, ids)).map(newsHit),
};

const documentHit = ({ id, title, folderName, orgName, excerpt }: DocumentRecord & { excerpt?: string }): Found => ({
  kind: 'document',
  id,
  title,
  detail: excerpt ? `文中：…${excerpt.slice(0, 60)}…` : `${folderName}，${orgName}`,
});

const documents: Finder = {
  kind: 'document',
  open: (ctx) => ctx.may('dj:zhjy'),
  find: async (ctx, wanted, limit) => {
    if (!isText(wanted)) return [];
    const filter = { view: 'all' as const, folderId: null, words: wanted.words };
    return (await pageForReader(ctx.db, ctx.session, filter, limit, 0)).rows.map(documentHit);
  },
  known: async (ctx, ids) => {
    const own = await Promise.all(ids.map((id) => findForReader(ctx.db, ctx.session, id)));
    return own.filter((one) => one !== undefined).map(documentHit);
  },
};

const taskHit = ({ id, title, orgName, endsOn, isDraft }: FoundTask): Found => ({
  kind: 'task',
  id,
  title,
  detail: `${orgName}，${isDraft ? '草稿' : `${endsOn}截止`}`,
});

const tasks: Finder = {
  kind: 'task',
  open: (ctx) => ctx.scope.memberId === null && ctx.may('task:read'),
  find: async (ctx, wanted, limit) =>
    isText(wanted)
      ? (await searchTasks(ctx.db, ctx.scope, ctx.session.orgId, { words: wanted.words }, limit)).map(taskHit)
      : [],
  known: async (ctx, ids) =>
    (await searchTasks(ctx.db, ctx.scope, ctx.session.orgId, { ids }, ids.length)).map(taskHit),
};

const meetingHit = ({ id, title, orgName, startsAt }: FoundMeeting): Found => ({
  kind: 'workMeeting',
  id,
  title,
  detail: `${orgName}，${day(startsAt)}`,
});

const workMeetings: Finder = {
  kind: 'workMeeting',
  open: (ctx) => ctx.scope.memberId === null && ctx.may('task:read'),
  find: async (ctx, wanted, limit) =>
    isText(wanted)
      ? (await searchMeetings(ctx.db, ctx.scope, ctx.session.orgId, { words: wanted.words }, limit)).map(meetingHit)
      : [],
  known: async (ctx, ids) =>
    (await searchMeetings(ctx.db, ctx.scope, ctx.session.orgId, { ids }, ids.length)).map(meetingHit),
};

const helpHit = ({ id, title }: FoundDocument): Found => ({ kind: 'help', id, title, detail: '' });

const help: Finder = {
  kind: 'help',
  // The member role has no way to the help (specification, section 6).
  open: (ctx) => ctx.session.roleId !== ROLE.member,
  find: async (ctx, wanted, limit) =>
    isNumber(wanted) ? [] : (await searchDocuments(ctx.db, wanted.words, limit)).map(helpHit),
  known: async (ctx, ids) => (await documentsById(ctx.db, ids)).map(helpHit),
};

/** In the order of the answer. */
export const finders: readonly Finder[] = [
  people,
  organisations,
  units,
  notices,
  announcements,
  tasks,
  workMeetings,
  news,
  documents,
  help,
];
