import { expect } from '@playwright/test';
import { messageSettings } from '#contract/message-settings.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;
const sms = { screen: '/sms/:code', who: people.receiver } as const;
const settings = { screen: '/message-settings', who: people.receiver } as const;

async function openMessages(driver: ScreenDriver): Promise<void> {
  await driver.openTask('受理审查');
  await driver.main.getByRole('button', { name: '办件消息' }).click();
  const dialog = driver.page.getByRole('dialog', { name: /^办件消息/ });
  await expect(dialog.getByRole('button', { name: /^发送/ })).toBeVisible();
  await expect(dialog.getByText('还没有发送过消息')).toBeVisible();
}

async function openSms(driver: ScreenDriver): Promise<void> {
  const code = await driver.openTask('受理审查');
  await driver.open(`/sms/${code}`);
  await expect(driver.page.getByRole('dialog', { name: `发送短信 ${code}` })).toBeVisible();
}

async function openSettings({ open, page }: ScreenDriver): Promise<void> {
  await open('/message-settings');
  await expect(page.getByRole('heading', { name: '消息设置', level: 1 })).toBeVisible();
}

export const messageScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'message-dialog',
    state: 'a message of the order, with validation problems',
    shows: ['MessageDialog'],
    caption: 'A message of the order: channel, recipients by name, and texts of the office',
    show: async (driver) => {
      await openMessages(driver);
      await driver.page.getByRole('button', { name: /^发送/ }).click();
      await expect(driver.page.getByText('请选择一个消息内容', { exact: true })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'message-contents',
    state: 'choice of a message content',
    shows: ['MessagePresetPicker'],
    show: async (driver) => {
      await openMessages(driver);
      await driver.page.getByRole('button', { name: '选择消息内容' }).click();
      await expect(driver.page.getByRole('radio', { name: /受理告知/ })).toBeVisible();
    },
  },
  {
    ...sms,
    name: 'sms',
    state: 'full',
    caption: 'Text messages of the order that the address names',
    show: async (driver) => {
      await openSms(driver);
      await driver.page.getByRole('button', { name: /^发送/ }).click();
      await expect(driver.page.getByText('请填写短信内容', { exact: true })).toBeVisible();
    },
  },
  {
    ...sms,
    name: 'sms-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(orderMessages.choices);
      await openSms(driver);
    },
  },
  {
    ...sms,
    name: 'sms-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(orderMessages.choices);
      await openSms(driver);
      await expect(driver.page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...sms,
    screen: '/sms',
    name: 'sms-empty',
    state: 'empty',
    show: async ({ open, page }) => {
      await open('/sms');
      await expect(page.getByText('没有指定办件')).toBeVisible();
    },
  },
  {
    ...settings,
    name: 'message-settings',
    state: 'full',
    caption: 'Message settings of the user: channels and quiet hours',
    show: async (driver) => {
      await openSettings(driver);
      await expect(driver.main.getByRole('table')).toBeVisible();
    },
  },
  {
    ...settings,
    name: 'message-settings-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(messageSettings.mine);
      await openSettings(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...settings,
    name: 'message-settings-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(messageSettings.mine);
      await openSettings(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
];
