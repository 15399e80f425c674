import { expect } from '@playwright/test';
import { mySignIns } from '#contract/my-sign-ins.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { session } from '#contract/session.ts';
import { password, people, signIn } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

/** A fixed secret and fixed codes for all pictures. */
const fixedSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const fixedPicture = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#1d2129" d="M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1zM5 5h1v1H5zM7 7h1v1H7z"/></svg>',
).toString('base64')}`;
const enrolment = { secret: fixedSecret, uri: '', picture: fixedPicture };

/** Answers a login call as if the person had, or needed, a second factor. */
async function answer({ page }: ScreenDriver, path: string, data: object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    // The page's address is the same as that of the call.
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { errcode: 0, code: 200, data } })
        : route.fallback(),
  );
}

async function stopBeforeSecondStep(driver: ScreenDriver, step: 'code' | 'enrol'): Promise<void> {
  await answer(driver, session.login.path, {
    secondFactor: step,
    account: people.secondFactorUser,
    halfSession: 'half',
    expiresAt: '2026-11-20T02:10:00.000Z',
  });
  await answer(driver, secondFactor.beginAtLogin.path, enrolment);
  await signIn(driver.page, people.secondFactorUser);
}

const login = { screen: '/login' } as const;
const mine = { screen: '/my-sign-in', who: people.receiver } as const;

async function openMine(driver: ScreenDriver): Promise<void> {
  await driver.open('/my-sign-in');
  await expect(driver.page.getByRole('heading', { name: '我的登录', level: 1 })).toBeVisible();
}

export const signInScenes: readonly Scene[] = [
  {
    ...login,
    name: 'login-second-step',
    state: 'the second step of the login',
    caption: 'Login: the code of the authenticator',
    show: async (driver) => {
      await stopBeforeSecondStep(driver, 'code');
      await expect(driver.page.getByRole('textbox', { name: '动态口令' })).toBeVisible();
    },
  },
  {
    ...login,
    name: 'login-enrolment',
    state: 'set-up of an authenticator',
    show: async (driver) => {
      await stopBeforeSecondStep(driver, 'enrol');
      await expect(driver.page.getByRole('img', { name: /二维码/ })).toBeVisible();
    },
  },
  {
    ...mine,
    name: 'my-sign-in',
    state: 'full',
    caption: 'Security of the user’s own account',
    show: async (driver) => {
      await openMine(driver);
      await expect(driver.main.getByRole('button', { name: '启用二次验证' })).toBeVisible();
      await expect(driver.main.getByRole('list', { name: '登录会话' })).toBeVisible();
    },
  },
  {
    ...mine,
    name: 'my-sign-in-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(secondFactor.mine);
      await driver.leaveUnanswered(mySignIns.show);
      await openMine(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...mine,
    name: 'my-sign-in-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(secondFactor.mine);
      await openMine(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...mine,
    name: 'password-age',
    state: 'a password that expires soon',
    shows: ['PasswordAgeNotice'],
    show: async (driver) => {
      await driver.alter(session.currentUser, (data) => {
        Object.assign(data as object, { passwordDaysLeft: 3 });
      });
      await openMine(driver);
      await expect(driver.page.getByText('密码还有 3 天到期')).toBeVisible();
    },
  },
  {
    ...mine,
    name: 'factor-enrolment',
    state: 'set-up of an authenticator',
    shows: ['FactorDialog'],
    show: async (driver) => {
      await answer(driver, secondFactor.begin.path, enrolment);
      await openMine(driver);
      await driver.main.getByRole('button', { name: '启用二次验证' }).click();
      await driver.page.getByLabel('登录密码').fill(password);
      await driver.page.getByRole('button', { name: '下一步' }).click();
      await expect(driver.page.getByRole('img', { name: /二维码/ })).toBeVisible();
    },
  },
];
