import { expect } from '@playwright/test';
import { processes } from '#contract/processes.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const who = people.configAdmin;
const list = { screen: '/business/processes', who } as const;
const detail = { screen: '/business/processes/:key', who } as const;
const editor = { screen: '/business/processes/:key/steps', who } as const;
const address = '/business/processes/petition-letter';

/** A diagram that has a step without handlers and no end. */
const invalidDiagram = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x">
<bpmn:process id="street-stall" name="占道经营许可办理">
<bpmn:startEvent id="start" name="登记" />
<bpmn:userTask id="accept" name="受理" />
<bpmn:scriptTask id="count" name="计费" />
<bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="accept" />
</bpmn:process></bpmn:definitions>`;

async function openDetail({ open, page }: ScreenDriver): Promise<void> {
  await open(address);
  await expect(page.getByRole('heading', { name: '群众来信办理', level: 1 })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '收件', exact: true })).toBeVisible();
  await expect(page.locator('.djs-container svg').first()).toBeVisible();
}

async function openEditor({ open, page }: ScreenDriver): Promise<void> {
  await open('/business/processes/street-stall/steps?new');
  await page.getByRole('textbox', { name: '流程名称' }).fill('占道经营许可办理');
  await page.getByRole('button', { name: /^1\. / }).click();
  await page.getByRole('textbox', { name: '步骤名称' }).fill('受理');
  await expect(page.locator('.djs-container svg').first()).toBeVisible();
}

export const processScenes: readonly Scene[] = [
  {
    ...list,
    name: 'processes',
    state: 'full',
    caption: 'Configuration administrator: processes with their running orders',
    show: async ({ open, page }) => {
      await open('/business/processes');
      await expect(page.getByRole('link', { name: '群众来信办理' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'processes-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(processes.overview);
      await driver.open('/business/processes');
      await driver.waitForSkeleton();
    },
  },
  {
    ...list,
    name: 'processes-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(processes.overview);
      await driver.open('/business/processes');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...list,
    name: 'process-new',
    state: 'dialog',
    shows: ['NewProcessDialog'],
    show: async ({ open, page }) => {
      await open('/business/processes');
      await page.getByRole('button', { name: '新建流程' }).click();
      await expect(page.getByRole('dialog', { name: '新建流程' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'process-file-with-problems',
    state: 'dialog',
    shows: ['PublishProcessDialog'],
    caption: 'A process file: all problems that prevent publishing',
    show: async ({ open, page }) => {
      await open('/business/processes');
      await page.getByRole('button', { name: '发布流程文件' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('选择或拖入流程文件').setInputFiles({
        name: 'street-stall.bpmn',
        mimeType: 'application/xml',
        buffer: Buffer.from(invalidDiagram),
      });
      await expect(dialog.getByRole('heading', { name: /发布前须改正/ })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'process',
    state: 'full',
    caption: 'A process: versions, diagram and description of the steps',
    show: openDetail,
  },
  {
    ...detail,
    name: 'process-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(processes.versions);
      await driver.open(address);
      await driver.waitForSkeleton();
    },
  },
  {
    ...detail,
    name: 'process-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(processes.versions);
      await driver.open(address);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...editor,
    name: 'process-steps',
    state: 'full',
    caption: 'A process in the step editor',
    show: openEditor,
  },
  {
    ...editor,
    name: 'process-steps-with-problems',
    state: 'problems',
    show: async (driver) => {
      await openEditor(driver);
      await driver.page.getByRole('button', { name: '发布', exact: true }).click();
      await expect(driver.page.getByText(/发布前须改正 \d 处/)).toBeVisible();
    },
  },
  {
    ...editor,
    name: 'process-steps-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(processes.forms);
      await driver.open('/business/processes/street-stall/steps?new');
      await driver.waitForSkeleton();
    },
  },
  {
    ...editor,
    name: 'process-steps-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(processes.forms);
      await driver.open('/business/processes/street-stall/steps?new');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
];
