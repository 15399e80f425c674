import { expect } from '@playwright/test';
import { catalogue } from '#contract/catalogue.ts';
import { type MenuNode, menus } from '#contract/menus.ts';
import { type ShellSettings, shell } from '#contract/shell.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const petition = { screen: '/petition', who: people.clerk } as const;
const third = { screen: '/third/:code', who: people.receiver } as const;
const app = { code: 'stats', title: '统计平台', url: 'https://stats.example.gov.cn/desk' };

/** A minimal page, as another system could write it. */
const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>统计平台</title>
<style>body { margin: 32px; font: 14px/22px "Noto Sans SC", sans-serif; }</style>
<h1>统计平台</h1><p>本页由其他系统绘制。</p>
<script>addEventListener('message', ({ data, source, origin }) =>
  source.postMessage({ type: 'banjian.app.ready', nonce: data.nonce }, origin));</script></html>`;

/** Adds the only application of the fixed world to this person's menu, and serves its page here. */
async function connectApp(driver: ScreenDriver): Promise<void> {
  await driver.page.route(app.url, (route) => route.fulfill({ contentType: 'text/html', body: page }));
  await driver.alter(menus.userMenus, (data) => {
    const [root] = data as MenuNode[];
    root?.children.push({
      id: 'third-stats',
      code: 'third-stats',
      title: app.title,
      url: `/third/${app.code}`,
      icon: null,
      children: [],
    });
  });
  await driver.alter(shell.settings, (data) => {
    (data as ShellSettings).thirdApps.push(app);
  });
}

export const embeddingScenes: readonly Scene[] = [
  {
    ...petition,
    name: 'petition',
    state: 'full',
    caption: 'Petition registration as a separate page, without header and menu',
    show: async (driver) => {
      await driver.open('/petition');
      await expect(driver.main.getByRole('textbox', { name: '信访人姓名' })).toBeVisible();
    },
  },
  {
    ...petition,
    name: 'petition-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(catalogue.item);
      await driver.open('/petition');
      await driver.waitForSkeleton();
    },
  },
  {
    ...petition,
    name: 'petition-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(catalogue.item);
      await driver.open('/petition');
      await expect(driver.main.getByRole('button', { name: '重新加载' })).toBeVisible();
    },
  },
  {
    ...petition,
    name: 'petition-unset',
    state: 'no item is configured',
    show: async (driver) => {
      await driver.alter(shell.settings, (data) => {
        const settings = data as ShellSettings;
        settings.petitionItem = null;
        settings.petitionUnset = { isMine: false, doers: ['田野'] };
      });
      await driver.open('/petition');
      await expect(driver.main.getByText(/请联系负责系统运行的田野/)).toBeVisible();
    },
  },
  {
    ...petition,
    name: 'petition-unset-operator',
    state: 'no item is configured, for a user who can configure it',
    show: async (driver) => {
      await driver.alter(shell.settings, (data) => {
        const settings = data as ShellSettings;
        settings.petitionItem = null;
        settings.petitionUnset = { isMine: true, doers: ['田野'] };
      });
      await driver.open('/petition');
      await expect(driver.main.getByText(/PORTAL_PETITION_ITEM/)).toBeVisible();
    },
  },
  {
    ...third,
    name: 'third-app',
    state: 'full',
    show: async (driver) => {
      await connectApp(driver);
      await driver.open('/third/stats');
      await expect(driver.main.locator('iframe[data-phase="ready"]')).toBeVisible();
    },
  },
  {
    ...third,
    name: 'third-app-loading',
    state: 'loading',
    show: async (driver) => {
      await connectApp(driver);
      await driver.leaveUnanswered(shell.settings);
      await driver.open('/third/stats');
      await driver.waitForSkeleton();
    },
  },
  {
    ...third,
    name: 'third-app-failed',
    state: 'failed',
    show: async (driver) => {
      await connectApp(driver);
      await driver.fail(shell.settings);
      await driver.open('/third/stats');
      await expect(driver.main.getByRole('button', { name: '重新加载' })).toBeVisible();
    },
  },
  {
    name: 'not-open',
    screen: '*',
    state: 'a function that is not open yet',
    who: people.receiver,
    show: async (driver) => {
      await driver.open('/consult-complaints');
      await expect(driver.page.getByText('该功能尚未开放')).toBeVisible();
    },
  },
];
