import * as documentCalls from '#learning/education/contract.document.ts';
import * as folderCalls from '#learning/education/contract.folder.ts';
import * as contract from '#learning/education/contract.ts';
import * as tvCalls from '#learning/education/contract.tv.ts';
import * as unitCalls from '#learning/education/contract.unit.ts';
import * as watchCalls from '#learning/education/contract.watch.ts';
import { STATES, VIDEO_STATES } from '#learning/education/rules.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { educationRights } from '../rules.rights.ts';
import { educationStates } from './queries/waits.ts';
import { recycledDocuments, recycledVideos } from './recycle.ts';
import { announceVideos } from './service/approval.ts';
import { announceFiles } from './service/common.ts';
import { CONVERT_JOB, makeCovers, runConversion } from './service/conversion.ts';
import * as document from './service/documents.ts';
import * as folder from './service/folders.ts';
import { convertLayouts } from './service/layouts.ts';
import { readTexts } from './service/texts.ts';
import * as tv from './service/tv.ts';
import * as unit from './service/units.ts';
import * as video from './service/videos.ts';
import * as watch from './service/watch.ts';
import { educationTables } from './tables.ts';

export const educationModule: ServerModule = {
  name: 'education',
  rights: educationRights,
  tables: educationTables,
  states: educationStates,
  routes: [
    bind(unitCalls.listUnits, unit.units),
    bind(unitCalls.writableUnits, unit.writable),
    bind(unitCalls.createUnit, unit.create),
    bind(unitCalls.updateUnit, unit.update),
    bind(unitCalls.removeUnit, unit.remove),
    bind(contract.manageVideos, video.videos),
    bind(contract.getVideo, (ctx, { id }) => video.video(ctx, id)),
    bind(contract.createVideo, video.create),
    bind(contract.updateVideo, video.update),
    bind(contract.removeVideo, video.remove),
    bind(contract.publishVideos, video.publish),
    bind(contract.withdrawVideos, video.withdraw),
    bind(watchCalls.listVideos, watch.videos),
    bind(watchCalls.videoLabels, watch.labels),
    bind(watchCalls.myVideos, watch.mine),
    bind(watchCalls.watchVideo, (ctx, { id }) => watch.watch(ctx, id)),
    bind(watchCalls.startPlay, watch.start),
    bind(watchCalls.beatPlay, watch.recordPlayBeat),
    bind(watchCalls.addNote, watch.note),
    bind(watchCalls.removeNote, (ctx, { id }) => watch.removeNote(ctx, id)),
    bind(folderCalls.listFolders, folder.folders),
    bind(folderCalls.createFolder, folder.create),
    bind(folderCalls.updateFolder, folder.update),
    bind(folderCalls.removeFolder, folder.remove),
    bind(documentCalls.listDocuments, document.documents),
    bind(documentCalls.manageDocuments, document.managed),
    bind(documentCalls.getDocument, (ctx, { id }) => document.details(ctx, id)),
    bind(documentCalls.readDocument, (ctx, { id }) => document.read(ctx, id)),
    bind(documentCalls.readTable, document.table),
    bind(documentCalls.createDocument, document.create),
    bind(documentCalls.updateDocument, document.update),
    bind(documentCalls.removeDocument, document.remove),
    bind(documentCalls.publishDocuments, document.publish),
    bind(documentCalls.withdrawDocuments, document.withdraw),
    bind(documentCalls.markFavourite, document.favourite),
    bind(documentCalls.beatReading, document.recordReadingBeat),
    bind(tvCalls.listTv, tv.list),
    bind(tvCalls.tvSites, tv.sites),
    bind(tvCalls.tvCode, (ctx, { id }) => tv.code(ctx, id)),
    bind(tvCalls.startTv, tv.start),
    bind(tvCalls.tickTv, tv.tick),
    bind(tvCalls.beatTv, tv.recordTvBeat),
    bind(tvCalls.endTv, tv.end),
    bind(tvCalls.signTv, tv.sign),
    bind(tvCalls.getTv, (ctx, { id }) => tv.get(ctx, id)),
  ],
  jobs: { [CONVERT_JOB]: runConversion },
  // A film takes hours: two leave room for imports and exports.
  jobsAtOnce: { [CONVERT_JOB]: 2 },
  recurring: [
    { name: 'education.plays', everySeconds: 86_400, run: watch.forgetPlays },
    { name: 'education.texts', everySeconds: 60, run: readTexts },
    { name: 'education.covers', everySeconds: 60, run: makeCovers },
    { name: 'education.layouts', everySeconds: 60, run: convertLayouts },
    { name: 'education.tv', everySeconds: 600, run: tv.endForgotten },
  ],
  announce() {
    announceFiles();
    announceVideos();
    registerRecycleKind(recycledVideos);
    registerRecycleKind(recycledDocuments);
    describeFields('videoUnit', {
      name: { label: '单元名称' },
      intro: { label: '简介' },
      isRequired: { label: '必修', yesNo: true },
      sort: { label: '排序' },
    });
    describeFields('video', {
      unitName: { label: '单元' },
      title: { label: '标题' },
      intro: { label: '简介' },
      speaker: { label: '主讲人' },
      year: { label: '年份' },
      seconds: { label: '时长' },
      chapters: { label: '章节数' },
      subtitles: { label: '字幕', yesNo: true },
      labels: { label: '标签' },
      audience: { label: '谁能看' },
      countsHours: { label: '计学时', yesNo: true },
      share: { label: '应看完的比例' },
      sort: { label: '第几讲' },
      state: { label: '状态', values: VIDEO_STATES },
    });
    describeFields('knowledgeFolder', {
      name: { label: '文件夹' },
      intro: { label: '说明' },
      audience: { label: '谁能看' },
      maySave: { label: '可下载', yesNo: true },
      sort: { label: '排序' },
    });
    describeFields('knowledgeDocument', {
      folderName: { label: '文件夹' },
      title: { label: '标题' },
      summary: { label: '内容提要' },
      labels: { label: '标签' },
      isRequired: { label: '必读', yesNo: true },
      fileName: { label: '文件' },
      state: { label: '状态', values: STATES },
    });
    describeFields('tvSession', {
      videos: { label: '节目（个）' },
      came: { label: '到场' },
      left: { label: '离场' },
      signed: { label: '扫码在场', yesNo: true },
      granted: { label: '计学时（人）' },
    });
  },
};
