import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { media, mediaCalls } from '../nouns/media.ts';
import { StateMark } from './parts.tsx';
import { placeOf } from './paths.ts';
import { ShareButton } from './ShareActs.tsx';

/** 媒体资源, the newest first. */
export default nounWeb(media, mediaCalls, nounHouse, placeOf('media'), {
  empty: { title: '还没有媒体资源', text: '点“新增媒体资源”，上传图片或 MP4 视频，发布后终端展示。' },
  columns: { state: { width: 100, cell: (row) => <StateMark state={row.state} /> } },
  tags: (record) => <StateMark state={record.state} />,
  acts: (record) => <ShareButton part="media" record={record} />,
  consequence: '终端不再展示，共享给下级的也一并撤下',
});
