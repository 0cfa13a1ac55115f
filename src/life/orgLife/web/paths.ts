import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** The addresses of the pages of 组织生活; a meeting's own is `meetingPath` of the rules. */
export const PATHS = {
  list: '/affairs/event',
  meetings: (query: Record<string, string | undefined> = {}) =>
    pathWithQuery('/affairs/event', { tab: 'meetings', ...query }),
  owed: (query: Record<string, string | undefined>) => pathWithQuery('/affairs/event', { tab: 'owed', ...query }),
  matrix: (query: Record<string, string | undefined>) => pathWithQuery('/affairs/event', { tab: 'matrix', ...query }),
  year: (orgId: string | undefined) => pathWithQuery('/affairs/event', { tab: 'year', orgId }),
  /** The form of a new meeting with its type and period filled in; `from`: a copy of that one. */
  add: (orgId: string, { type, period, from = '0' }: { type?: number; period?: string; from?: string } = {}) =>
    pathWithQuery(`/affairs/event/${type === 4 ? 'addTheme' : 'addMeeting'}/${from}/${orgId}`, {
      type: type === undefined ? undefined : String(type),
      period,
    }),
  talks: (orgId: string | undefined, year?: string) => pathWithQuery('/affairs/event', { tab: 'talks', orgId, year }),
  /** Who has and who has not done what a cell asks of people, by name. */
  names: ({ type, orgId, period }: { type: number; orgId: string; period: string }) =>
    type === 12
      ? PATHS.talks(orgId, period)
      : pathWithQuery('/affairs/event', { tab: 'leaders', orgId, year: period, own: '1' }),
  edit: (id: string, orgId: string) => `/affairs/event/updateMeeting/${id}/${orgId}`,
  /** Where the matter of a meeting of type 6, 7 or 8 is written. */
  matter: (id: string, type: number, orgId: string) =>
    `/affairs/event/${type === 8 ? 'editDemocraticAppraisal' : type === 7 ? 'editDemocraticLifeMeeting' : 'editOrgLifeMeeting'}/${id}/${orgId}`,
  locks: (year?: string) => pathWithQuery('/affairs/event', { tab: 'locks', year }),
  leaders: (orgId?: string, year?: string, own?: string) =>
    pathWithQuery('/affairs/event', { tab: 'leaders', orgId, year, own }),
  silent: '/affairs/event?tab=silent',
  rules: '/affairs/event?tab=rules',
  stars: '/affairs/event?tab=stars',
  /** The items of a contest; `0`: a new one. */
  contest: (id: string) => `/affairs/event/editFiveStarContests/${id}`,
  scores: (id: string) => `/affairs/event/scoreList/${id}`,
  /** The vote about somebody at a meeting's topic 发展党员; `0`: chosen there. */
  develop: (meetingId: string, fileId = '0', stage = '0') =>
    `/affairs/event/developPartyMember/${fileId}/${stage}/${meetingId}`,
  run: (id: string) => `/affairs/event/meeting/${id}`,
  sign: (id: string, code: string) => `/m/sign/${id}/${code}`,
  own: '/partyMember/orgLife',
} as const;
