import { expect } from '@playwright/test';
import type { Endpoint } from '#contract/endpoint.ts';
import { forms } from '#contract/forms.ts';
import { items } from '#contract/items.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { type SharedElement, sharedElements } from '#contract/shared-elements.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const who = people.configAdmin;

/** Returns the scenes of a screen in its three states. */
function statesOf(definition: {
  name: string;
  screen: string;
  path: string;
  endpoint: Endpoint;
  caption: string;
  before?: (driver: ScreenDriver) => Promise<void>;
  full: (driver: ScreenDriver) => Promise<void>;
}): Scene[] {
  const { name, screen, path, endpoint, caption, before, full } = definition;
  return [
    {
      name,
      screen,
      who,
      state: 'full',
      caption,
      show: async (driver) => {
        await before?.(driver);
        await driver.open(path);
        await full(driver);
      },
    },
    {
      name: `${name}-loading`,
      screen,
      who,
      state: 'loading',
      show: async (driver) => {
        await driver.leaveUnanswered(endpoint);
        await driver.open(path);
        await driver.waitForSkeleton();
      },
    },
    {
      name: `${name}-failed`,
      screen,
      who,
      state: 'failed',
      show: async (driver) => {
        await driver.fail(endpoint);
        await driver.open(path);
        await expect(driver.main.getByRole('alert').first()).toBeVisible();
      },
    },
  ];
}

