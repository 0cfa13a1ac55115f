import * as contract from '#kernel/session/contract.ways.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { exchangeTicket, listSites, openSite } from './outside.ts';
import { appCodeSignIn, baseParams, baseSignIn, ehbAddress, ehbSignIn, thirdTokenSignIn } from './providers.ts';
import { checkNumber, confirmQrCode, makeQrCode, previewQrCode, qrStatus, rejectQrCode } from './qr.ts';
import {
  bindWechatAccount as bindWechat,
  readBinding,
  unbindWechatAccount,
  wechatAddress,
  wechatSignIn,
} from './wechat.ts';

/** The calls of the further ways of signing in. */
export const wayRoutes: readonly Binding[] = [
  bind(contract.getQrCode, makeQrCode),
  bind(contract.getQrCodeStatus, qrStatus),
  bind(contract.scanQrCode, previewQrCode),
  bind(contract.confirmQrCode, confirmQrCode, checkNumber),
  bind(contract.refuseQrCode, rejectQrCode),
  bind(contract.mobileLoginByCode, (ctx, { code }) => appCodeSignIn(ctx, code)),
  bind(contract.appCodeLogin, (ctx, { appCode }) => appCodeSignIn(ctx, appCode)),
  bind(contract.thirdTokenLogin, (ctx, { thirdToken }) => thirdTokenSignIn(ctx, thirdToken)),
  bind(contract.ehbUrl, ehbAddress),
  bind(contract.ehbCheckCode, ehbSignIn),
  bind(contract.wechatUrl, wechatAddress),
  bind(contract.wechatLogin, wechatSignIn),
  bind(contract.bindWechat, bindWechat),
  bind(contract.unbindWechat, unbindWechatAccount),
  bind(contract.wechatBinding, readBinding),
  bind(contract.basePlatformParams, baseParams),
  bind(contract.basePlatformTicket, baseSignIn),
  bind(contract.outsideSites, listSites),
  bind(contract.outsideTicket, openSite),
  bind(contract.exchangeTicket, exchangeTicket),
];
