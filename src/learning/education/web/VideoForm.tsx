import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { SubtitleField } from '#platform/web/film/SubtitleField.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { CoverField } from '#platform/web/upload/CoverField.tsx';
import { createVideo, getVideo, publishVideos, updateVideo, type VideoDetail, videoForm } from '../contract.ts';
import { writableUnits } from '../contract.unit.ts';
import { AUDIENCES, chaptersOf, DEFAULT_SHARE, videoTimeText } from '../rules.ts';
import { publishedText } from './parts.tsx';
import { labelsOf, PATHS } from './paths.ts';
import './education.css';

/** Lists are one text of the form. */
const schema = videoForm.extend({
  unitId: z.string().min(1, '请选择单元'),
  chapters: z.string(),
  labels: z.string(),
  countsHours: z.boolean(),
});

const valuesOf = (video: VideoDetail): FormValues => ({
  unitId: video.unitId,
  title: video.title,
  intro: video.intro,
  speaker: video.speaker,
  year: video.year === null ? '' : String(video.year),
  cover: video.cover,
  fileId: video.fileId,
  chapters: video.chapters.map(({ at, title }) => `${videoTimeText(at)} ${title}`).join('\n'),
  subtitles: video.subtitles,
  labels: video.labels.join('、'),
  audience: video.audience,
  countsHours: video.countsHours,
  share: String(video.share),
  sort: String(video.sort),
});

const sent = (values: z.input<typeof schema>) => ({
  ...values,
  chapters: chaptersOf(String(values.chapters)).chapters,
  labels: labelsOf(values.labels),
});

const check = (values: FormValues): Record<string, string> => {
  const { fault } = chaptersOf(String(values.chapters));
  return fault ? { chapters: fault } : {};
};

/** 编辑视频, 新增视频 (`new`). */
export default function VideoForm() {
  const { id = 'new' } = useParams();
  return id === 'new' ? <New /> : <Existing key={id} id={id} />;
}

function New() {
  const { unit } = readQuery(useLocation().search, ['unit']);
  const initial: FormValues = {
    unitId: unit ?? '',
    title: '',
    intro: '',
    speaker: '',
    year: '',
    cover: '',
    fileId: '',
    chapters: '',
    subtitles: '',
    labels: '',
    audience: 'below',
    countsHours: true,
    share: String(DEFAULT_SHARE),
    sort: '1',
  };
  return <Editor video={null} initial={initial} />;
}

function Existing({ id }: { id: string }) {
  const videoQuery = useCall(getVideo, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={videoQuery}
      fresh
      refused={({ can, state }) =>
        can.edit ? '' : state === 4 ? '视频处理中，转换好后再修改' : '视频待审，撤回审批或办结后再修改'
      }
    >
      {(video) => <Editor video={video} initial={valuesOf(video)} />}
    </RecordLoader>
  );
}

