import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MAP_PROVIDERS, outsideKey, SITE_CHOICES } from '../../rules.site.ts';
import { LoginPreview } from './LoginPreview.tsx';
import { SmsTest } from './SmsTest.tsx';
import { Address, Choice, Lines, Origin, Part, Picture, Secret, type Sheet, Switch, Text } from './siteFields.tsx';
import { fieldOf, OUTSIDE, type Setting } from './siteValues.ts';

interface Section {
  id: string;
  title: string;
  content: ReactNode;
}

const SMS_KINDS = { off: '不发送', file: '写入文件（演示、调试）', http: '短信网关' };

/** The settings of a site, by what they are about. */
export function sectionsOf(sheet: Sheet): Section[] {
  return [
    { id: 'display', title: '显示', content: <Display sheet={sheet} /> },
    { id: 'login', title: '登录与密码', content: <Login sheet={sheet} /> },
    { id: 'sms', title: '短信与验证码', content: <Sms sheet={sheet} /> },
    { id: 'platforms', title: '统一平台与微信', content: <Platforms sheet={sheet} /> },
    { id: 'outside', title: '内网与外部站点', content: <Outside sheet={sheet} /> },
    { id: 'speech', title: '语音转文字', content: <Speech sheet={sheet} /> },
    { id: 'report', title: '报表服务器', content: <ReportServer sheet={sheet} /> },
    { id: 'map', title: '电子地图', content: <MapService sheet={sheet} /> },
    { id: 'backup', title: '自动备份', content: <Backup sheet={sheet} /> },
    { id: 'safety', title: '安全', content: <Safety sheet={sheet} /> },
  ];
}

interface Props {
  sheet: Sheet;
}

const isOn = (sheet: Sheet, setting: Setting, part = 'on') => sheet.form.values[fieldOf(setting, part)] === true;

function Display({ sheet }: Props) {
  return (
    <>
      <Text sheet={sheet} setting="productName" max={40} hint="登录页与浏览器标题" />
      <Text sheet={sheet} setting="logoText" max={20} hint="页头左上角" />
      <Text sheet={sheet} setting="slogan" />
      <Choice
        sheet={sheet}
        setting="kind"
        choices={SITE_CHOICES.kind}
        hint="院校另有课程、考试、云党校、专项活动，党建资讯称党建园地"
      />
      <Choice
        sheet={sheet}
        setting="carousel"
        choices={SITE_CHOICES.carousel}
        hint="管理员和党务工作者首页上轮播图的位置；没有展示中的图片时不占位置"
      />
      <Text sheet={sheet} setting="hostUnit" />
      <Text sheet={sheet} setting="city" max={20} />
      <Text sheet={sheet} setting="supportPhone" max={30} />
      <Text sheet={sheet} setting="supportHours" max={40} placeholder="工作日 8:30 至 17:30" />
      <Text
        sheet={sheet}
        setting="answerDays"
        label="办理时限（天）"
        max={2}
        hint="事项本身没有期限的，自提交之日起按这个天数算期限；各站点统一按默认设置"
      />
      <Text
        sheet={sheet}
        setting="appPackage"
        placeholder="party-1.2.0.apk"
        hint="放在 /app/ 下的文件名，末尾带版本号"
      />
      <Text sheet={sheet} setting="icp" />
      <Text sheet={sheet} setting="police" />
      <Picture sheet={sheet} setting="appQr" hint="没有图片时按安装包地址生成" />
      <Picture sheet={sheet} setting="officialQr" />
      <Switch sheet={sheet} setting="reportLink" part="on" label="显示举报链接" wide />
      {isOn(sheet, 'reportLink') && (
        <>
          <Text sheet={sheet} setting="reportLink" part="text" label="举报链接文字" max={30} />
          <Text sheet={sheet} setting="reportLink" part="url" label="举报链接地址" max={500} placeholder="https://" />
        </>
      )}
      <Whole sheet={sheet} setting="reportLink" />
      <LoginPreview form={sheet.form} />
    </>
  );
}

