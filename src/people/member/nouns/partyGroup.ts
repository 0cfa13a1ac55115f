import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, line, organisation, refers } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { getMember, listMembers } from '../contract.ts';

/** 党小组: a part of a branch with its own monthly meeting; whoever belongs to it is chosen on its page. */
export const partyGroup = noun({
  name: 'partyGroup',
  label: '党小组',
  table: 'party_group',
  title: 'name',
  access: { read: 'member:read', write: 'member:write', remove: 'member:write' },
  fields: {
    orgId: organisation('所属党支部'),
    name: line('党小组名称', { required: true, max: 30, hint: '例如：第一党小组' }),
    leaderId: refers('组长', 'member', { hint: '从本支部党员中选一名' }),
    foundedOn: day('划分日期', { hint: '自次月起每月应开党小组会' }),
  },
  sections: { 基本信息: ['orgId', 'name', 'leaderId', 'foundedOn'] },
  list: ['name', 'leaderId', 'orgId', 'foundedOn'],
  shown: { people: z.number() },
});

export const partyGroupCalls = nounCalls(partyGroup, {
  path: '/api/dyxx/partyGroup',
  stale: () => [groupPeople, listMembers, getMember],
});

export const groupPeople = endpoint({
  method: 'GET',
  path: '/api/dyxx/partyGroup/people',
  summary: '一个党支部的党员和各自所在的党小组',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id }),
  reply: data(
    z.array(
      z.object({
        memberId: z.string(),
        name: z.string(),
        personCategoryName: z.string(),
        groupId: z.string().nullable(),
        groupName: z.string(),
      }),
    ),
  ),
});
export type GroupPerson = z.infer<(typeof groupPeople)['reply']['schema']>[number];

export const setGroupPeople = endpoint({
  method: 'PUT',
  path: '/api/dyxx/partyGroup/people',
  summary: '把一个党小组的党员定为这些人；在别的小组的人随之转过来',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'noun:partyGroup', memberIds: 'member[]' },
  audit: '编排党小组',
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    memberIds: z.array(id).max(500, '一个党小组最多500人'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [groupPeople, partyGroupCalls.list, partyGroupCalls.get, listMembers, getMember],
});
