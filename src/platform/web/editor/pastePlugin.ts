import { PASTE_COOKIE, PASTE_PORT } from '../../files/fileRules.ts';
import { MAX_PICTURES, TOO_MANY } from './paste.ts';

/** What the plug-in's codes 0 to 13 mean (specification 8). */
export const PLUGIN_FAULTS: readonly string[] = [
  '连接服务器错误',
  '发送数据错误',
  '接收数据错误',
  '未设置文件路径',
  '本地文件不存在',
  '打开本地文件错误',
  '不能读取本地文件',
  '公司未授权',
  '未设置IP',
  '域名未授权',
  '文件大小超出限制',
  '不能设置回调函数',
  '插件内部错误',
  TOO_MANY,
];

/** Limits of the plug-in (specification 9), as its configuration names them. */
const LIMITS = {
  JpgQuality: '100',
  QueueCount: '5',
  FileCountLimit: MAX_PICTURES,
  PPTSleep: 500,
  PDFZoom: 150,
  ImageMaxWidth: 800,
};

export interface PluginHearer {
  /** How far it is. */
  onNote: (text: string) => void;
  /** Pictures that have arrived, of how many. */
  onProgress: (done: number, all: number) => void;
  /** What was on the clipboard, its pictures on the server. Not yet cleaned. */
  onHtml: (html: string) => void;
  /** It ended without anything to insert, for this reason. */
  onFault: (text: string) => void;
  /** Nothing listens on this machine. */
  onMissing: () => void;
  /** Another version than the site's listens. */
  onOutdated: (version: string) => void;
}

interface Message {
  name?: string;
  value?: string | number;
  word?: string;
  id?: string | number;
  imgs?: readonly unknown[];
  imgCount?: number;
  pathSvr?: string;
  version?: string;
  url?: string;
}

const pictureOf = (address: string) => `<img src="${address.replace(/["<>]/g, '')}">`;

/**
 * Has the old paste plug-in, a program on the user's own machine, read the clipboard, upload its pictures with a permit and
 * hand over the HTML. One paste a connection; answers what ends it at once.
 * @param version the version that the site wants; empty: any
 */
export function pasteByPlugin(permit: string, version: string, hearer: PluginHearer): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${PASTE_PORT}`);
  const faults = new Set<string>();
  const addresses: string[] = [];
  let all = 0;
  let done = 0;
  let opened = false;
  let ended = false;

  const send = (message: object) => socket.send(JSON.stringify(message));
  const end = (tell: () => void) => {
    if (ended) return;
    ended = true;
    socket.close();
    tell();
  };
  const faultOf = (code: unknown) => PLUGIN_FAULTS[Number(code)] ?? '插件内部错误';
  const begin = (imgs: readonly unknown[] | undefined) => {
    all = imgs?.length ?? 0;
    if (all > MAX_PICTURES) return end(() => hearer.onFault(TOO_MANY));
    hearer.onNote(all > 0 ? `${all}张图片等待上传` : '正在处理数据');
    hearer.onProgress(0, all);
  };
  const insert = (html: string) =>
    end(() => {
      const why = [...faults].join('、');
      hearer.onHtml(html);
      hearer.onNote(why ? `已粘贴，有图片没有传上（${why}），请单独插入` : '粘贴完成');
    });

  const hear = new Map<string, (message: Message) => void>([
    [
      'load_complete_edge',
      () =>
        send({
          name: 'init',
          config: {
            ...LIMITS,
            PostUrl: `${location.origin}/interaction/content/uploadContent/pastePicture.do`,
            FileFieldName: 'file',
            ImageMatch: '"path":"([^"]+)"',
            ImageUrl: '{url}',
            Cookie: `${PASTE_COOKIE}=${permit}`,
          },
        }),
    ],
    [
      'load_complete',
      (message) => {
        if (version && message.version !== version) return end(() => hearer.onOutdated(message.version ?? ''));
        hearer.onNote('正在读取剪贴板');
        send({ name: 'paste' });
      },
    ],
    [
      'state_change',
      ({ value }) => {
        if (value === 'parse_document') hearer.onNote('正在解析文档');
        if (value === 'process_data') hearer.onNote('正在处理数据');
        if (value === 'parse_empty') end(() => hearer.onFault('剪贴板中没有可以粘贴的内容'));
      },
    ],
    ['Parser_PasteWord', ({ imgs }) => begin(imgs)],
    ['Parser_PasteExcel', ({ imgs }) => begin(imgs)],
    ['Parser_PasteFiles', ({ imgs }) => begin(imgs)],
    ['Parser_PasteImage', () => begin([1])],
    ['Parser_PasteHtml', ({ word }) => insert(word ?? '')],
    ['Parser_PostComplete', ({ value }) => insert(pictureOf(String(value ?? '')))],
    ['Parser_PostError', ({ value }) => end(() => hearer.onFault(faultOf(value)))],
    [
      'File_PostComplete',
      ({ pathSvr }) => {
        if (pathSvr) addresses.push(pathSvr);
        done += 1;
        hearer.onProgress(done, all);
        hearer.onNote(`正在上传图片，已完成${done}张，共${all}张`);
      },
    ],
    ['File_PostError', ({ value }) => faults.add(faultOf(value))],
    ['Queue_Complete', ({ word }) => insert(word ?? addresses.map(pictureOf).join(''))],
    ['imgs_out_limit', ({ imgCount }) => end(() => hearer.onFault(`${TOO_MANY}，文档中有${imgCount ?? ''}张`))],
    ['url_unauth', ({ url }) => end(() => hearer.onFault(`域名未授权：${url ?? ''}`))],
  ]);

  socket.onopen = () => {
    opened = true;
    hearer.onNote('正在连接粘贴插件');
  };
  socket.onmessage = ({ data }) => {
    let message: Message;
    try {
      message = JSON.parse(String(data)) as Message;
    } catch {
      return end(() => hearer.onFault('接收数据错误'));
    }
    hear.get(message.name ?? '')?.(message);
  };
  socket.onclose = () => end(() => (opened ? hearer.onFault('粘贴插件中断了连接') : hearer.onMissing()));
  return () => end(() => hearer.onNote('已停止'));
}
