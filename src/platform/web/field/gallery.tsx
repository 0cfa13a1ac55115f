import { sumInCapitals } from '#platform/text/capitals.ts';
import { Case, Cases } from '../gallery/Case.tsx';
import { hoursText, timeAgo } from '../show/time.ts';
import { AuditBanner } from './AuditBanner.tsx';
import { Explained } from './Explained.tsx';
import { MaskedValue } from './MaskedValue.tsx';
import { QrCode } from './QrCode.tsx';
import { Line, Missing, Ring } from './record.tsx';

const SUMS = [0, 105, 1_001_005, 12_345_678_901];
const AGES = [20_000, 35 * 60_000, 5 * 3_600_000, 30 * 3_600_000, 40 * 86_400_000];

/** Parts of a record: lines, masked values, completeness, who changed it; and the formats of figures. */
export default function FieldGallery() {
  const now = Date.now();
  return (
    <Cases>
      <Case title="记录的行：值、来源、未填写" wide>
        <dl className="record-fields">
          <Line label="姓名">黄立新</Line>
          <Line label="出生日期" source="由身份证号得出">
            1986-03-05（40岁）
          </Line>
          <Line label="学历">
            <Missing act={<a href="#/__gallery/fields">补填</a>} />
          </Line>
        </dl>
      </Case>
      <Case title="遮蔽值：写明原因后显示一分钟">
        <div className="gallery-stack">
          <p>
            身份证号{' '}
            <MaskedValue label="身份证号" masked="420***********0022" reveal={async () => '420599198603050022'} />
          </p>
          <p>
            手机号{' '}
            <MaskedValue
              label="手机号"
              masked="138****0022"
              reveal={() => Promise.reject(new Error('当前角色不能查看'))}
            />
          </p>
        </div>
      </Case>
      <Case title="遮蔽值：无权查看原值">
        <MaskedValue label="手机号" masked="138****0022" reveal={null} />
      </Case>
      <Case title="信息完整度">
        <div className="gallery-line">
          <Ring percent={100}>资料齐全</Ring>
          <Ring percent={62}>缺学历、手机号</Ring>
        </div>
      </Case>
      <Case title="记录的创建和修改">
        <AuditBanner
          createName="admin"
          createDate="2026-11-03T10:40:00+08:00"
          updateName="王建军"
          updateDate="2026-11-20T09:05:00+08:00"
        />
        <AuditBanner createName="王建军" createDate="2026-11-03T10:40:00+08:00" />
      </Case>
      <Case title="二维码，可下载">
        <QrCode text={`${location.origin}/#/news`} alt="通知页面的二维码" caption="手机扫码" fileName="通知" />
      </Case>
      <Case title="带说明的数">
        <Explained
          href={null}
          title="党员总数"
          text="正式党员＋预备党员"
          source="数据截至今日8时"
          className="gallery-figure"
        >
          <span className="muted">党员总数</span>
          <b>1,286</b>人
        </Explained>
      </Case>
      <Case title="金额大写">
        <ul className="gallery-stack">
          {SUMS.map((fen) => (
            <li key={fen}>
              {(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}元，{sumInCapitals(fen)}
            </li>
          ))}
        </ul>
      </Case>
      <Case title="多久以前、学时">
        <ul className="gallery-stack">
          {AGES.map((age) => (
            <li key={age}>{timeAgo(new Date(now - age).toISOString(), now)}</li>
          ))}
          <li>
            本年已学{hoursText(1110)}，应学{hoursText(1920)}
          </li>
        </ul>
      </Case>
    </Cases>
  );
}