/** Returns the scene of a dialog that a button of a list opens. */
function dialogOf(definition: {
  name: string;
  path: string;
  button: string;
  shows: string;
  before?: (driver: ScreenDriver) => Promise<void>;
}): Scene {
  const { name, path, button, shows, before } = definition;
  return {
    name,
    screen: path,
    who,
    state: 'dialog',
    shows: [shows],
    show: async (driver) => {
      const { open, page } = driver;
      await before?.(driver);
      await open(path);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  };
}

/** Shows two shared elements in the list, one of them in use; the demo has none. */
async function showElements(driver: ScreenDriver): Promise<void> {
  const element = (code: string, name: string, file: string, usedBy: SharedElement['usedBy']) => ({
    code,
    name,
    remark: usedBy.length > 0 ? '一式两份，用黑色签字笔填写' : '',
    file: { id: '00000000-0000-4000-8000-000000000001', name: file, size: 48_000 },
    updatedAt: '2026-11-18T01:30:00.000Z',
    updatedBy: '肖涵',
    usedBy,
    digest: code,
  });
  const use = { code: 'permit-application', text: '表单“行政许可申请表”的字段“经营范围”' };
  await driver.alter(sharedElements.list, (data) =>
    (data as { rows: SharedElement[] }).rows.push(
      element('application', '申请书示范文本', '申请书示范文本.pdf', [use]),
      element('letter-of-authority', '授权委托书样表', '授权委托书样表.docx', []),
    ),
  );
}

export const itemScenes: readonly Scene[] = [
  ...statesOf({
    name: 'items',
    screen: '/business/items',
    path: '/business/items',
    endpoint: items.list,
    caption: 'Configuration administrator: offered items, with their running orders',
    full: async ({ page }) => expect(page.getByRole('link', { name: '群众来信办理' })).toBeVisible(),
  }),
  ...statesOf({
    name: 'item',
    screen: '/business/items/:taskCode',
    path: '/business/items/permit-application',
    endpoint: items.choices,
    caption: 'An item: properties, handling and guide',
    full: async ({ page }) =>
      expect(page.getByRole('textbox', { name: '事项名称' })).toHaveValue('食品药品经营许可'),
  }),
  ...statesOf({
    name: 'forms',
    screen: '/business/forms',
    path: '/business/forms',
    endpoint: forms.list,
    caption: 'Forms with the items that use them',
    full: async ({ page }) => expect(page.getByRole('link', { name: '行政许可申请表' })).toBeVisible(),
  }),
  ...statesOf({
    name: 'form',
    screen: '/business/forms/:code',
    path: '/business/forms/permit-application',
    endpoint: forms.versions,
    caption: 'A form editor with a preview below',
    full: async ({ page }) =>
      expect(page.getByRole('textbox', { name: '表单名称' })).toHaveValue('行政许可申请表'),
  }),
  {
    name: 'form-linkage',
    screen: '/business/forms/:code',
    state: 'linkage',
    who,
    caption: 'A rule of linkage in the form editor',
    show: async (driver) => {
      await driver.open('/business/forms/petition-letter');
      const { page } = driver;
      await page
        .getByRole('region', { name: '字段', exact: true })
        .getByRole('button', { name: /^紧急事由/ })
        .click();
      await page.getByRole('button', { name: '编辑 联动 1' }).click();
      await expect(page.getByRole('group', { name: '效果' })).toBeVisible();
      await page.getByRole('region', { name: '联动' }).evaluate((part) => part.scrollIntoView());
    },
  },
  ...statesOf({
    name: 'shared-elements',
    screen: '/business/shared-elements',
    path: '/business/shared-elements',
    endpoint: sharedElements.list,
    caption: 'Shared elements with their samples',
    before: showElements,
    full: async ({ page }) => expect(page.getByRole('button', { name: /^修改 申请书/ })).toBeVisible(),
  }),
  dialogOf({
    name: 'shared-element-edit',
    path: '/business/shared-elements',
    button: '修改 申请书示范文本',
    shows: 'SharedElementDialog',
    before: showElements,
  }),
  dialogOf({
    name: 'shared-element-in-use',
    path: '/business/shared-elements',
    button: '删除 申请书示范文本',
    shows: 'RemoveElementDialog',
    before: showElements,
  }),
  ...statesOf({
    name: 'rules',
    screen: '/business/rules',
    path: '/business/rules',
    endpoint: ruleLibrary.list,
    caption: 'Rules with their groups',
    full: async ({ page }) => expect(page.getByRole('link', { name: '场所面积与业态相符' })).toBeVisible(),
  }),
  ...statesOf({
    name: 'rule',
    screen: '/business/rules/:code',
    path: '/business/rules/place-area',
    endpoint: ruleLibrary.versions,
    caption: 'A rule with its trials',
    full: async ({ page }) => {
      await page.getByRole('textbox', { name: '场所面积', exact: true }).fill('20');
      await page.getByRole('button', { name: '试一试' }).click();
      await expect(page.getByRole('list', { name: '说明' })).toBeVisible();
    },
  }),
  {
    name: 'rule-publish',
    screen: '/business/rules/:code',
    who,
    state: 'problems before a rule is published',
    shows: ['PublishRuleDialog'],
    show: async ({ open, page }) => {
      await open('/business/rules/place-area');
      await page.getByRole('textbox', { name: '规则名称' }).fill('');
      await page.getByRole('button', { name: /^发\s*布$/ }).click();
      await expect(page.getByRole('button', { name: '请填写规则名称' })).toBeVisible();
    },
  },
  {
    name: 'rule-versions',
    screen: '/business/rules/:code',
    who,
    state: 'versions of the rule',
    shows: ['RuleVersionsDialog'],
    show: async ({ open, page }) => {
      await open('/business/rules/place-area');
      await page.getByRole('button', { name: /^版\s*本$/ }).click();
      await expect(page.getByText('与编辑中的内容相同。')).toBeVisible();
    },
  },
  dialogOf({ name: 'rule-new', path: '/business/rules', button: '新建规则', shows: 'NewRuleDialog' }),
  dialogOf({ name: 'rule-group', path: '/business/rules', button: '新建规则组', shows: 'RuleGroupDialog' }),
  {
    name: 'field-samples',
    screen: '/toolkit',
    who,
    state: 'full',
    caption: 'Samples of a kind of field, on a desktop and on a phone',
    show: async ({ open, page }) => {
      await open('/toolkit?kind=date-range');
      await expect(page.getByRole('heading', { name: '日期范围', level: 2 })).toBeVisible();
    },
  },
  {
    name: 'signature',
    screen: '/toolkit',
    who,
    state: 'a signature is drawn',
    shows: ['SignatureDialog'],
    show: async ({ open, page }) => {
      await open('/toolkit?kind=signature');
      await page.getByRole('button', { name: '手写签名' }).first().click();
      const pad = page.getByTestId('signature-pad');
      for (const [from, to] of [
        [40, 200],
        [80, 160],
      ] as const) {
        await pad.hover({ position: { x: 40, y: from } });
        await page.mouse.down();
        await pad.hover({ position: { x: 120, y: to } });
        await page.mouse.up();
      }
    },
  },
  {
    name: 'item-saved-meanwhile',
    screen: '/business/items/:taskCode',
    who,
    state: 'another person has published since it was opened',
    shows: ['NewestContentNotice', 'ConcurrentEditNotice'],
    show: async ({ open, page }) => {
      await open('/business/items/permit-application');
      await page.getByRole('textbox', { name: '事项名称' }).fill('食品经营许可（新办）');
      await page.route(
        (url) => url.pathname === items.publish.path,
        (route) => {
          if (route.request().method() !== 'POST') return route.fallback();
          const errmsg = '该事项已由赵敏于 2026-11-20 10:05 发布第 2 版';
          return route.fulfill({ status: 409, json: { errcode: 40958, code: 40958, errmsg } });
        },
      );
      await page.getByRole('button', { name: '发布', exact: true }).click();
      await page.getByRole('button', { name: '确认发布' }).click();
      await expect(page.getByRole('alert')).toContainText('已由赵敏');
    },
  },
  {
    name: 'item-papers',
    screen: '/business/items/:taskCode',
    who,
    state: 'materials and situations, row by row',
    show: async ({ open, page }) => {
      await open('/business/items/permit-application');
      await page.getByRole('button', { name: '添加情形' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('textbox', { name: '情形名称' })).toBeVisible();
    },
  },
  {
    name: 'item-petition',
    screen: '/business/items/:taskCode',
    who,
    state: 'settings of the petition history, and repeated petitions while the original is unfinished',
    show: async ({ open, main }) => {
      await open('/business/items/petition-letter');
      const repeated = main.getByRole('checkbox', { name: '未办结的信访件也可以登记为重复信访' });
      await repeated.scrollIntoViewIfNeeded();
      await expect(repeated).toBeChecked();
    },
  },
  {
    name: 'item-with-problems',
    screen: '/business/items/:taskCode',
    who,
    state: 'publishing problems, scrolled into view and focused',
    show: async ({ open, page, main }) => {
      await open('/business/items/street-stall?new');
      await main.getByRole('textbox', { name: '内容' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: '发布', exact: true }).click();
      await expect(main.getByRole('alert')).toBeFocused();
      await expect(main.getByRole('alert')).toBeInViewport();
    },
  },
  {
    name: 'form-field-removed',
    screen: '/business/forms/:code',
    who,
    state: 'confirmation before a field is removed',
    shows: [],
    show: async ({ open, page }) => {
      await open('/business/forms/permit-application');
      await page
        .getByRole('button', { name: /^删除 / })
        .nth(1)
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'form-versions',
    screen: '/business/forms/:code',
    who,
    state: 'versions of the form, with a preview',
    shows: ['FormVersionsDialog', 'VersionsDialog'],
    show: async ({ open, page }) => {
      await open('/business/forms/permit-application');
      await page.getByRole('button', { name: /^版\s*本$/ }).click();
      await expect(page.getByRole('region', { name: '第 1 版的预览' })).toBeVisible();
    },
  },
  {
    name: 'form-import',
    screen: '/business/forms/:code',
    who,
    state: 'a chosen survey: fields that are taken, and parts left out',
    shows: ['ImportFormDialog'],
    show: async ({ open, page }) => {
      await open('/business/forms/street-stall?new');
      await page.getByRole('button', { name: '文件', exact: true }).click();
      await page.getByRole('menuitem', { name: '导入其他产品的表单' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .locator('input[type=file]')
        .setInputFiles('domain/forms/exchange/fixtures/survey-school.json');
      await expect(dialog.getByRole('list', { name: '未取用或有更改' })).toBeVisible();
    },
  },
  {
    name: 'form-draft',
    screen: '/business/forms/:code',
    who,
    state: 'unpublished changes are restored after a reload',
    show: async ({ open, page }) => {
      await open('/business/forms/street-stall?new');
      await page.getByRole('textbox', { name: '表单名称' }).fill('占道经营申请表');
      await expect(page.getByText('有未发布的修改')).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('.draft.'))))
        .toBe(true);
      await page.reload();
      await expect(page.getByRole('button', { name: '放弃修改' })).toBeVisible();
    },
  },
  dialogOf({ name: 'item-new', path: '/business/items', button: '新建事项', shows: 'NewItemDialog' }),
  dialogOf({ name: 'item-categories', path: '/business/items', button: '分类', shows: 'CategoriesDialog' }),
  dialogOf({ name: 'form-new', path: '/business/forms', button: '新建表单', shows: 'NewFormDialog' }),
  dialogOf({
    name: 'form-file',
    path: '/business/forms',
    button: '发布表单文件',
    shows: 'PublishFormDialog',
  }),
];
