import { expect, type Page } from '@playwright/test';

/** The people of the demo office that the journeys are about, by the part they play. */
export const people = {
  clerk: 'zhangwei',
  otherClerk: 'lina',
  receiver: 'liuyang',
  auditor: 'zhaomin',
  leader: 'wujianguo',
  permitLeader: 'pengbo',
  undertaker: 'xujun',
  colleague: 'zhuhong',
  supervisor: 'caohui',
  /** Supervises across the organisations of the county. */
  countySupervisor: 'songjia',
  matterAdmin: 'shenjie',
  /** Keeps the archive of the petition office. */
  archivist: 'fangning',
  configAdmin: 'xiaohan',
  systemAdmin: 'tianye',
  securityAdmin: 'dongmei',
  auditAdmin: 'yuanyuan',
  /** The person whom administrators may lock out without disturbing another journey. */
  spare: 'fenglei',
  /** The person whom wrong passwords lock out. */
  forgetful: 'gaofeng',
  /** The person who signs in with a second factor, and loses it. */
  guarded: 'linxue',
  /** The person for whom the tour of the first login is kept. */
  newcomer: 'wangfang',
  disabled: 'jiangtao',
} as const;
export type Account = (typeof people)[keyof typeof people];

export const password = 'Banjian@2026';
/** The demo's captcha is fixed by PORTAL_DEMO_CAPTCHA. */
export const captcha = '8888';

/** Opens the login, fills it and sends it, as a person does. */
export async function signIn(page: Page, account: Account, secret = password): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account, secret);
}

/** Fills the login where it has come by itself, in a window or in a frame, and sends it. */
export async function fillLogin(
  page: Pick<Page, 'getByLabel' | 'getByRole'>,
  account: Account,
  secret = password,
): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible();
  await page.getByLabel('验证码', { exact: true }).fill(captcha);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}
