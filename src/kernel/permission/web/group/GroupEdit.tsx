import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useBeside, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  createGroup,
  type GroupEffect,
  type GroupPerson,
  getGroup,
  groupEffect,
  groupForm,
  rightsToGive,
  updateGroup,
} from '../../contract.groups.ts';
import { RightNames, reachText } from '../account/Effect.tsx';
import { RightsField } from '../account/RightsField.tsx';
import { GiveHint, PlaceField } from '../pickers.tsx';
import { MembersField } from './MembersField.tsx';
import '../account/account.css';

type Group = ReplyOf<typeof getGroup>;

const useGroup = (id: string) => useCall(getGroup, { id }, { quiet: true, staleTime: 0, enabled: id !== '' });

/** `/popedom/user/group/edit`: with `id` in the query an existing group, without a new one. */
export default function GroupEdit() {
  const session = useSession();
  const { search } = useLocation();
  const { id = '' } = readQuery(search, ['id']) as { id?: string };
  const record = useGroup(id);
  if (id === '') {
    if (!may(session, 'userGroup:write')) return <NoRight title="当前角色不能新增用户组" />;
    return <Editor group={null} />;
  }
  if (!record.data || !record.isFetchedAfterMount) return <Waiting query={record} lines={10} />;
  return <Editor key={id} group={record.data} />;
}

const listOf = (text: string) => text.split(',').filter(Boolean);

function Editor({ group: read }: { group: Group | null }) {
  // The group is read again behind an open form; what the form started from must not move under it.
  const [group] = useState(read);
  const { user } = useSession();
  const navigate = useNavigate();
  const give = useCall(rightsToGive, {}, { quiet: true });
  const create = useAct(createGroup, { quiet: true });
  const update = useAct(updateGroup, { quiet: true });
  const [people, setPeople] = useState<readonly GroupPerson[]>(group?.people ?? []);
  const [asking, setAsking] = useState(false);
  const [start] = useState({
    name: group?.name ?? '',
    orgId: group?.orgId ?? user.workOrgId,
    description: group?.description ?? '',
    // Held as one text each, so that the form knows whether they changed.
    keys: group?.keys.join(',') ?? '',
    members: group?.people.map(({ id }) => id).join(',') ?? '',
  });
  const form = useForm({ schema: groupForm, initial: start, of: group?.id ?? '', isNew: group === null });
  useBeside(form, people, setPeople);
  const [keys, members] = [listOf(form.text('keys')), listOf(form.text('members'))];
  const title = group ? `${group.can.edit ? '编辑' : '查看'}用户组 ${group.name}` : '新增用户组';
  useTitle(title);
  const back = () => navigate(placeOf('/popedom/user/group'));
  const effect = useCall(
    groupEffect,
    { id: group?.id ?? null, orgId: form.text('orgId'), keys, members },
    { quiet: true, staleTime: 0 },
  );
  const changes = (
    <>
      {effect.error && (
        <p className="field-fault" role="alert">
          {effect.error.message}
          <Button look="word" onClick={() => effect.refetch()}>
            重试
          </Button>
        </p>
      )}
      {!effect.data && !effect.error && <p className="muted">正在计算…</p>}
      {effect.data && <Changes effect={effect.data} />}
    </>
  );
  const mayEdit = group === null || group.can.edit;
  const known = give.data?.rights ?? [];
  // Rights that the group has and the session cannot give are shown all the same.
  const more = (group?.keys ?? []).flatMap((key, at) =>
    known.some((right) => right.key === key) ? [] : [{ key, name: group?.rights[at] ?? key }],
  );

  return (
    <>
      <FormPage
        title={title}
        form={form}
        onCancel={back}
        onSave={async () => setAsking(true)}
        banners={
          !mayEdit && (
            <div className="banner warn">
              <Icon name="lock" />
              <span>这个用户组的权限高于您的角色，只能查看。</span>
            </div>
          )
        }
        sections={[
          {
            id: 'group',
            title: '用户组',
            content: (
              <>
                <TextField form={form} name="name" label="名称" required max={30} />
                {group ? (
                  <div className="form-field">
                    <span className="field-label">所属组织</span>
                    <p>{group.orgName}</p>
                  </div>
                ) : (
                  <PlaceField form={form} name="orgId" label="所属组织" hint="组内权限在该组织和下级有效" />
                )}
                <AreaField form={form} name="description" label="说明" wide max={200} rows={2} />
              </>
            ),
          },
          {
            id: 'members',
            title: '成员',
            content: (
              <MembersField
                people={people}
                others={group?.otherPeople ?? 0}
                ownId={user.userId}
                onChange={(next) => {
                  setPeople(next);
                  form.set({ members: next.map(({ id }) => id).join(',') });
                }}
              />
            ),
          },
          {
            id: 'rights',
            title: '组内权限',
            content: (
              <RightsField
                label="权限"
                hint={
                  <GiveHint give={give}>
                    只列出您有权授予的。成员在本组织及下级任职时，在角色之外增加这些权限。
                  </GiveHint>
                }
                rights={[...known, ...more]}
                chosen={keys}
                before={group?.keys ?? []}
                onChange={(next) => form.set({ keys: next.join(',') })}
              />
            ),
          },
          {
            id: 'effect',
            title: '保存后的变化',
            content: (
              <div className="form-field wide effect" aria-live="polite" aria-busy={effect.isFetching}>
                {changes}
              </div>
            ),
          },
        ]}
      />
      {asking && (
        <OwnPassword
          title={group ? `保存用户组 ${group.name}` : `新增用户组 ${form.text('name')}`}
          icon="shield"
          act="保存"
          width={700}
          onConfirm={async (encrypt) => {
            const { name, description, orgId } = form.values;
            const fields = { name, description, keys, members };
            if (group) {
              const input = { ...fields, id: group.id, version: group.version, password: await encrypt() };
              await update.mutateAsync(input);
            } else {
              const input = { ...fields, orgId, password: await encrypt() };
              await create.mutateAsync(input);
            }
            clearKeptInput();
            emit('notice', { kind: 'success', text: '保存成功，成员下一次操作即生效' });
            back();
          }}
          onFault={(error) => {
            form.take(error);
            if (error.fields.keys) emit('notice', { kind: 'error', text: error.fields.keys });
          }}
          onClose={() => setAsking(false)}
        >
          <div className="effect">{changes}</div>
        </OwnPassword>
      )}
    </>
  );
}

function Changes({ effect }: { effect: GroupEffect }) {
  if (effect.lines.length === 0) return <p className="muted">没有人因此多出或失去权限。</p>;
  return (
    <>
      <p className="muted small">在{reachText(effect.orgName, effect.orgCount)}：</p>
      {effect.lines.map(({ people, gains, loses }) => (
        <div key={people.join()} className="effect-people">
          <b>{people.join('、')}</b>
          {gains.length > 0 && (
            <p>
              <span className="tag ok">
                <Icon name="plus" />
                获得
              </span>{' '}
              <RightNames names={gains} />
            </p>
          )}
          {loses.length > 0 && (
            <p>
              <span className="tag bad">
                <Icon name="close" />
                失去
              </span>{' '}
              <RightNames names={loses} />
            </p>
          )}
        </div>
      ))}
    </>
  );
}
