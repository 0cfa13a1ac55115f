import { z } from 'zod';
import { count, data, done, endpoint, file, flag, page, rows } from '#platform/contract.ts';
import { DEFAULT_LIMIT, FORMAT_NAMES } from './fileRules.ts';

/** The calls of the module `files`; they stand here because the shared uploader speaks them. */

/** The opaque id of a file; `-t` is its thumbnail, `-z` its zoom size. */
export const fileKey = z.string('请选择文件').regex(/^[0-9a-f]{32}(-[tz])?$/, '文件编号不正确');
const uploadId = z.string().regex(/^[0-9a-f]{32}$/, '上传编号不正确');
const md5 = z.string('缺少文件校验值').regex(/^[0-9a-f]{32}$/i, '文件校验值不正确');
const size = count.pipe(z.int().min(1, '文件是空的，请重新选择').max(DEFAULT_LIMIT, '文件超过2048M'));
const format = z.enum(FORMAT_NAMES, '文件类别不正确').default('common');
const fileName = z.string('缺少文件名').min(1, '缺少文件名').max(1000, '文件名太长');
const whole = (max: number) => count.pipe(z.int().min(0, '应为不小于0的整数').max(max, '数字太大'));
const sign = z.string().max(60, '签名不正确').default('');
const timestamp = z.string().regex(/^\d{10,16}$/, '时间不正确');

/** A file that was uploaded (specification 4); the last three are empty where the file is no picture. */
export const uploadedFile = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  thumbnailUrl: z.string(),
  zoomUrl: z.string(),
  /** MIME type. */
  fileType: z.string(),
  /** Bytes. */
  size: z.number(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const ossUpload = endpoint({
  method: 'POST',
  path: '/api/sys/oss/upload',
  summary: '上传文件',
  access: 'session',
  scope: 'own',
  upload: true,
  rate: { hits: 300, seconds: 60, by: 'account' },
  atOnce: 12,
  input: z.object({ format }),
  reply: data(uploadedFile),
  stale: () => [myImages],
});

export const ossUploadBase64 = endpoint({
  method: 'POST',
  path: '/api/sys/oss/upload/base64',
  summary: '上传图片（base64）',
  access: 'session',
  scope: 'own',
  rate: { hits: 300, seconds: 60, by: 'account' },
  atOnce: 12,
  input: z.object({
    base64: z
      .string('请选择要上传的文件')
      .regex(/^(data:image\/[a-z+.-]{1,20};base64,)?[A-Za-z0-9+/]+={0,2}$/, '文件格式不合法，请检查文件'),
    fileName: fileName.default('图片'),
  }),
  reply: data(uploadedFile),
  stale: () => [myImages],
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/common/download',
  summary: '下载文件',
  access: 'session',
  scope: 'own',
  input: z.object({ fileName: fileKey, delete: flag.default(false) }),
  reply: file,
});

export const mediaAddress = endpoint({
  method: 'GET',
  path: '/api/common/media/address',
  summary: '视频与文档的临时地址',
  access: 'session',
  scope: 'own',
  input: z.object({ fileName: fileKey }),
  reply: data(z.object({ url: z.string(), seconds: z.number() })),
});

export const media = endpoint({
  method: 'GET',
  path: '/api/common/media/{ticket}',
  summary: '以临时地址读取文件',
  access: 'public',
  scope: 'none',
  rate: { hits: 6000, seconds: 60, by: 'ip' },
  input: z.object({ ticket: z.string().max(200, '地址不正确') }),
  reply: file,
});

export const addContent = endpoint({
  method: 'POST',
  path: '/interaction/content/uploadContent/addContent.do',
  summary: '上传内容文件',
  access: 'session',
  scope: 'own',
  upload: true,
  rate: { hits: 300, seconds: 60, by: 'account' },
  atOnce: 12,
  input: z.object({ format }),
  reply: data(uploadedFile.extend({ path: z.string() })),
  stale: () => [myImages],
});

export const pastePermit = endpoint({
  method: 'POST',
  path: '/api/sys/oss/pastePermit',
  summary: '粘贴插件的上传许可：只能上传图片，十分钟内、本次登录有效',
  access: 'session',
  scope: 'none',
  rate: { hits: 30, seconds: 60, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ permit: z.string(), seconds: z.number() })),
});

export const pastePicture = endpoint({
  method: 'POST',
  path: '/interaction/content/uploadContent/pastePicture.do',
  summary: '粘贴插件上传图片，许可放在名为 paste_permit 的 Cookie 中',
  access: 'public',
  scope: 'none',
  upload: true,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  atOnce: 12,
  input: z.object({}),
  reply: data(uploadedFile.extend({ path: z.string() })),
});

