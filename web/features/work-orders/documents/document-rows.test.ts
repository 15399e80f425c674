import { describe, expect, test } from 'vitest';
import type { PublicDocument } from '#contract/documents.ts';
import { documentRows } from './document-rows.ts';

const document = (code: string, id: string): PublicDocument => ({
  id,
  docId: id,
  code,
  name: code,
  docName: `${code}.pdf`,
  attachmentUrl: '',
  attachmentDocxUrl: '',
  documentNumber: '',
  isActive: 1,
  state: 'valid',
  stateLabel: '有效',
  changed: false,
  madeAt: '2026-03-02T02:00:00.000Z',
  verificationCode: '',
  voided: null,
  can: { void: false, confirm: false },
});
const configured = [
  { code: 'letter', name: '转送函', byHand: true, madeAt: '', isConditional: false },
  { code: 'reply', name: '答复书', byHand: false, madeAt: '归档', isConditional: false },
];

describe('document rows of an order', () => {
  test('list all documents of the item, existing or not', () => {
    const documents = [document('letter', 'a'), document('letter', 'b')];
    const manualDocuments = [
      { code: 'letter', whyNot: '' },
      { code: 'reply', whyNot: '签发后可以生成' },
    ];
    const rows = documentRows(configured, documents, manualDocuments, []);
    expect(
      rows.map(({ key, code, noteBeforeMaking, whyNot }) => [key, code, noteBeforeMaking, whyNot]),
    ).toEqual([
      ['b', 'letter', '', ''],
      ['a', 'letter', '', ''],
      ['reply', undefined, '尚未生成，在“归档”环节自动生成', '签发后可以生成'],
    ]);
  });

  test('offer no generation to a person without permission', () => {
    const rows = documentRows(configured, [], [], []);
    expect(rows.map(({ code, whyNot }) => [code, whyNot])).toEqual([
      [undefined, ''],
      [undefined, ''],
    ]);
  });

  test('keep documents that the item no longer makes', () => {
    expect(documentRows([], [document('old', 'c')], [], [])).toMatchObject([{ key: 'c', code: undefined }]);
  });
});
