import { emit } from '../call/events.ts';
import { ApiError } from '../call/request.ts';
import { Icon } from '../show/icons.tsx';
import { Empty, Failed, NoRight, Skeleton } from '../show/states.tsx';
import { Button } from '../ui/Button.tsx';
import { Case, Cases } from './Case.tsx';

const KINDS = ['success', 'info', 'warning', 'error'] as const;
const SENTENCES = {
  success: '保存成功',
  info: '数据截至昨日二十四时',
  warning: '关键词不能重复',
  error: '网络不可用，请检查网络连接',
} as const;

/** Buttons, tags, banners, notices and the states of a page. */
export default function PartsGallery() {
  return (
    <Cases>
      <Case title="按钮：一处最多一个红底">
        <div className="gallery-line">
          <Button look="primary">新增党员</Button>
          <Button>取消</Button>
          <Button look="outline">提交审核</Button>
          <Button look="plain" icon="refresh">
            刷新
          </Button>
          <Button look="link">重置</Button>
          <Button danger>删除</Button>
        </div>
      </Case>
      <Case title="按钮：不可用，下方说明原因">
        <Button look="primary" disabled>
          确定为发展对象
        </Button>
        <p className="field-hint">谈话记录补齐后才能选择</p>
      </Case>
      <Case title="标签：只描边，不填色">
        <div className="gallery-line">
          <span className="tag">正式党员</span>
          <span className="tag gold">预备党员</span>
          <span className="tag red">发展对象</span>
          <span className="tag info">积极分子</span>
          <span className="tag ok">
            <Icon name="check" />
            达标
          </span>
          <span className="tag warn">
            <Icon name="clock" />
            待开
          </span>
          <span className="tag bad">
            <Icon name="warning" />缺
          </span>
        </div>
      </Case>
      <Case title="消息条" wide>
        <div className="gallery-stack">
          <div className="banner">
            <Icon name="help" />
            本月党费截至25日收缴。
            <a href="#/__gallery/parts">查看标准</a>
          </div>
          <div className="banner ok">
            <Icon name="check" />
            资料已齐，可以提交。
          </div>
          <div className="banner warn">
            <Icon name="clock" />
            还有3天到期。
          </div>
          <div className="banner bad">
            <Icon name="warning" />
            有2处不符合规定。
            <Button look="word">定位</Button>
          </div>
        </div>
      </Case>
      <Case title="提示：停留三秒，同一句只出现一次">
        <div className="gallery-line">
          {KINDS.map((kind) => (
            <Button key={kind} onClick={() => emit('notice', { kind, text: SENTENCES[kind] })}>
              {SENTENCES[kind]}
            </Button>
          ))}
        </div>
      </Case>
      <Case title="姓氏印">
        <div className="gallery-line">
          <span className="seal">黄</span>
          <span className="seal large">黄</span>
        </div>
      </Case>
      <Case title="空">
        <Empty title="还没有党员" act={<Button>新增党员</Button>}>
          本支部还没有录入党员。
        </Empty>
      </Case>
      <Case title="失败">
        <Failed error={new ApiError('系统未知错误，请反馈给管理员', 500, 500)} onRetry={() => {}} />
      </Case>
      <Case title="没有权限">
        <NoRight title="当前角色不能查看" />
      </Case>
      <Case title="正在加载">
        <Skeleton lines={5} />
      </Case>
    </Cases>
  );
}
