import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownVersion, type SubmissionBasis } from './concurrent-edits.ts';
import { type ContentChange, contentVersionOf, lastChanges, withChange } from './content-changes.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';

const text: FieldModel = { id: 'opinion', title: '意见', 'x-component': 'single-line' };
const mobile: FieldModel = {
  ...text,
  id: 'mobile',
  title: '手机',
  'x-secret': true,
  'x-secret-rule': 'mobile',
};
const level: FieldModel = {
  id: 'level',
  title: '级别',
  'x-component': 'radio',
  options: [
    { value: 'a', label: '一般' },
    { value: 'b', label: '紧急' },
  ],
};
const files: FieldModel = { id: 'files', title: '附件', 'x-component': 'upload' };
const people: FieldModel = { id: 'people', title: '人员', 'x-component': 'table', columns: [text, mobile] };
const set: FieldModel = {
  ...text,
  id: 'set',
  title: '处置',
  linkage: [{ when: { field: 'level', is: 'equals', value: 'b' }, effects: [{ setValue: '立即处置' }] }],
};
const form = buildForm([text, mobile, level, files, people, set]);
const edits = { '*': 2 } as const;

const earlierChange: ContentChange = {
  version: 3,
  at: '2026-03-02T01:00:00.000Z',
  by: '刘洋',
  fields: ['level'],
};
const laterChange = (...fields: string[]): ContentChange => ({
  version: 5,
  at: '2026-03-02T02:32:00.000Z',
  by: '赵敏',
  fields,
});
const openedAt = '2026-03-02T02:00:00.000Z';

function merge(
  stored: Record<string, unknown>,
  sent: Record<string, unknown>,
  basis: Partial<SubmissionBasis> & Pick<SubmissionBasis, 'changes'>,
  {
    isStoredSeparately = false,
    pending = {},
  }: { isStoredSeparately?: boolean; pending?: Record<string, unknown> } = {},
) {
  const origin = { basis: { taskOpenedAt: openedAt, ...basis }, isStoredSeparately, pending };
  return mergeSubmission(form, stored, sent, edits, origin);
}

