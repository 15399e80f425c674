import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import { applyAuthority, FieldAccess, fullAuthority } from './authority.ts';
import { compileForm } from './compile.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { evaluateLinkage } from './linkage.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel } from './model.ts';
import { isSame } from './same-value.ts';
import { buildForm } from './test-forms.ts';

const name: FieldModel = { id: 'name', title: '姓名', 'x-component': 'single-line' };
const mobile: FieldModel = {
  ...name,
  id: 'mobile',
  title: '手机',
  'x-secret': true,
  'x-secret-rule': 'mobile',
};
const people: FieldModel = { id: 'people', title: '人员', 'x-component': 'table', columns: [name, mobile] };
const form = buildForm([name, { ...name, id: 'note' }, mobile, people], ['note']);

describe('merge of many rows', () => {
  it('reads the key of each row only a few times', () => {
    let reads = 0;
    const typed = Array.from({ length: 500 }, (_, index) => ({
      name: `${index}`,
      get _uid() {
        reads += 1;
        return `n${index}`;
      },
    }));
    const sent = Array.from({ length: 500 }, (_, index) => ({ name: `${index}`, _uid: `n${499 - index}` }));
    const merged = mergeSubmission(form, {}, { people: sent }, fullAuthority, { pending: { people: typed } });
    expect(merged.problems).toEqual([]);
    expect(reads).toBeLessThan(5_000);
  });

  it('rejects more rows than the maximum without reading any', () => {
    let reads = 0;
    const row = {
      get name() {
        reads += 1;
        return '';
      },
    };
    const people = Array.from({ length: 501 }, () => row);
    const stored = { people: [{ name: '张三', mobile: '' }] };
    const { values, problems } = mergeSubmission(form, stored, { people }, fullAuthority);
    expect(problems).toEqual([{ field: 'people', message: '最多500行' }]);
    expect([values, reads]).toEqual([stored, 0]);
    expect(mergeSubmission(form, stored, { people }, { people: 1 }).problems).toEqual([]);
  });
});

describe('merge of a submission', () => {
  it('accepts only fields that the node may edit', () => {
    const stored = { name: '张三', note: '旧', other: 1 };
    const merged = mergeSubmission(
      form,
      stored,
      { name: '李四', note: '新', injected: 1 },
      { name: 1, note: 2 },
    );
    expect(merged).toEqual({
      values: { name: '张三', note: '新', other: 1 },
      changed: ['note'],
      problems: [],
      refused: {},
      concurrentEdits: [],
      rowKeys: {},
    });
  });

  it('accepts an allowEdit field at a read-only node, but not when it is hidden (S1 §6)', () => {
    expect(mergeSubmission(form, {}, { note: '新' }, { note: 1 }).values).toEqual({ note: '新' });
    expect(mergeSubmission(form, {}, { note: '新' }, { note: 0 }).values).toEqual({});
  });

  it('empties cleared fields: a cleared number becomes null', () => {
    const size: FieldModel = { ...name, id: 'size', 'x-component': 'number' };
    const rows: FieldModel = { ...people, columns: [size] };
    const stored = { name: '张三', size: 12, people: [{ size: 3 }] };
    const cleared = { name: '', size: null, people: [{ size: null, _uid: '0' }] };
    const merged = mergeSubmission(buildForm([name, size, rows]), stored, cleared, { '*': 2 });
    expect(merged.values).toEqual({ name: '', size: null, people: [{ size: null }] });
    expect(merged.problems).toEqual([]);
  });

  it('removes the markers (S1 §5)', () => {
    const submitted = {
      people: [{ name: '张三', _isNew: true, _uid: 'n1', _isFirstInit: true }],
      _isFirstInit: true,
    };
    expect(mergeSubmission(form, {}, submitted, { '*': 2 }).values).toEqual({
      people: [{ name: '张三', mobile: '' }],
    });
  });

  it('keeps the value behind a returned mask, also when rows were moved', () => {
    const stored = {
      mobile: '13812345678',
      people: [
        { name: '甲', mobile: '13800000001', kept: 1 },
        { name: '乙', mobile: '13800000002' },
      ],
    };
    const { values, masked } = maskForm(form, stored, { mayReveal: false });
    expect(masked).toEqual(['mobile', 'people[0].mobile', 'people[1].mobile']);
    const [first, second] = values.people as Record<string, unknown>[];
    const submitted = {
      ...values,
      people: [second, { ...first, name: '甲改' }, { name: '丙', mobile: '13800000003' }],
    };
    expect(mergeSubmission(form, stored, submitted, { '*': 2 }).values).toEqual({
      mobile: '13812345678',
      people: [
        { name: '乙', mobile: '13800000002' },
        { name: '甲改', mobile: '13800000001', kept: 1 },
        { name: '丙', mobile: '13800000003' },
      ],
    });
  });

  it('keeps the stored value and reports a problem when the sent value has a wrong type', () => {
    const merged = mergeSubmission(form, { name: '张三' }, { name: { $gt: '' } }, { '*': 2 });
    expect(merged).toEqual({
      values: { name: '张三' },
      changed: [],
      concurrentEdits: [],
      problems: [{ field: 'name', message: '姓名格式不正确' }],
      refused: { name: { $gt: '' } },
      rowKeys: {},
    });
  });
});