/** Where a setting of several fields comes from, below them. */
function Whole({ sheet, setting }: Props & { setting: Setting }) {
  return (
    <p className="form-field wide field-hint site-whole">
      <Origin sheet={sheet} setting={setting} />
    </p>
  );
}

function Login({ sheet }: Props) {
  return (
    <>
      <Choice sheet={sheet} setting="passwordPolicy" choices={SITE_CHOICES.passwordPolicy} />
      <Choice sheet={sheet} setting="secondFactor" choices={SITE_CHOICES.secondFactor} hint="登录后再核对动态口令" />
      <Switch sheet={sheet} setting="qrLogin" hint="登录页显示扫码登录" />
      <Switch sheet={sheet} setting="singleLogon" hint="新的登录使同一账号的其他登录退出" />
    </>
  );
}

function Sms({ sheet }: Props) {
  const kind = sheet.form.text(fieldOf('sms', 'kind'));
  const captcha = sheet.form.text(fieldOf('captcha'));
  return (
    <>
      <Choice sheet={sheet} setting="sms" part="kind" label="短信发送方式" choices={SMS_KINDS} />
      {kind !== 'off' && <Text sheet={sheet} setting="sms" part="sign" label="短信签名" max={20} />}
      {kind === 'http' && (
        <>
          <Address sheet={sheet} setting="sms" part="url" label="短信网关地址" probe="sms" />
          <Secret sheet={sheet} name="smsKey" />
        </>
      )}
      <Whole sheet={sheet} setting="sms" />
      {sheet.site.can.edit && <SmsTest sheet={sheet} />}
      <Switch sheet={sheet} setting="verificationOn" hint="密码过于简单的人登录时须核对短信验证码" wide />
      <Choice sheet={sheet} setting="captcha" choices={SITE_CHOICES.captcha} />
      {captcha === 'tencent' && (
        <>
          <Text sheet={sheet} setting="captchaAppId" max={40} />
          <Address sheet={sheet} setting="captchaUrl" />
          <Secret sheet={sheet} name="captchaSecret" />
        </>
      )}
    </>
  );
}

function Platforms({ sheet }: Props) {
  return (
    <>
      <Part title="统一平台">从上级统一平台登录，回到本平台。</Part>
      <Switch sheet={sheet} setting="thirdParty" label="登录页显示统一平台按钮" />
      <Switch sheet={sheet} setting="ehb" part="on" label="启用统一平台" wide />
      {isOn(sheet, 'ehb') && (
        <>
          <Address sheet={sheet} setting="ehb" part="url" label="统一平台地址" probe="ehb" />
          <Text sheet={sheet} setting="ehb" part="clientId" label="应用编号" max={100} />
          <Secret sheet={sheet} name="ehbSecret" />
        </>
      )}
      <Whole sheet={sheet} setting="ehb" />
      <Part title="基础平台">由基础平台带票据打开本平台，无须再次登录。</Part>
      <Switch sheet={sheet} setting="basePlatform" part="on" label="启用基础平台" wide />
      {isOn(sheet, 'basePlatform') && (
        <>
          <Text
            sheet={sheet}
            setting="basePlatform"
            part="platformUrl"
            label="平台登录地址"
            max={500}
            placeholder="https://"
          />
          <Text
            sheet={sheet}
            setting="basePlatform"
            part="origin"
            label="平台站点"
            max={200}
            placeholder="https://"
            hint="只接受这个站点的消息"
          />
          <Address sheet={sheet} setting="basePlatform" part="checkUrl" label="票据校验地址" probe="basePlatform" />
          <Text sheet={sheet} setting="basePlatform" part="appKey" label="应用标识" max={100} />
          <Secret sheet={sheet} name="basePlatformSecret" />
        </>
      )}
      <Whole sheet={sheet} setting="basePlatform" />
      <Part title="微信">在列出的站点上显示微信扫码登录。</Part>
      <Switch sheet={sheet} setting="wechat" part="on" label="启用微信登录" wide />
      {isOn(sheet, 'wechat') && (
        <>
          <Text sheet={sheet} setting="wechat" part="appId" label="微信应用编号" />
          <Lines
            sheet={sheet}
            setting="wechat"
            part="domains"
            label="允许的站点"
            hint="一行一个，如 https://dj.example.cn"
          />
          <Secret sheet={sheet} name="wechatSecret" />
          <Address sheet={sheet} setting="wechatUrl" probe="wechatUrl" />
          <Address sheet={sheet} setting="wechatPageUrl" />
        </>
      )}
      <Whole sheet={sheet} setting="wechat" />
      <Part title="其他系统的登录凭据">其他系统和移动端带着自己的凭据登录，由下面的地址校验。</Part>
      <Address sheet={sheet} setting="thirdTokenUrl" probe="thirdTokenUrl" />
      <Secret sheet={sheet} name="thirdTokenKey" />
      <Address sheet={sheet} setting="appCodeUrl" probe="appCodeUrl" />
      <Secret sheet={sheet} name="appCodeKey" />
    </>
  );
}

