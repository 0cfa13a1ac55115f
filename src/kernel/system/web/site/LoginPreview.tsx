import { Logo } from '#platform/web/artwork/Logo.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { fieldOf, type Setting } from './siteValues.ts';

/** What the login page will show by what the form holds now, drawn small; nothing in it can be pressed. */
export function LoginPreview({ form }: { form: Form }) {
  const text = (key: Setting, part?: string) => form.text(fieldOf(key, part)).trim();
  const on = (key: Setting, part?: string) => form.values[fieldOf(key, part)] === true;
  const audience = text('kind') === 'college' ? '仅限本校各级党组织和党员使用' : '仅限本市各级党组织和党员使用';
  const codes = [
    ['手机应用', text('appQr')],
    ['公众号', text('officialQr')],
  ] as const;
  return (
    <figure className="form-field wide">
      <figcaption className="field-label">登录页预览</figcaption>
      <div className="site-preview">
        <div className="preview-art">
          <Logo size={24} />
          <div>
            <p className="preview-name">{text('productName')}</p>
            <p className="preview-slogan">{text('slogan')}</p>
          </div>
        </div>
        <div className="preview-side">
          <p className="preview-head">登录</p>
          <p className="muted">
            {text('hostUnit') && `${text('hostUnit')}主办，`}
            {audience}
          </p>
          <p className="preview-tabs">
            <b>账号登录</b>
            {on('qrLogin') && <span>扫码登录</span>}
          </p>
          <span className="preview-field">身份证号或账号</span>
          <span className="preview-field">密码</span>
          {text('captcha') !== 'off' && <span className="preview-field short">图形验证</span>}
          <span className="preview-button">登录</span>
          {(on('wechat', 'on') || on('thirdParty')) && (
            <p className="preview-ways">
              {on('wechat', 'on') && <span>微信扫码</span>}
              {on('thirdParty') && <span>统一平台登录</span>}
            </p>
          )}
          <div className="preview-foot">
            <div>
              {text('supportPhone') && <p>服务电话 {text('supportPhone')}</p>}
              {text('supportHours') && <p>{text('supportHours')}</p>}
              {on('reportLink', 'on') && <p className="preview-link">{text('reportLink', 'text')}</p>}
            </div>
            {codes.map(
              ([title, picture]) =>
                picture && (
                  <span key={title} className="preview-code">
                    <img src={picture} alt={`${title}二维码`} />
                    {title}
                  </span>
                ),
            )}
          </div>
          <p className="preview-records">
            <span>{text('icp')}</span>
            <span>{text('police')}</span>
          </p>
        </div>
      </div>
    </figure>
  );
}