function Editor({ video: read, initial }: { video: VideoDetail | null; initial: FormValues }) {
  const navigate = useNavigate();
  const create = useAct(createVideo, { quiet: true });
  const update = useAct(updateVideo, { quiet: true });
  const publish = useAct(publishVideos);
  const units = useCall(writableUnits, {}, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [video] = useState(read);
  const [start] = useState(initial);
  const form = useForm({ schema, initial: start, isNew: video === null, check });
  const title = video ? `编辑 ${video.title}` : '新增视频';
  useTitle(title);
  const back = placeOf(pathWithQuery(PATHS.center, { tab: 'manage' }));
  const save = async () => {
    const input = sent(form.input());
    const { id, isConverted } = video
      ? {
          ...(await update.mutateAsync({ ...input, id: video.id, version: video.version })),
          id: video.id,
        }
      : await create.mutateAsync(input);
    clearKeptInput();
    const text = isConverted
      ? '已保存，正在转换成浏览器能播放的编码，转换好后可以发布'
      : video?.state === 1
        ? '已保存，观看的人看到的是新内容'
        : '已存为草稿';
    emit('notice', { kind: 'success', text });
    navigate(video || isConverted ? back : PATHS.edit(id), { replace: true });
  };
  if (!units.data) return <Waiting query={units} />;
  if (units.data.length === 0) {
    return (
      <div className="card">
        <Empty title="还没有视频单元" act={<Link to={PATHS.units}>去建单元</Link>}>
          视频放在单元里，请先建一个单元。
        </Empty>
      </div>
    );
  }
  return (
    <FormPage
      title={title}
      form={form}
      act={video?.state === 1 ? '保存' : '存草稿'}
      onSave={save}
      onCancel={() => navigate(back)}
      banners={
        <>
          {video?.can.publish && (
            <div className="banner" role="note">
              <span>
                {video.state === 2
                  ? `已下架：${video.withdrawnFor}`
                  : `还是草稿，只有管理的人看得到。${video.withdrawnFor}`}
              </span>
              <Button
                size="compact"
                disabled={publish.isPending || form.dirty.length > 0}
                onClick={async () => {
                  const done = await publish.mutateAsync({ ids: [video.id] }).catch(() => null);
                  if (!done) return;
                  emit('notice', { kind: 'success', text: publishedText(done) });
                  navigate(done.waiting > 0 ? back : PATHS.view(video.id), { replace: true });
                }}
              >
                {video.state === 2 ? '重新上架' : '发布'}
              </Button>
            </div>
          )}
          {video && video.viewers > 0 && (
            <div className="banner" role="note">
              <span>已有{video.viewers}人看过，视频文件不能更换，其他都可以改。</span>
            </div>
          )}
        </>
      }
      sections={[
        {
          id: 'what',
          title: '视频',
          content: (
            <>
              <TextField form={form} name="title" label="标题" required max={60} wide />
              <SelectField
                form={form}
                name="unitId"
                label="单元"
                required
                options={units.data.map(({ id, name, orgName, isRequired }) => ({
                  value: id,
                  label: `${name}（${isRequired ? '必修' : '选修'}，${orgName}）`,
                }))}
              />
              <TextField form={form} name="sort" label="第几讲" required max={4} inputMode="numeric" />
              <AttachmentField
                form={form}
                name="fileId"
                label="视频文件"
                required
                format="video"
                count={1}
                kept={video ? [keptFile(video)] : []}
                hint={
                  video
                    ? `时长${videoTimeText(video.seconds)}，编码${video.codec}`
                    : 'MP4，小于1G，H.264编码；时长由服务器读取'
                }
              />
              <CoverField form={form} name="cover" label="封面" />
              <AreaField form={form} name="intro" label="简介" wide max={1000} rows={3} />
              <TextField form={form} name="speaker" label="主讲人" max={30} />
              <TextField form={form} name="year" label="年份" max={4} inputMode="numeric" hint="录制或讲授的年份" />
              <TextField form={form} name="labels" label="标签" max={110} hint="最多5个，用顿号隔开" />
            </>
          ),
        },
        {
          id: 'parts',
          title: '章节与字幕',
          content: (
            <>
              <AreaField
                form={form}
                name="chapters"
                label="章节"
                wide
                max={4000}
                rows={5}
                hint="一行一个，如“05:30 第二部分”；看的人可以按章节跳转"
              />
              <SubtitleField form={form} />
            </>
          ),
        },
        {
          id: 'who',
          title: '谁能看，怎样算学完',
          content: (
            <>
              <SelectField form={form} name="audience" label="谁能看" required options={optionsOf(AUDIENCES)} />
              <TextField
                form={form}
                name="share"
                label="应看完的比例"
                required
                max={3}
                inputMode="numeric"
                hint="看过的秒数占全长的百分之几算学完，50至100"
              />
              <TickField
                form={form}
                name="countsHours"
                label="计学时"
                hint="没看过的部分不能跳过，切到别的窗口时暂停；同一视频每年计一次"
              />
            </>
          ),
        },
      ]}
    />
  );
}

const keptFile = (video: VideoDetail) => ({
  id: video.fileId,
  name: video.fileName || '视频.mp4',
  url: '',
  thumbnailUrl: '',
  zoomUrl: '',
  fileType: 'video/mp4',
  size: video.fileSize,
});