function Outside({ sheet }: Props) {
  return (
    <>
      <Address sheet={sheet} setting="intranetUrl" hint="市级和区县党务工作者切换角色后前往" probe="intranetUrl" />
      <Address sheet={sheet} setting="instantMessagingUrl" hint="快捷导航中的通讯" probe="instantMessagingUrl" />
      <Lines sheet={sheet} setting="redirectOrigins" hint="登录后的跳转、轮播图链接只能去这些站点和本站；一行一个" />
      <Part title="系统间转接">
        与其他单位的平台直接交换组织关系介绍信，在<Link to="/affairs/relation/exchange">组织关系的系统间转接</Link>
        里登记对方。
      </Part>
      <Part title="粘贴插件">编辑器本身就能连图片一起粘贴Word内容；只有仍在使用本机粘贴插件的单位才需要启用。</Part>
      <Switch sheet={sheet} setting="pastePlugin" part="on" label="启用粘贴插件" wide />
      {isOn(sheet, 'pastePlugin') && (
        <>
          <Text
            sheet={sheet}
            setting="pastePlugin"
            part="url"
            label="插件安装包地址"
            max={500}
            placeholder="https://"
          />
          <Text
            sheet={sheet}
            setting="pastePlugin"
            part="version"
            label="插件版本"
            max={30}
            hint="装有其他版本的人会收到更新提示；不填则不提示"
          />
        </>
      )}
      <Whole sheet={sheet} setting="pastePlugin" />
      <Part title="外部站点">菜单中的这些入口带一次性票据打开外部站点。</Part>
      {OUTSIDE.map(([key, name]) => (
        <div key={key} className="form-field wide site-outside">
          <div className="form-grid">
            <Switch sheet={sheet} setting="outsideSites" part={`${key}.on`} label={name} wide />
            {isOn(sheet, 'outsideSites', `${key}.on`) && (
              <>
                <Text sheet={sheet} setting="outsideSites" part={`${key}.name`} label="显示名称" max={30} />
                <Address sheet={sheet} setting="outsideSites" part={`${key}.url`} label="打开地址" probe={key} />
                <Secret sheet={sheet} name={outsideKey(key)} />
                <Switch
                  sheet={sheet}
                  setting="outsideSites"
                  part={`${key}.legacyTokenHandoff`}
                  label="直接交给登录令牌"
                  hint="只用于不能兑换票据的旧站点；对方可以本人身份操作，每次记入日志"
                  wide
                />
              </>
            )}
          </div>
        </div>
      ))}
      <Whole sheet={sheet} setting="outsideSites" />
    </>
  );
}

function Speech({ sheet }: Props) {
  return (
    <>
      <Part title="会议录音转文字">
        启用后，会议记录人可以把会议的MP3录音发到下面的服务转成文字，供填写会议记录时参考；组织生活会和民主生活会的录音不外发。
      </Part>
      <Switch sheet={sheet} setting="speech" part="on" label="启用语音转文字" wide />
      {isOn(sheet, 'speech') && (
        <>
          <Address sheet={sheet} setting="speech" part="url" label="语音转文字服务地址" probe="speech" />
          <Secret sheet={sheet} name="speechKey" />
        </>
      )}
      <Whole sheet={sheet} setting="speech" />
    </>
  );
}

