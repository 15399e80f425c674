import type { RefusalRow } from './refusal-row.ts';

/**
 * Refusals of sessions and logins (S0 §4, §8), in a file of their own: every page needs these, and few need
 * the whole table.
 */
export const sessionRefusals = {
  notSignedIn: { errcode: 401, httpStatus: 401, text: '登录已失效，请重新登录' },
  wrongCredentials: { errcode: 40001, httpStatus: 400, text: '账号或密码错误' },
  wrongCaptcha: { errcode: 40002, httpStatus: 400, text: '验证码错误或已失效，请重新输入' },
  accountDisabled: { errcode: 501, httpStatus: 403, text: '该账号已被停用，请联系运维管理员' },
  publishedPassword: {
    errcode: 40304,
    httpStatus: 403,
    text: '该账号的密码是公开的演示密码，不能用于登录，请联系系统管理员重置密码',
  },
  tooManyAttempts: { errcode: 42901, httpStatus: 429, text: '尝试次数过多，请稍后再试' },
  passwordMustChange: { errcode: 40302, httpStatus: 403, text: '请先修改一次性密码' },
  signOnUnavailable: {
    errcode: 50301,
    httpStatus: 503,
    text: '统一身份认证暂时无法使用，请使用账号和密码登录',
  },
  wrongCode: { errcode: 40005, httpStatus: 400, text: '动态口令错误或已使用，请输入最新的动态口令' },
  loginStepOver: { errcode: 40006, httpStatus: 400, text: '本次登录已超时或失效，请重新登录' },
  secondFactorMissing: { errcode: 40933, httpStatus: 409, text: '您尚未启用二次验证' },
  secondFactorObliged: { errcode: 40934, httpStatus: 409, text: '您的角色必须使用二次验证，不能关闭' },
  identityNotConfirmed: {
    errcode: 40935,
    httpStatus: 409,
    text: '修改有权限人员的账号或身份证号前，请先验证您本人的身份',
  },
  signOnRefused: { errcode: 40004, httpStatus: 400, text: '统一身份认证未完成或已失效，请重新登录' },
  signOnUnknown: {
    errcode: 40303,
    httpStatus: 403,
    text: '您的统一身份认证账号没有对应的本系统账号，请联系运维管理员',
  },
} as const satisfies Record<string, RefusalRow>;