const seeded = ['petition-letter', 'congress-proposal', 'permit-application'].map((file) => {
  const compiled = compileForm(JSON.parse(readFileSync(`server/seeds/data/forms/${file}.json`, 'utf8')));
  if (Array.isArray(compiled)) throw new Error(`${file} does not compile`);
  return compiled;
});

function getSeeded(index: number): CompiledForm {
  const seededForm = seeded[index];
  if (!seededForm) throw new RangeError(`no form ${index}`);
  return seededForm;
}

/** Values that a client, honest or not, may send for a field. */
function arbitraryValue(field: CompiledField): fc.Arbitrary<unknown> {
  const option = fc.constantFrom(...field.options.map((seededForm) => seededForm.value), 'unknown');
  switch (field.kindName) {
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 1000 }), fc.constant(null), fc.constant('x'));
    case 'radio':
    case 'select':
      return option;
    case 'checkbox':
      return fc.array(option, { maxLength: 3 });
    case 'table':
      return fc.array(
        fc.record(
          {
            ...Object.fromEntries(field.columns.map((column) => [column.id, arbitraryValue(column)])),
            _uid: fc.constantFrom('0', '1', '2', 'n1', '__proto__'),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      );
    default:
      return fc.oneof(fc.constantFrom('', '甲', '2026-01-05', '13812345678'), fc.jsonValue({ maxDepth: 2 }));
  }
}

const scenario = fc.nat({ max: seeded.length - 1 }).chain((index) => {
  const seededForm = getSeeded(index);
  const values = fc.record(
    Object.fromEntries(seededForm.fields.map((field) => [field.id, arbitraryValue(field)])),
    {
      requiredKeys: [],
    },
  );
  return fc.record({
    index: fc.constant(index),
    stored: fc
      .tuple(values, fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue()))
      .map(([fieldValues, otherValues]) => ({ ...otherValues, ...fieldValues })),
    submitted: values,
    authority: fc.dictionary(
      fc.constantFrom('*', ...seededForm.fields.map((field) => field.id)),
      fc.constantFrom(0 as const, 1 as const, 2 as const),
    ),
  });
});

describe('merge, property tests', () => {
  it('never changes a field of authority 0 or 1, and loses no stored key that linkage does not hide', () => {
    fc.assert(
      fc.property(scenario, ({ index, stored, submitted, authority }) => {
        const seededForm = getSeeded(index);
        const { values, changed } = mergeSubmission(seededForm, stored, submitted, authority);
        const access = applyAuthority(seededForm, authority);
        for (const field of seededForm.fields) {
          if (access[field.id] === FieldAccess.editable) continue;
          expect(values[field.id]).toEqual(stored[field.id]);
          expect(changed).not.toContain(field.id);
        }
        const { fields } = evaluateLinkage(seededForm, submitted, { authority, stored });
        for (const key of Object.keys(stored)) {
          const isDropped = fields[key]?.isHiddenByLinkage && access[key] === FieldAccess.editable;
          if (!isDropped) expect(Object.hasOwn(values, key), key).toBe(true);
          else if (!Object.hasOwn(values, key)) expect(changed).toContain(key);
        }
        for (const key of Object.keys(values)) {
          expect(Object.hasOwn(stored, key) || seededForm.byId.has(key), key).toBe(true);
        }
      }),
      { numRuns: randomCases(300) },
    );
  });

  it('is idempotent: a merge of nothing, or of the masked answer, changes nothing more', () => {
    fc.assert(
      fc.property(scenario, ({ index, stored, submitted, authority }) => {
        const seededForm = getSeeded(index);
        // The stored values come from a merge themselves.
        const wellFormed = mergeSubmission(seededForm, {}, stored, fullAuthority).values;
        const { values } = mergeSubmission(seededForm, wellFormed, submitted, authority);
        expect(mergeSubmission(seededForm, values, {}, authority).changed).toEqual([]);
        const displayed = maskForm(seededForm, values, { authority, mayReveal: false });
        expect(mergeSubmission(seededForm, values, displayed.values, authority).changed).toEqual([]);
      }),
      { numRuns: randomCases(300) },
    );
  });

  it('never shows a value of authority 0', () => {
    fc.assert(
      fc.property(scenario, ({ index, stored, authority }) => {
        const seededForm = getSeeded(index);
        const displayed = maskForm(seededForm, stored, { authority, mayReveal: true }).values;
        const access = applyAuthority(seededForm, authority);
        for (const key of Object.keys(displayed)) expect(access[key]).not.toBe(FieldAccess.hidden);
      }),
    );
  });
});

describe('equality of values', () => {
  it('compares the content, not the order of keys', () => {
    expect(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isSame([], {})).toBe(false);
  });
});
