import { expect, type Page } from '@playwright/test';

/** The people of the demo office in the journeys, by their role. */
export const people = {
  clerk: 'zhangwei',
  otherClerk: 'lina',
  receiver: 'liuyang',
  reviewer: 'zhaomin',
  leader: 'wujianguo',
  permitLeader: 'pengbo',
  permitExaminer: 'dengtao',
  permitClerk: 'chenjing',
  implementer: 'xujun',
  colleague: 'zhuhong',
  supervisor: 'caohui',
  /** The person who supervises across the organisations of the county. */
  countySupervisor: 'songjia',
  /** The person who supervises the matters of the petition office. */
  petitionSupervisor: 'sunlei',
  matterAdmin: 'shenjie',
  /** The person who manages the archive of the petition office. */
  archivist: 'fangning',
  configAdmin: 'xiaohan',
  systemAdmin: 'tianye',
  securityAdmin: 'dongmei',
  auditAdmin: 'yuanyuan',
  /** The person whom administrators may lock without disturbing another journey. */
  spare: 'fenglei',
  /** The person who gets locked out by wrong passwords. */
  lockedOutPerson: 'gaofeng',
  /** The person who uses a second factor and loses it. */
  secondFactorUser: 'linxue',
  /** The person for whom the tour of the first login is reserved. */
  newcomer: 'wangfang',
  disabled: 'jiangtao',
} as const;
export type Account = (typeof people)[keyof typeof people];

export const password = 'Banjian@2026';
/** PORTAL_DEMO_CAPTCHA sets the demo's captcha to this value. */
export const captcha = '8888';

/** Opens the login page, fills it in and submits it. */
export async function signIn(page: Page, account: Account, secret = password): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account, secret);
}

/** Fills in and submits a login page that is already open, in a window or in a frame. */
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