export const ueditorConfig = endpoint({
  method: 'GET',
  path: '/api/sys/ueditor/config',
  summary: '编辑器上传设置',
  access: 'session',
  scope: 'none',
  input: z.object({}),
  reply: data(
    z.object({
      imageActionName: z.string(),
      imageFieldName: z.string(),
      imageMaxSize: z.number(),
      imageAllowFiles: z.array(z.string()),
      imageCompressEnable: z.boolean(),
      imageInsertAlign: z.string(),
      imageUrlPrefix: z.string(),
      videoActionName: z.string(),
      videoFieldName: z.string(),
      videoMaxSize: z.number(),
      videoAllowFiles: z.array(z.string()),
      videoUrlPrefix: z.string(),
      fileActionName: z.string(),
      fileFieldName: z.string(),
      fileMaxSize: z.number(),
      fileAllowFiles: z.array(z.string()),
      fileUrlPrefix: z.string(),
    }),
  ),
});

export const startUpload = endpoint({
  method: 'POST',
  path: '/api/common/upload/start',
  summary: '开始分片上传',
  access: 'session',
  scope: 'own',
  rate: { hits: 300, seconds: 60, by: 'account' },
  input: z.object({ fileName, size, fileMd5: md5, format }),
  reply: data(
    z.object({
      appId: z.string(),
      author: z.string(),
      /** Key of this upload's signatures. */
      key: z.string(),
      chunkSize: z.number(),
      /** Numbers of the chunks that are there already. */
      received: z.array(z.number()),
    }),
  ),
});

export const unfinishedUploads = endpoint({
  method: 'GET',
  path: '/api/common/upload/unfinished',
  summary: '未完成的上传',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: rows(
    z.object({
      appId: z.string(),
      fileName: z.string(),
      size: z.number(),
      fileMd5: z.string(),
      format: z.enum(FORMAT_NAMES),
      /** 0 to 99. */
      percentage: z.number(),
      createTime: z.string(),
    }),
  ),
});

export const cancelUpload = endpoint({
  method: 'POST',
  path: '/api/common/upload/cancel',
  summary: '放弃未完成的上传',
  access: 'session',
  scope: 'own',
  audit: '放弃上传',
  idempotent: true,
  input: z.object({ appId: uploadId }),
  reply: done,
  stale: () => [unfinishedUploads],
});

export const checkChunk = endpoint({
  method: 'GET',
  path: '/interaction/video/checkChunk.action',
  summary: '文件是否已上传',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({
    author: z.string().max(30),
    action: z.literal('checkChunk', '操作不正确'),
    size: whole(Number.MAX_SAFE_INTEGER),
    fileMd5: md5,
    chunkSize: whole(Number.MAX_SAFE_INTEGER),
    sign,
    appId: uploadId,
    timestamp,
  }),
  reply: data(
    z.object({
      /** The whole file is there: nothing needs to be sent. */
      ifExist: z.boolean(),
      path: z.string(),
      fileType: z.string(),
      /** Numbers of the chunks that are there. */
      chunks: z.array(z.number()),
      file: uploadedFile.nullable(),
    }),
  ),
});

/** Fields of a chunk, in the query or in the form before its `file`. */
export const chunkFields = z.object({
  action: z.literal('checkChunk', '操作不正确'),
  author: z.string().max(30),
  fileMd5: md5,
  fileName: z.string().max(1000).default(''),
  /** Percentage so far, as the page shows it; the server counts itself. */
  jindutiao: z.string().max(20).default(''),
  chunk: whole(100_000),
  /** Bytes of this chunk. */
  chunkSize: whole(Number.MAX_SAFE_INTEGER),
  appId: uploadId.optional(),
});

export const mergeVideo = endpoint({
  method: 'POST',
  path: '/interaction/video/mergeVideo.action',
  summary: '上传一个分片',
  access: 'session',
  scope: 'own',
  upload: true,
  silent: true,
  // The fields may stand in the form as well, so they are judged by the service (`chunkFields`).
  input: z.object(Object.fromEntries(Object.keys(chunkFields.shape).map((name) => [name, z.string().optional()]))),
  reply: data(z.object({ ifExist: z.boolean() })),
});

export const mergeChunks = endpoint({
  method: 'POST',
  path: '/interaction/video/mergeChunks.action',
  summary: '合并分片',
  access: 'session',
  scope: 'own',
  silent: true,
  atOnce: 12,
  input: z.object({
    author: z.string().max(30),
    action: z.literal('mergeChunks', '操作不正确'),
    fileMd5: md5,
    fileName: z.string().max(1000),
    chunkSize: whole(Number.MAX_SAFE_INTEGER),
    sign,
    size: whole(Number.MAX_SAFE_INTEGER),
    timestamp,
    appId: uploadId,
  }),
  reply: data(
    z.object({
      success: z.boolean(),
      path: z.string(),
      fileType: z.string(),
      /** Why not, for `上传失败，原因：`. */
      responseMsg: z.string(),
      file: uploadedFile.nullable(),
    }),
  ),
  stale: () => [myImages],
});

export const knownFiles = endpoint({
  method: 'GET',
  path: '/api/common/upload/known',
  summary: '草稿里的附件现在还在的，按编号',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({ ids: z.string().regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,99}$/, '文件编号不正确') }),
  reply: data(z.array(uploadedFile)),
});

export const myImages = endpoint({
  method: 'GET',
  path: '/api/common/upload/images',
  summary: '我上传过的图片',
  access: 'session',
  scope: 'own',
  input: z.object({ ...page }),
  reply: rows(uploadedFile.extend({ createTime: z.string() })),
});
