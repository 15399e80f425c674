import { expect } from '@playwright/test';
import { documentVerification } from '#contract/document-verification.ts';
import { documents } from '#contract/documents.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const verify = { screen: '/verify' } as const;

const verifiedDocument = {
  issuer: '淳安县信访局',
  name: '信访事项答复意见书',
  documentNumber: '淳信访答〔2026〕186号',
  madeOn: '2026-11-20',
  valid: true,
  stateLabel: '有效',
  sha256: '5d41402abc4b2a76b9719d911017c592ae3f1f0d2b6a4c8e9f00aa11bb22cc33',
  code: '7F3A-91C2-D5E8-KM4T-2XWZ',
};

/** Opens the page of an invented document, with an answer that replaces the office's. */
async function openVerified(
  { page }: ScreenDriver,
  more: Partial<typeof verifiedDocument> = {},
): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(documentVerification.verify.path.replace('/:code', '/')),
    (route) => route.fulfill({ json: { errcode: 0, code: 200, data: { ...verifiedDocument, ...more } } }),
  );
  await page.goto('/verify/7F3A91C2D5E8KM4T2XWZ');
  await expect(page.getByRole('region', { name: '核验结果' })).toBeVisible();
}

const document = {
  id: 'paper',
  docId: 'paper',
  docName: '受理告知书.pdf',
  attachmentUrl: '',
  attachmentDocxUrl: '',
  isActive: 1,
  state: 'valid',
  stateLabel: '有效',
  changed: false,
  madeAt: '2026-11-19T02:00:00.000Z',
  verificationCode: '7F3A91C2D5E8KM4T2XWZ',
  voided: null,
  can: { void: false, confirm: false },
};

/** Opens the documents of an order as a person who may void them. */
async function openDocuments(driver: ScreenDriver): Promise<void> {
  await driver.alter(documents.configList, (data) => {
    Object.assign(data as object, {
      rows: [
        { code: 'receipt', name: '收件回执', byHand: false, madeAt: '收件', isConditional: false },
        { code: 'acceptance', name: '受理告知书', byHand: false, madeAt: '受理审查', isConditional: true },
        { code: 'letter', name: '转送函', byHand: true, madeAt: '', isConditional: false },
        { code: 'reply', name: '答复意见书', byHand: false, madeAt: '签发', isConditional: false },
        { code: 'sheet', name: '办件单', byHand: true, madeAt: '办结归档', isConditional: false },
      ],
    });
  });
  await driver.alter(documents.publicList, (data) => {
    const byHand = [
      { code: 'letter', whyNot: '' },
      { code: 'sheet', whyNot: '签发后可以生成' },
    ];
    Object.assign(data as object, { rows: documentsOfOrder, byHand, stepsOver: [] });
  });
  await driver.openTask('受理审查');
  await driver.page.getByRole('tab', { name: '文书' }).click();
  await expect(driver.page.getByRole('region', { name: '文书列表' })).toBeVisible();
}

const documentsOfOrder = [
  {
    ...document,
    id: 'a',
    code: 'receipt',
    name: '收件回执',
    documentNumber: '',
    can: { void: true, confirm: false },
  },
  {
    ...document,
    id: 'b',
    code: 'acceptance',
    name: '受理告知书',
    documentNumber: '淳信受〔2026〕12号',
    changed: true,
    can: { void: true, confirm: false },
  },
  {
    ...document,
    id: 'c',
    code: 'letter',
    name: '转送函',
    documentNumber: '淳信转〔2026〕3号',
    state: 'prepared',
    stateLabel: '待确认',
    isActive: 0,
  },
  {
    ...document,
    id: 'd',
    code: 'reply',
    name: '答复意见书',
    documentNumber: '淳信访答〔2026〕186号',
    state: 'void',
    stateLabel: '已作废',
    voided: { reason: '答复期限写错，另行制发。', by: '沈洁', at: '2026-11-20T02:00:00.000Z' },
  },
];

export const documentScenes: readonly Scene[] = [
  {
    ...verify,
    name: 'verify',
    state: 'full',
    caption: 'Public verification of a document: issuer and validity, without its content',
    show: (driver) => openVerified(driver),
  },
  {
    ...verify,
    name: 'verify-void',
    state: 'a document that is no longer valid',
    show: (driver) => openVerified(driver, { valid: false, stateLabel: '已作废' }),
  },
  {
    ...verify,
    name: 'verify-empty',
    state: 'empty',
    show: async ({ page }) => {
      await page.goto('/verify');
      await expect(page.getByRole('textbox', { name: '核验码' })).toBeVisible();
    },
  },
  {
    ...verify,
    name: 'verify-failed',
    state: 'failed',
    show: async ({ page }) => {
      await page.goto('/verify/00000000000000000000');
      await expect(page.getByText('没有该核验码对应的文书')).toBeVisible();
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.receiver,
    name: 'detail-papers',
    state: 'documents of the order',
    show: openDocuments,
  },
  {
    screen: '/affair/detail/:code',
    who: people.receiver,
    name: 'detail-papers-void',
    state: 'voiding of a document',
    shows: ['VoidDocumentDialog'],
    show: async (driver) => {
      await openDocuments(driver);
      await driver.page.getByRole('button', { name: '作废受理告知书' }).click();
      await expect(driver.page.getByRole('dialog', { name: /^作废 受理告知书/ })).toBeVisible();
    },
  },
];
