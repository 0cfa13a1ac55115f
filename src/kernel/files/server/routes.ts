import * as calls from '#platform/files/fileCalls.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { keepsBytes } from '#platform/server/files/files.ts';
import { countRoom } from '#platform/server/files/quota.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { recycledQuarantine, sweepQuarantine } from './quarantine.ts';
import { chunkNamed, uploadRoom } from './queries/room.ts';
import { filesStates } from './queries/waits.ts';
import * as chunks from './service/chunks.ts';
import * as download from './service/download.ts';
import { makePermit, receivePasted } from './service/pastePlugin.ts';
import * as upload from './service/upload.ts';
import { filesTables } from './tables.ts';

export const filesModule: ServerModule = {
  name: 'files',
  tables: filesTables,
  states: filesStates,
  routes: [
    bind(calls.ossUpload, upload.uploadFile),
    bind(calls.ossUploadBase64, upload.uploadBase64),
    bind(calls.downloadFile, download.download),
    bind(calls.mediaAddress, download.addressOf),
    bind(calls.media, (ctx, { ticket }) => download.readMedia(ctx, ticket)),
    bind(calls.addContent, upload.addContentFile),
    bind(calls.pastePermit, makePermit),
    bind(calls.pastePicture, receivePasted),
    bind(calls.ueditorConfig, async () => upload.editorConfig()),
    bind(calls.startUpload, chunks.startUpload),
    bind(calls.unfinishedUploads, (ctx) => chunks.listUnfinished(ctx)),
    bind(calls.cancelUpload, (ctx, { appId }) => chunks.cancelUpload(ctx, appId)),
    bind(calls.checkChunk, chunks.checkChunk),
    bind(calls.mergeVideo, chunks.receiveChunk),
    bind(calls.mergeChunks, chunks.mergeChunks),
    bind(calls.knownFiles, (ctx, { ids }) => upload.knownFiles(ctx, ids.split(','))),
    bind(calls.myImages, upload.listImages),
  ],
  recurring: [
    { name: 'files.sweepUploads', everySeconds: 3600, run: chunks.sweepUploads },
    { name: 'files.sweepQuarantine', everySeconds: 86_400, run: sweepQuarantine },
  ],
  announce() {
    registerRecycleKind(recycledQuarantine);
    countRoom(uploadRoom);
    keepsBytes(chunkNamed);
  },
};
