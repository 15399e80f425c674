import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';

/** A document template and its draft, with the server's answers, for the tests of the editor and the list. */

export const version: TemplateVersion = {
  id: 'petition-letter/notice:2',
  taskCode: 'petition-letter',
  code: 'notice',
  name: '受理告知书',
  version: 2,
  state: 'published',
  stateLabel: '已发布',
  savedAt: '2026-03-02T02:00:00.000Z',
  savedBy: '肖涵',
  publishedAt: '2026-03-02T02:01:00.000Z',
  publishedBy: '肖涵',
};
export const stored: ItemDocument = {
  template: {
    code: 'notice',
    name: '受理告知书',
    look: 'letter',
    title: '受理告知书',
    addressee: '{{申请人.抬头}}',
    body: [
      { kind: 'text', text: '由{{表单.letter.unit}}办理。' },
      {
        kind: 'text',
        text: '不予受理。',
        when: { not: { field: '表单.letter.unit', is: 'exists' } },
      },
    ],
    signature: ['{{单位.名称}}'],
    verified: true,
  },
  places: [{ nodeId: 'examine', buttonId: 'accept' }],
};
export const facts = {
  values: [
    { path: '单位.名称', label: '单位.名称' },
    { path: '申请人.抬头', label: '申请人.抬头' },
    { path: '表单.letter.unit', label: '登记表.承办单位' },
  ],
  lists: [{ path: '附件', label: '附件', members: [{ path: '名称', label: '名称' }] }],
  nodes: [{ id: 'examine', name: '受理审查' }],
  buttons: [
    { nodeId: 'examine', nodeName: '受理审查', buttonId: 'accept', buttonName: '受理' },
    { nodeId: 'sign', nodeName: '签发', buttonId: 'sign', buttonName: '签发' },
  ],
};
export const list = {
  rows: [
    {
      ...version,
      itemName: '群众来信办理',
      look: 'letter',
      hasDraft: true,
      buttons: [{ nodeName: '受理审查', buttonName: '受理' }],
    },
  ],
  items: [
    { taskCode: 'petition-letter', name: '群众来信办理' },
    { taskCode: 'permit', name: '食品经营许可' },
  ],
};
export const draft = {
  ...version,
  id: 'petition-letter/notice:3',
  version: 3,
  state: 'draft',
  stateLabel: '草稿',
  publishedAt: null,
};
export const bodyOf = (call: { body: unknown } | undefined) =>
  call?.body as { document: ItemDocument; over: string | null; taskCode: string };

export const paths = documentTemplates;
export const sentTo = (sent: readonly { path: string; method: string; body: unknown }[], path: string) =>
  sent.filter((call) => call.path === path && call.method === 'POST');
