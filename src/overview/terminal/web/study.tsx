import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { study, studyCalls } from '../nouns/study.ts';
import { StateMark } from './parts.tsx';
import { placeOf } from './paths.ts';
import { ShareButton } from './ShareActs.tsx';

/** 教育资源: what there is to learn from, the newest first; books have a list of their own. */
export default nounWeb(study, studyCalls, nounHouse, placeOf('study'), {
  title: '教育资源',
  empty: { title: '还没有学习资料', text: '点“新增学习资料”，写正文或上传文档、视频，发布后终端展示。' },
  columns: { state: { width: 100, card: 'tag', cell: (row) => <StateMark state={row.state} /> } },
  tags: (record) => <StateMark state={record.state} />,
  acts: (record) => <ShareButton part="study" record={record} />,
  consequence: '终端不再展示，共享给下级的也一并撤下',
});
