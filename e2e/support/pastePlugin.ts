import type { Page, WebSocketRoute } from '@playwright/test';

/** The counterpart of the paste plug-in: a document with one picture, which it uploads itself with the permit that it is given. */
export interface PluginPlan {
  version: string;
  picture: Buffer;
  /** What it says instead of pasting. */
  instead?: object;
}

/** Plays the program that listens on the user's own machine. */
export async function playPlugin(page: Page, plan: () => PluginPlan): Promise<void> {
  await page.routeWebSocket('ws://127.0.0.1:17092/', (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    let config: Record<string, string> = {};
    socket.onMessage(async (text) => {
      const message = JSON.parse(String(text));
      if (message.name === 'init') {
        config = message.config;
        say({ name: 'load_complete', version: plan().version });
      }
      if (message.name !== 'paste') return;
      const { instead } = plan();
      if (instead) say(instead);
      else await paste(socket, config, plan().picture);
    });
    say({ name: 'load_complete_edge' });
  });
}

async function paste(socket: WebSocketRoute, config: Record<string, string>, picture: Buffer): Promise<void> {
  const say = (message: object) => socket.send(JSON.stringify(message));
  say({ name: 'state_change', value: 'parse_document' });
  say({ name: 'Parser_PasteWord', word: '', imgs: [{ id: '1', src: 'C:\\Temp\\image001.png', width: 1, height: 1 }] });
  const body = new FormData();
  body.append(config.FileFieldName ?? '', new Blob([new Uint8Array(picture)]), 'image001.png');
  const answer = await fetch(config.PostUrl ?? '', { method: 'POST', headers: { cookie: config.Cookie ?? '' }, body });
  const [, address = ''] = new RegExp(config.ImageMatch ?? '').exec(await answer.text()) ?? [];
  if (!address) {
    say({ name: 'File_PostError', id: '1', value: '2' });
    say({ name: 'Queue_Complete', word: '<p>工作要点</p>' });
    return;
  }
  say({ name: 'File_PostComplete', id: '1', pathSvr: address });
  say({
    name: 'Queue_Complete',
    word: `<p class=MsoNormal style='mso-x:1'>工作要点<script>window.ran = true</script></p><p><img src="${address}" onload="window.ran = true"></p>`,
  });
}
