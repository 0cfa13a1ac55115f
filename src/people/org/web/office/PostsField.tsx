import { useDeferredValue, useId, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { FieldNote } from '#platform/web/form/FieldNote.tsx';
import { useUntaken } from '#platform/web/form/untaken.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { getTerm, termCandidates } from '../../contract.office.ts';
import { POSTS } from '../../rules.office.ts';
import { ChooseLeaders } from './ChooseLeaders.tsx';
import { PersonSuggestions } from './PersonSuggestions.tsx';
import './office.css';

/** What somebody is called whose record was destroyed. */
export const ERASED = '（已彻底删除）';

/** One leading member while the form is open; votes as typed. */
export interface PostValue {
  /** Empty: the person's record was destroyed; the post stays. */
  memberId: string;
  name: string;
  post: string;
  votes: string;
}

export const postsOf = (value: unknown): PostValue[] => JSON.parse(String(value || '[]')) as PostValue[];
export const postsText = (posts: readonly PostValue[]) => JSON.stringify(posts);

/** The leading members of a term: found by name among the organisation's full members, each with post and votes. */
export function PostsField({
  form,
  orgId,
  appointed,
  before,
}: {
  form: Form;
  orgId: string;
  appointed: boolean;
  /** The last term, whose members are taken over with one press. */
  before?: string;
}) {
  const [choosing, setChoosing] = useState(false);
  const last = useCall(getTerm, before === undefined ? null : { id: before }, { quiet: true });
  const kept = (last.data?.posts ?? []).filter(({ memberId }) => memberId !== null);
  const id = useId();
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const termCandidatesQuery = useCall(termCandidates, { orgId, name }, { quiet: true, enabled: name !== '' });
  const posts = postsOf(form.values.posts);
  const put = (next: readonly PostValue[]) => form.set({ posts: postsText(next) });
  const change = (at: number, patch: Partial<PostValue>) =>
    put(posts.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  const taken = new Set(posts.map(({ memberId }) => memberId));
  const untaken = useUntaken(typed);
  const fault = untaken.fault || form.faults.posts;
  /** The fault is told below the search; the eye and the focus go to whoever lacks a post. */
  const lacks = (one: PostValue) => form.faults.posts !== undefined && one.post === '';
  const isWrong = untaken.fault !== '' || (fault !== undefined && !posts.some(lacks));
  return (
    <div className="form-field wide post-field">
      <label className="field-label" htmlFor={id}>
        添加班子成员
      </label>
      <span className={isWrong ? 'field-box wrong' : 'field-box'}>
        <input
          {...untaken.field}
          id={id}
          autoComplete="off"
          maxLength={20}
          placeholder="输入姓名查找正式党员"
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={`${id}-note`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </span>
      <FieldNote id={`${id}-note`} fault={fault} hint="只列出本组织范围内的正式党员，按选出的先后排列" />
      <div className="post-ways">
        {kept.length > 0 && posts.length === 0 && (
          <Button
            size="compact"
            icon="members"
            iconSize={14}
            onClick={() =>
              put(kept.map(({ memberId, name, post }) => ({ memberId: memberId ?? '', name, post, votes: '' })))
            }
          >
            沿用上一届{kept.length}人
          </Button>
        )}
        <Button size="compact" icon="plus" iconSize={14} onClick={() => setChoosing(true)}>
          一次选多人
        </Button>
      </div>
      {choosing && (
        <ChooseLeaders
          orgId={orgId}
          taken={taken}
          onChoose={(people) => {
            put([...posts, ...people.map(({ memberId, name }) => ({ memberId, name, post: '', votes: '' }))]);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      <PersonSuggestions
        label="查找结果"
        what="正式党员"
        word={name}
        found={termCandidatesQuery}
        taken={taken}
        onPick={({ memberId, name: chosen }) => {
          const first = posts.length === 0 ? '书记' : '';
          put([...posts, { memberId, name: chosen, post: first, votes: '' }]);
          setTyped('');
        }}
      />
      {posts.length > 0 && (
        <ul className="post-rows" aria-label="班子成员">
          {posts.map((one, at) => (
            <li key={one.memberId || `${one.name}${at}`}>
              <b>{one.name || ERASED}</b>
              <span className={lacks(one) ? 'field-box wrong' : 'field-box'}>
                <select
                  aria-label={`${one.name || ERASED}的党内职务`}
                  aria-invalid={lacks(one)}
                  aria-describedby={`${id}-note`}
                  value={one.post}
                  onChange={(event) => change(at, { post: event.target.value })}
                >
                  <option value="">请选择</option>
                  {POSTS.map((post) => (
                    <option key={post} value={post}>
                      {post}
                    </option>
                  ))}
                </select>
                <Icon name="down" size={14} />
              </span>
              {!appointed && (
                <span className="field-box post-votes">
                  <input
                    aria-label={`${one.name || ERASED}的得票`}
                    placeholder="得票"
                    inputMode="numeric"
                    maxLength={6}
                    value={one.votes}
                    onChange={(event) => change(at, { votes: event.target.value })}
                  />
                  <span className="muted small" aria-hidden="true">
                    票
                  </span>
                </span>
              )}
              <IconButton
                look="plain"
                size="compact"
                icon="close"
                iconSize={14}
                label={`移除${one.name || ERASED}`}
                onClick={() => put(posts.filter((_one, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
