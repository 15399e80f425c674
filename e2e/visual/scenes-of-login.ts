import { expect } from '@playwright/test';
import { session } from '#contract/session.ts';
import { welcome } from '#contract/welcome.ts';
import { people, signIn } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const login = { screen: '/login' } as const;

/** A captcha differs each time; in pictures it is always this one. */
const fixedCaptcha =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><text x="18" y="28" font-size="24" letter-spacing="8" fill="#4e5969">8888</text></svg>';

async function fixCaptcha({ page }: ScreenDriver): Promise<void> {
  await page.route(
    (url) => url.pathname === session.captcha.path,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      const img = `data:image/svg+xml;base64,${Buffer.from(fixedCaptcha).toString('base64')}`;
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, img } } });
    },
  );
}

async function openLogin(driver: ScreenDriver): Promise<void> {
  await fixCaptcha(driver);
  await driver.open('/login');
  await expect(driver.page.getByRole('img', { name: '验证码图片' })).toBeVisible();
}

async function waitForDemoAccounts({ page }: ScreenDriver): Promise<void> {
  await expect(page.getByRole('region', { name: '选择演示人员登录' }).getByRole('listitem')).not.toHaveCount(
    0,
  );
}

export const loginScenes: readonly Scene[] = [
  {
    ...login,
    name: 'login',
    state: 'full',
    shows: ['DemoAccounts', 'LoginPage'],
    caption: 'Login: the name of the office, and demo users one click away',
    show: async (driver) => {
      await openLogin(driver);
      await waitForDemoAccounts(driver);
    },
  },
  {
    ...login,
    name: 'login-all-people',
    state: 'all demo users',
    show: async (driver) => {
      await openLogin(driver);
      await waitForDemoAccounts(driver);
      await driver.page.getByRole('button', { name: /^全部 \d+ 人$/ }).click();
    },
  },
  {
    ...login,
    name: 'login-in-production',
    state: 'without the demo accounts',
    show: async (driver) => {
      await driver.page.route(
        (url) => url.pathname === welcome.show.path,
        async (route) => {
          const answer = await route.fetch();
          const body = (await answer.json()) as { data: object };
          await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, isDemo: false } } });
        },
      );
      await openLogin(driver);
    },
  },
  {
    ...login,
    name: 'login-empty',
    state: 'empty form submitted',
    show: async (driver) => {
      await openLogin(driver);
      await waitForDemoAccounts(driver);
      await driver.page.getByRole('button', { name: '登录', exact: true }).click();
      await expect(driver.page.getByText('账号不能为空')).toBeVisible();
    },
  },
  {
    ...login,
    name: 'login-refused',
    state: 'a wrong password',
    show: async (driver) => {
      await fixCaptcha(driver);
      await signIn(driver.page, people.spare, 'Wrong@2026');
      await expect(driver.page.getByRole('alert').first()).toBeVisible();
      await waitForDemoAccounts(driver);
    },
    changesWorld: true,
  },
  {
    ...login,
    name: 'login-disabled',
    state: 'a disabled account',
    shows: ['NoticeDialog'],
    show: async (driver) => {
      await fixCaptcha(driver);
      await signIn(driver.page, people.disabled);
      await expect(driver.page.getByRole('dialog', { name: '账号已停用' })).toBeVisible();
    },
    changesWorld: true,
  },
  {
    ...login,
    name: 'login-guide-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(welcome.demoGuide);
      await openLogin(driver);
      await expect(driver.page.getByRole('alert')).toBeVisible();
    },
  },
  {
    ...login,
    name: 'login-guide-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(welcome.demoGuide);
      await openLogin(driver);
    },
  },
];
