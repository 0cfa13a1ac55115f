import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { useSiteWords } from '#people/groups/web/pickers.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { findWords } from '#platform/text/textWords.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { addPost, changePost, checkPost, getPost, postForm } from '../contract.circle.ts';
import { POST_KINDS, VIDEO_SECONDS } from '../rules.circle.ts';
import { listOf } from './Audience.tsx';
import { PATHS } from './paths.ts';

const schema = z.object({ ...postForm.shape, pictures: z.string(), video: z.string(), topics: z.string() });

/** 编辑动态: `add` for a new one; before the own organisation or one above it. */
export default function PostForm() {
  const { id = 'add' } = useParams();
  return id === 'add' ? <Editor post={null} /> : <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const postQuery = useCall(getPost, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={postQuery}
      fresh
      refused={(post) => (post.can.edit ? '' : '只能修改自己发布、没有被隐藏的动态')}
    >
      {(post) => <Editor post={post} />}
    </RecordLoader>
  );
}

function Editor({ post: read }: { post: ReplyOf<typeof getPost> | null }) {
  const check = useCall(checkPost, {}, { quiet: true, staleTime: 0 });
  if (check.error && !check.data) return <Failed error={check.error} onRetry={() => void check.refetch()} />;
  if (!check.data) return <Skeleton lines={8} />;
  return <Form post={read} standing={check.data} />;
}

function Form({ post, standing }: { post: ReplyOf<typeof getPost> | null; standing: ReplyOf<typeof checkPost> }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const add = useAct(addPost, { quiet: true });
  const change = useAct(changePost, { quiet: true });
  const [start] = useState({
    kind: post?.kind ?? 'news',
    audienceId: user.workOrgId,
    content: post?.content ?? '',
    pictures: post?.pictures.join() ?? '',
    video: post?.video ?? '',
    topics: post?.topics.join('、') ?? '',
  });
  const form = useForm({ schema, initial: start, isNew: post === null });
  const match = useSiteWords();
  const title = post ? '编辑动态' : '发布动态';
  useTitle(title);
  const save = async () => {
    const { pictures, topics, video, ...values } = form.values;
    const sent = {
      ...values,
      // It is sent in once; a change leaves it where it is.
      ...(post ? {} : { video }),
      pictures: listOf(pictures),
      topics: String(topics)
        .split(/[,，、;；#\s]+/)
        .filter(Boolean),
    };
    let { id } = post ?? { id: '' };
    let isWaiting: boolean;
    if (post) {
      const input = { ...sent, id: post.id, version: post.version };
      ({ isWaiting } = await change.mutateAsync(input));
    } else ({ id, isWaiting } = await add.mutateAsync(sent));
    clearKeptInput();
    emit('notice', { kind: 'success', text: isWaiting ? '已提交，审核后大家能看到' : post ? '已保存' : '已发布' });
    navigate(PATHS.postView(id), { replace: true });
  };
  const muted = standing.mutedUntil;
  const { stops, reminds } = findWords([{ label: '内容', text: form.text('content') }], match);
  return (
    <FormPage
      title={title}
      form={form}
      act={post ? '保存' : '发布'}
      onSave={save}
      onCancel={() => navigate(post ? PATHS.postView(post.id) : placeOf(PATHS.circle))}
      banners={
        <>
          {!post && !standing.may && (
            <div className="banner warn" role="note">
              <span>{muted ? `您被禁言到${muted.slice(0, 10)}，到期后可以发布` : '今天不能再发布了，请明天再发'}</span>
            </div>
          )}
          <PersonalNumbers found={stops} lead="含词库禁止的词，不能发布。" />
          <PersonalNumbers found={reminds} lead="词库提醒，发布前请核对。" />
        </>
      }
      sections={[
        {
          id: 'what',
          title: '说什么',
          content: (
            <>
              <SelectField
                form={form}
                name="kind"
                label="类型"
                required
                options={optionsOf(POST_KINDS)}
                hint="“求助”会出现在帮助中心，等人来帮办"
              />
              {!post && (
                <SelectField
                  form={form}
                  name="audienceId"
                  label="谁能看"
                  required
                  options={standing.places.map(({ id, name }) => ({ value: id, label: `${name}的党员` }))}
                />
              )}
              <AreaField form={form} name="content" label="内容" required wide max={1000} rows={6} />
              <TextField form={form} name="topics" label="话题" max={66} hint="最多3个，用顿号隔开" />
              {!post && (
                <AttachmentField
                  form={form}
                  name="pictures"
                  label="图片"
                  format="image"
                  count={9}
                  hint="最多9张，会去掉照片里的位置信息"
                />
              )}
              {!post && (
                <AttachmentField
                  form={form}
                  name="video"
                  label="短视频"
                  format="video"
                  count={1}
                  hint={`MP4，最长${VIDEO_SECONDS}秒；和图片选一种`}
                />
              )}
            </>
          ),
        },
      ]}
    />
  );
}
