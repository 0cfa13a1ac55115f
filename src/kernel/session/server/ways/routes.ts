import * as contract from '#kernel/session/contract.ways.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { exchange, listSites, openSite } from './outside.ts';
import { appCodeSignIn, baseParams, baseSignIn, ehbAddress, ehbSignIn, thirdTokenSignIn } from './providers.ts';
import { checkNumber, confirm, lookAtQrCode, makeQrCode, qrStatus, turnAway } from './qr.ts';
import { bind as bindWechat, readBinding, unbind, wechatAddress, wechatSignIn } from './wechat.ts';

/** The calls of the further ways of signing in. */
export const wayRoutes: readonly Binding[] = [
  bind(contract.getQrCode, makeQrCode),
  bind(contract.getQrCodeStatus, qrStatus),
  bind(contract.scanQrCode, lookAtQrCode),
  bind(contract.confirmQrCode, confirm, checkNumber),
  bind(contract.refuseQrCode, turnAway),
  bind(contract.mobileLoginByCode, (ctx, { code }) => appCodeSignIn(ctx, code)),
  bind(contract.appCodeLogin, (ctx, { appCode }) => appCodeSignIn(ctx, appCode)),
  bind(contract.thirdTokenLogin, (ctx, { thirdToken }) => thirdTokenSignIn(ctx, thirdToken)),
  bind(contract.ehbUrl, ehbAddress),
  bind(contract.ehbCheckCode, ehbSignIn),
  bind(contract.wechatUrl, wechatAddress),
  bind(contract.wechatLogin, wechatSignIn),
  bind(contract.bindWechat, bindWechat),
  bind(contract.unbindWechat, unbind),
  bind(contract.wechatBinding, readBinding),
  bind(contract.basePlatformParams, baseParams),
  bind(contract.basePlatformTicket, baseSignIn),
  bind(contract.outsideSites, listSites),
  bind(contract.outsideTicket, openSite),
  bind(contract.exchangeTicket, exchange),
];