function ReportServer({ sheet }: Props) {
  return (
    <>
      <Part title="通用报表">
        启用后，“通用报表”里的报表由下面的报表服务器按同名模板制作，地址带签名，只带组织不带人员；不启用时由本平台制作。
      </Part>
      <Switch sheet={sheet} setting="reportServer" part="on" label="启用报表服务器" wide />
      {isOn(sheet, 'reportServer') && (
        <>
          <Address sheet={sheet} setting="reportServer" part="url" label="报表服务器地址" probe="reportServer" />
          <Secret sheet={sheet} name="reportServerKey" />
        </>
      )}
      <Whole sheet={sheet} setting="reportServer" />
    </>
  );
}

function MapService({ sheet }: Props) {
  return (
    <>
      <Part title="地图服务">不启用时，电子地图显示本平台自绘的底图，标记和列表照常可用。</Part>
      <Switch sheet={sheet} setting="map" part="on" label="启用地图服务" wide />
      {isOn(sheet, 'map') && (
        <>
          <Choice sheet={sheet} setting="map" part="provider" label="地图服务" choices={MAP_PROVIDERS} />
          <Text
            sheet={sheet}
            setting="map"
            part="tileKey"
            label="浏览器端密钥"
            max={120}
            hint="随页面发到浏览器，请在地图服务处限定本站地址"
          />
          <Text
            sheet={sheet}
            setting="map"
            part="tileOrigin"
            label="内网图片站点"
            max={200}
            placeholder="http://"
            hint="内网不通外网时填写；路径与地图服务相同"
          />
          <Address sheet={sheet} setting="map" part="searchUrl" label="地点检索地址" />
          <Secret sheet={sheet} name="mapSearchKey" />
        </>
      )}
      <Whole sheet={sheet} setting="map" />
    </>
  );
}

function Backup({ sheet }: Props) {
  return (
    <>
      <Part title="每天自动备份">
        数据库和上传的文件加密后放到服务器上的一个文件夹，不影响使用；结果见<Link to="/sys/condition">运行状况</Link>
        。密钥不在备份里，须另行保存；文件夹最好在另一块磁盘或网络盘上。
      </Part>
      <Switch sheet={sheet} setting="backup" part="on" label="启用自动备份" wide />
      {isOn(sheet, 'backup') && (
        <>
          <Text sheet={sheet} setting="backup" part="hour" label="几点开始" max={2} hint="0到23，按北京时间" />
          <Text sheet={sheet} setting="backup" part="days" label="保留天数" max={4} hint="最新的一份总是留着" />
          <Text
            sheet={sheet}
            setting="backup"
            part="folder"
            label="备份文件夹"
            max={300}
            placeholder="/backup/party"
            hint="运行平台的用户要能写入"
          />
        </>
      )}
      <Whole sheet={sheet} setting="backup" />
    </>
  );
}

function Safety({ sheet }: Props) {
  return (
    <>
      <Switch
        sheet={sheet}
        setting="separateAdministrators"
        hint="系统、安全、审计管理员由不同的人担任，互相制约"
        wide
      />
      <Text
        sheet={sheet}
        setting="revealsPerDay"
        max={5}
        hint="每人每天查看完整身份证号、手机号的次数，超过后提醒管理员"
      />
      <Text
        sheet={sheet}
        setting="secretVoters"
        max={3}
        hint="投票人更少时不能开始无记名投票，以免从结果看出谁投了什么；不能少于3人"
      />
      <Switch
        sheet={sheet}
        setting="pageMark"
        hint="页面和对话框上淡淡显示查看人的姓名、证件号后四位和日期，翻拍可查到人；高对比显示和打印时没有"
        wide
      />
    </>
  );
}
