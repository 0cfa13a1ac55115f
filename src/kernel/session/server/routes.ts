import {
  confirmFactor,
  disableFactor,
  endSessions,
  factorState,
  mySessions,
  renewRecoveryCodes,
  startFactor,
} from '#kernel/session/contract.sessions.ts';
import {
  answerSecondFactor,
  captchaImage,
  checkLoginCode,
  configByType,
  isVerification,
  sendLoginCode,
  sendOwnCode,
} from '#kernel/session/contract.steps.ts';
import {
  configByHost,
  frontEndConfig,
  getInfo,
  issueTicket,
  login,
  logout,
  redeemTicket,
  switchRole,
} from '#kernel/session/contract.ts';
import { badInput } from '#platform/server/errors.ts';
import { notesSeen } from '#platform/server/http/authenticate.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { transportKey } from '#platform/server/secrecy/sm2.ts';
import { sessionRights } from '../rules.rights.ts';
import { makeCaptcha } from './captcha/check.ts';
import { checkCode, sendCode, sendTo } from './codes.ts';
import { confirmPassword } from './confirm.ts';
import * as factor from './factor.ts';
import { encryptedSecrets } from './factor.ts';
import { currentUser } from './info.ts';
import { deliverPhoneNews } from './phoneNews.ts';
import { sessionStates } from './queries/waits.ts';
import { deleteExpired, loginIndexOf, noteSeen } from './queries.ts';
import { enterRole, issueTicket as makeTicket, redeem, signOut } from './service.ts';
import { endOwnSignIns, listMine } from './sessions.ts';
import { signIn } from './signIn.ts';
import { encryptedSiteKeys, siteOf } from './site.ts';
import { sessionTables } from './tables.ts';
import { testLoginRoute } from './testLogin.ts';
import { deleteExpiredWays } from './ways/queries.ts';
import { wayRoutes } from './ways/routes.ts';

/** Whether this process runs tests, in which alone the test login has a path. */
const underTest = process.env.NODE_ENV === 'test';

/** Reads and writes of the steps of a sign-in, and of the own sessions. */
const stepRoutes = [
  bind(sendLoginCode, async (ctx, { idCardNo, purpose }) => {
    await sendCode(ctx, purpose, idCardNo);
    return null;
  }),
  bind(sendOwnCode, async (ctx) => {
    await sendTo(ctx, 'questions', await loginIndexOf(ctx.db, ctx.session.accountId), true);
    return null;
  }),
  bind(checkLoginCode, async (ctx, { code, purpose }) => {
    if (!(await checkCode(ctx, purpose, code))) throw badInput({ code: '验证码不正确或已过期' });
    return null;
  }),
  bind(isVerification, async (ctx) => {
    const { site } = await siteOf(ctx.services, ctx.request.host);
    return { isVerification: site.verificationOn };
  }),
  bind(captchaImage, makeCaptcha),
  bind(configByType, async (ctx, { type }) => {
    const { site } = await siteOf(ctx.services, ctx.request.host);
    return type === 'CaptchaAppId' ? site.captchaAppId : '';
  }),
  bind(answerSecondFactor, factor.answer),
  bind(mySessions, listMine),
  bind(endSessions, endOwnSignIns),
  bind(factorState, factor.state),
  bind(startFactor, factor.start, (ctx, { password }) => confirmPassword(ctx, password)),
  bind(confirmFactor, factor.confirm),
  bind(disableFactor, factor.disable, (ctx, { password }) => confirmPassword(ctx, password)),
  bind(renewRecoveryCodes, factor.renewCodes, (ctx, { password }) => confirmPassword(ctx, password)),
];

/** The module; the test login is among its calls in a process that runs tests alone. */
export const makeSessionModule = (withTestLogin: boolean): ServerModule => ({
  name: 'session',
  rights: sessionRights,
  tables: sessionTables,
  states: sessionStates,
  routes: [
    bind(frontEndConfig, async (ctx) => {
      const { site, serverTime } = await siteOf(ctx.services, ctx.request.host);
      return { ...site, serverTime, ...(await transportKey(ctx.services)) };
    }),
    bind(configByHost, async (ctx, { configKey }) => {
      const { site } = await siteOf(ctx.services, configKey || ctx.request.host);
      return JSON.stringify(site);
    }),
    bind(login, signIn),
    bind(logout, signOut),
    bind(getInfo, (ctx, { uriPrefix }) => currentUser(ctx, uriPrefix ?? '')),
    bind(switchRole, enterRole),
    bind(issueTicket, makeTicket),
    bind(redeemTicket, (ctx, { ticket }) => redeem(ctx, ticket)),
    ...stepRoutes,
    ...wayRoutes,
    ...(withTestLogin ? [testLoginRoute] : []),
  ],
  encrypted: [encryptedSecrets, encryptedSiteKeys],
  recurring: [
    {
      name: 'session.clean',
      everySeconds: 600,
      run: ({ db, config }) => deleteExpired(db, config.idleSeconds),
    },
    { name: 'session.phoneNews', everySeconds: 2, run: deliverPhoneNews },
    { name: 'session.cleanWays', everySeconds: 600, run: ({ db }) => deleteExpiredWays(db) },
  ],
  announce() {
    notesSeen(noteSeen);
  },
});

export const sessionModule = makeSessionModule(underTest);