describe('field that another action changed after the page was opened', () => {
  const changes = [earlierChange, laterChange('opinion')];

  it('is not concurrentEdits, and the sender gets the name of the editor and the new value', () => {
    const merged = merge({ opinion: '同意' }, { opinion: '不同意' }, { changes, contentVersion: 3 });
    expect(merged).toMatchObject({ values: { opinion: '同意' }, changed: [] });
    expect(merged.concurrentEdits).toEqual([
      {
        field: 'opinion',
        message: '意见已由赵敏于03-02 10:32改为“同意”，与您填写的不同，请核对后再提交',
      },
    ]);
  });

  it('is concurrentEdits by a page that was opened after the change', () => {
    const merged = merge({ opinion: '同意' }, { opinion: '不同意' }, { changes, contentVersion: 5 });
    expect(merged).toMatchObject({ values: { opinion: '不同意' }, concurrentEdits: [] });
  });

  it('causes no conflict when the same value, no value or the value at opening was sent', () => {
    for (const [sent, initContent] of [
      [{ opinion: '同意' }, undefined],
      [{}, undefined],
      [{ opinion: '初稿' }, { opinion: '初稿' }],
      [{ opinion: '' }, { opinion: '' }],
    ] as const) {
      const merged = merge({ opinion: '同意' }, sent, { changes, contentVersion: 3, initContent });
      expect(merged).toMatchObject({ values: { opinion: '同意' }, changed: [], concurrentEdits: [] });
    }
  });

  it('is detected by initContent when the client sends no version', () => {
    const send = (opinion: string, initContent?: Record<string, unknown>) =>
      merge({ opinion: '同意' }, { opinion }, { changes, initContent });
    expect(send('不同意', { opinion: '初稿' }).concurrentEdits).toHaveLength(1);
    expect(send('初稿', { opinion: '初稿' })).toMatchObject({ changed: [], concurrentEdits: [] });
    expect(send('不同意', { opinion: '同意' })).toMatchObject({ changed: ['opinion'], concurrentEdits: [] });
    // An empty or absent `initContent` is ignored, and the start of the task counts.
    expect(send('不同意', {}).concurrentEdits).toHaveLength(1);
    expect(send('不同意').concurrentEdits).toHaveLength(1);
  });

  it('stays unchanged when the mask of its previous value comes back', () => {
    const secret = [laterChange('mobile')];
    const merged = merge({ mobile: '15405712211' }, { mobile: '154****9999' }, { changes: secret });
    expect(merged).toMatchObject({ changed: [], concurrentEdits: [], problems: [] });
  });

  it('keeps the pending values of a draft, also when they come back masked or unchanged', () => {
    const stored = { mobile: '15405712211', opinion: '同意' };
    const pending = { mobile: '15405719999', opinion: '不同意' };
    const basis = { changes: [laterChange('mobile', 'opinion')] };
    const sent = { mobile: '154****9999', opinion: '不同意' };
    const kept = merge(stored, sent, { ...basis, initContent: sent }, { pending, isStoredSeparately: true });
    expect(kept.values).toEqual(pending);
    const submitted = merge(stored, sent, basis, { pending });
    expect(submitted.values).toEqual(stored);
    expect(submitted.concurrentEdits.map(({ field }) => field)).toEqual(['opinion', 'mobile']);
  });

  it('causes no conflict when the change came before the task and the client sends no version', () => {
    const merged = merge({ level: 'a' }, { level: 'b' }, { changes: [earlierChange] });
    expect(merged).toMatchObject({ changed: ['level', 'set'], concurrentEdits: [] });
  });

  it('is described by option label or mask, and as empty when it was emptied', () => {
    const messageOf = (id: string, stored: unknown, sent: unknown) =>
      merge({ [id]: stored }, { [id]: sent }, { changes: [laterChange(id)], contentVersion: 0 })
        .concurrentEdits[0]?.message;
    expect(messageOf('level', 'b', 'a')).toContain('改为“紧急”');
    expect(messageOf('mobile', '15405712211', '15405719999')).toContain('改为“154****2211”');
    expect(messageOf('opinion', '', '同意')).toContain('改为空');
    expect(messageOf('opinion', '长'.repeat(100), '同意')).toContain(`“${'长'.repeat(30)}…”`);
  });

  it('keeps its stored value as a whole when it is a list of files or rows', () => {
    const [firstFile, secondFile] = ['1', '2'].map((id) => ({ id, name: `${id}.pdf`, size: 1 }));
    const stored = { files: [firstFile], people: [{ opinion: '甲', mobile: '15405712211' }] };
    const basis = { changes: [laterChange('files', 'people')], contentVersion: 0 };
    const merged = merge(stored, { files: [secondFile], people: [] }, basis);
    expect(merged.values).toEqual(stored);
    expect(merged.concurrentEdits.map(({ field }) => field)).toEqual(['files', 'people']);
    const displayed = maskForm(form, stored, { mayReveal: false }).values;
    expect(merge(stored, displayed, basis)).toMatchObject({ changed: [], concurrentEdits: [] });
  });

  it('is not concurrentEdits by a linkage rule either', () => {
    const changed = [laterChange('set')];
    const merged = merge({ set: '缓办' }, { level: 'b' }, { changes: changed, contentVersion: 0 });
    expect(merged.values).toEqual({ set: '缓办', level: 'b' });
    expect(merged.concurrentEdits.map(({ field }) => field)).toEqual(['set']);
  });

  it('causes no conflict when the submission is stored as a draft', () => {
    const basis = { changes, contentVersion: 3 };
    const kept = merge({ opinion: '同意' }, { opinion: '不同意' }, basis, { isStoredSeparately: true });
    expect(kept).toMatchObject({
      values: { opinion: '不同意' },
      concurrentEdits: [],
    });
  });
});

it('a content version is known only up to the newest action', () => {
  const basis = { changes: [earlierChange], taskOpenedAt: openedAt };
  expect([undefined, 0, 3, 4].map((contentVersion) => isKnownVersion({ ...basis, contentVersion }))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('each field is listed only in its newest change', () => {
  const ids = ['a', 'b', 'c'];
  fc.assert(
    fc.property(fc.array(fc.subarray(ids, { minLength: 1 })), (acts) => {
      let changes: ContentChange[] = [];
      const last = new Map<string, number>();
      for (const [index, fields] of acts.entries()) {
        changes = withChange(changes, { version: index + 1, at: openedAt, by: '', fields });
        for (const field of fields) last.set(field, index + 1);
      }
      expect(changes.length).toBeLessThanOrEqual(ids.length);
      expect(contentVersionOf(changes)).toBe(acts.length);
      for (const id of ids) expect(lastChanges(changes).get(id)?.version).toBe(last.get(id));
    }),
  );
});
