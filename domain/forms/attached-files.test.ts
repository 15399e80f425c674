import { describe, expect, it } from 'vitest';
import {
  attachedFileMessage,
  checkAttachedFiles,
  fileIdsIn,
  type KnownFile,
  withFileItems,
  withStoredFileFacts,
} from './attached-files.ts';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';

const papers: FieldModel = { id: 'papers', title: '材料', 'x-component': 'upload' };
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'table',
  columns: [{ ...papers, id: 'proofs' }],
};
const form = buildForm([papers, { ...papers, id: 'others' }, people]);

const knownFile = (id: string, usage: KnownFile['usage'] = 'free', more: Partial<KnownFile> = {}) =>
  [id, { id, name: `${id}.pdf`, size: 100, usage, ...more }] as const;
const item = (id: string, name = 'a.pdf', size = 1) => ({ id, name, size });

describe('files in a submission (S2 §5)', () => {
  it('are found in upload fields and in table rows, each once', () => {
    const content = {
      papers: [item('a'), item('a'), 'b', null],
      people: [{ proofs: [item('c')] }, 7],
      note: [item('x')],
    };
    expect(fileIdsIn(form, content)).toEqual(['a', 'c']);
  });

  it('may be items of S2 §3: by id, by the answer of their upload, or by url; removed and failed ones are none', () => {
    const row = (id: string) => ({ response: { data: { rows: [{ id, filename: 'x.pdf', size: 1 }] } } });
    const submitted = {
      papers: [
        { uid: 'u1', name: '一.pdf', percent: 100, status: 'done', url: 'a' },
        { uid: 'u2', name: '二.pdf', size: 1, ...row('b') },
        { ...item('c'), status: 'removed' },
        { uid: 'u4', name: '四.pdf', status: 'error', errorMsg: '上传错误', url: 'd' },
        { uid: 'u5', name: '五.pdf', response: { data: { rows: [] } } },
      ],
    };
    expect(fileIdsIn(form, submitted)).toEqual(['a', 'b']);
    const known = new Map([knownFile('a'), knownFile('b'), knownFile('c'), knownFile('d')]);
    const { papers: kept } = withStoredFileFacts(form, submitted, {}, known);
    expect((kept as unknown[]).slice(0, 2)).toEqual([item('a', 'a.pdf', 100), item('b', 'b.pdf', 100)]);
    expect(kept).toHaveLength(3);
  });

  it('are answered as items of S2 §3, in table rows too, which can be sent back', () => {
    const stored = { papers: [item('a', '证明.PDF', 7)], people: [{ proofs: [item('b', 'b', 8)] }] };
    const items = withFileItems(form, stored);
    expect(items.papers).toEqual([
      {
        id: 'a',
        uid: 'a',
        name: '证明.PDF',
        percent: 100,
        size: 7,
        status: 'done',
        type: 'application/pdf',
        errorMsg: '',
        url: 'a',
        response: {
          data: { rows: [{ id: 'a', filename: '证明.PDF', size: 7, contentType: 'application/pdf' }] },
        },
      },
    ]);
    expect(items.people).toMatchObject([{ proofs: [{ uid: 'b', type: 'application/octet-stream' }] }]);
    expect(withStoredFileFacts(form, items, stored, new Map())).toEqual(stored);
  });

  it('get name and size from the record of the server, not from the client', () => {
    const submitted = {
      papers: [item('a', '批准.pdf', 1)],
      people: [{ proofs: [item('b', '../../etc/passwd', 0)] }],
    };
    const rows = new Map([
      knownFile('a', 'free', { name: '图.svg', size: 26_214_400 }),
      knownFile('b', 'here'),
    ]);
    expect(withStoredFileFacts(form, submitted, {}, rows)).toEqual({
      papers: [item('a', '图.svg', 26_214_400)],
      people: [{ proofs: [item('b', 'b.pdf', 100)] }],
    });
  });

  it('keep their stored entry when they were in the same field, in any row', () => {
    const stored = {
      papers: [item('a', '原.pdf', 5)],
      people: [{ proofs: [] }, { proofs: [item('b', '证.pdf', 6)] }],
    };
    const submitted = { papers: [item('a', '改.pdf', 9)], people: [{ proofs: [item('b', '改.pdf', 9)] }] };
    const result = withStoredFileFacts(form, submitted, stored, new Map());
    expect(result).toEqual({
      papers: [item('a', '原.pdf', 5)],
      people: [{ proofs: [item('b', '证.pdf', 6)] }],
    });
    expect(checkAttachedFiles(form, result, stored, new Map())).toEqual({ problems: [], filesToAttach: [] });
  });

  it('are deduplicated within a field', () => {
    expect(withStoredFileFacts(form, { papers: [item('a'), item('a')] }, {}, new Map())).toEqual({
      papers: [item('a')],
    });
  });

  it('are rejected at their fields when missing or of another order, with all problems at once', () => {
    const rows = new Map([knownFile('mine'), knownFile('taken', 'elsewhere'), knownFile('here', 'here')]);
    const content = {
      papers: [item('no'), item('nor'), item('taken'), item('mine')],
      others: [item('here')],
      people: [{ proofs: [] }, { proofs: [item('../../etc/passwd')] }],
    };
    expect(checkAttachedFiles(form, content, {}, rows)).toEqual({
      problems: [
        { field: 'papers', message: attachedFileMessage.unknown },
        { field: 'papers', message: attachedFileMessage.elsewhere },
        { field: 'people[1].proofs', message: attachedFileMessage.unknown },
      ],
      filesToAttach: [rows.get('mine')],
    });
  });

  it('are checked again when they were in another field before', () => {
    const stored = { papers: [item('a')] };
    const { problems } = checkAttachedFiles(form, { others: [item('a')] }, stored, new Map());
    expect(problems).toEqual([{ field: 'others', message: attachedFileMessage.unknown }]);
  });
});
