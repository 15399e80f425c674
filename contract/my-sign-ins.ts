import { z } from 'zod';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { loginEventNames } from './sign-ins.ts';

/** 我的登录: the user's own sessions, browsers that remember the password, and recent login events (0022). */

const instant = z.iso.datetime();
const byId = z.strictObject({ id: z.uuid() });

export const OwnSession = z.object({
  id: z.string(),
  loginType: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  seenAt: instant,
  /** True for the session of the caller. */
  own: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

export const OwnBrowser = z.object({
  id: z.string(),
  /** Empty for a browser that was remembered before addresses were stored. */
  address: z.string(),
  userAgent: z.string(),
  usedAt: instant,
});
export type OwnBrowser = z.output<typeof OwnBrowser>;

export const OwnLoginEvent = z.object({
  seq: z.number().int(),
  at: instant,
  event: z.enum(loginEventNames),
  address: z.string(),
  userAgent: z.string(),
  count: z.number().int(),
});
export type OwnLoginEvent = z.output<typeof OwnLoginEvent>;

export const MySignIns = z.object({
  sessions: z.array(OwnSession),
  browsers: z.array(OwnBrowser),
  /** The last twenty events, the newest first. */
  events: z.array(OwnLoginEvent),
});
export type MySignIns = z.output<typeof MySignIns>;

export const mySignIns = {
  show: endpoint({
    method: 'GET',
    reads: ['sign-ins'],
    path: '/api/session/mine',
    summary: '我的登录',
    output: MySignIns,
  }),
  end: endpoint({
    method: 'POST',
    changes: ['sign-ins'],
    path: '/api/session/mine/:id/end',
    summary: '结束我的一个会话',
    params: byId,
    output: z.object({ ended: z.number().int() }),
    refusals: ['notFound', 'sessionNotEndable', ...idempotencyRefusals],
  }),
  endOthers: endpoint({
    method: 'POST',
    changes: ['sign-ins'],
    path: '/api/session/mine/end-others',
    summary: '结束我的其他会话',
    output: z.object({ ended: z.number().int(), forgotten: z.number().int() }),
    refusals: [...idempotencyRefusals],
  }),
  forgetBrowser: endpoint({
    method: 'POST',
    changes: ['sign-ins'],
    path: '/api/session/browsers/:id/forget',
    summary: '取消一个浏览器的记住密码',
    params: byId,
    output: z.object({}),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
