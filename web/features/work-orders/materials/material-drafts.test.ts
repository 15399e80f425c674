import { describe, expect, test } from 'vitest';
import type { MaterialRow } from '#contract/material-check.ts';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { draftsOf, problemsByField, withState } from './material-drafts.ts';

const row = (changes: Partial<MaterialRow>): MaterialRow => ({
  id: 'copy:营业执照',
  name: '营业执照',
  form: PaperForm.copy,
  copies: 2,
  required: true,
  note: '',
  rare: false,
  checkState: null,
  actualOriginalNumber: 0,
  actualCopyNumber: 0,
  reason: '',
  files: [],
  ...changes,
});

describe('the draft of a check', () => {
  test('gets the required number with 齐全 unless numbers are typed, and none with 缺少', () => {
    const unchecked = row({});
    const [draft] = draftsOf([unchecked]);
    if (!draft) throw new Error('No draft');
    expect(withState(draft, unchecked, PaperState.complete)).toMatchObject({ originals: 0, copies: 2 });
    const original = row({ form: PaperForm.original });
    expect(withState(draft, original, PaperState.complete)).toMatchObject({ originals: 2, copies: 0 });
    const typed = { ...draft, copies: 1, fileIds: ['a'] };
    expect(withState(typed, unchecked, PaperState.complete)).toMatchObject({ copies: 1, fileIds: ['a'] });
    expect(withState(typed, unchecked, PaperState.missing)).toMatchObject({ copies: 0, fileIds: [] });
  });

  test('gets each problem at its own field, without the name of the material', () => {
    const problems = [
      { field: 'conditionMaterialList[0].reason', message: '材料“营业执照”：请说明具体问题' },
    ];
    expect(problemsByField([{ id: 'copy:营业执照' }], problems)).toEqual({
      'copy:营业执照.reason': '请说明具体问题',
    });
  });
});
