import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import type { CompiledForm } from './compiled-form.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';

/**
 * Tests submissions from a screen that shows earlier typed values over the stored rows. An oracle records the
 * origin of every row on the screen: a mask never becomes a value, and a row never gets the value of another
 * row.
 */

const name: FieldModel = { id: 'name', title: '姓名', 'x-component': 'single-line' };
const secret = (id: string, rule: string): FieldModel => ({
  ...name,
  id,
  title: id,
  'x-secret': true,
  'x-secret-rule': rule,
});
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'table',
  columns: [name, secret('mobile', 'mobile'), secret('who', 'name')],
};
const form: CompiledForm = buildForm([secret('mobile', 'mobile'), people]);
const edits = { '*': 2 } as const;

// Few values with equal masks, so that the mask does not reveal a wrong row.
const mobile = fc.constantFrom('', '13800018000', '13811118000', '13822228000');
const names = fc.constantFrom('', '王', '李王', '张王', '赵大王');
const clearValues = fc.record({ mobile, who: names });

interface Row {
  [column: string]: unknown;
}
const numberRows = (rows: readonly Row[], from: string): Row[] =>
  rows.map((row, index) => ({ ...row, name: `${from}${index}`, inner: `${from}${index}` }));

type Edit =
  | { kind: 'keep' | 'drop' | 'dropKey' | 'twice' }
  | { kind: 'type'; column: 'mobile' | 'who'; value: string };
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom<Edit>({ kind: 'keep' }, { kind: 'drop' }, { kind: 'dropKey' }, { kind: 'twice' }),
  fc.record({
    kind: fc.constant('type' as const),
    column: fc.constantFrom('mobile' as const, 'who' as const),
    value: fc.constantFrom('13899998000', '钱王', ''),
  }),
);

/** Returns the rows that the screen sends: its own rows, edited. */
function editedRows(
  displayed: readonly Row[],
  edits: readonly Edit[],
  added: readonly Row[],
  isReversed: boolean,
): Row[] {
  const rows = displayed.flatMap((row, index): Row[] => {
    const { _uid, ...cells } = row;
    const step = edits[index] ?? { kind: 'keep' };
    if (step.kind === 'drop') return [];
    if (step.kind === 'dropKey') return [cells];
    if (step.kind === 'twice') return [row, { ...row, name: `${row.name}'` }];
    return step.kind === 'type' ? [{ ...row, [step.column]: step.value }] : [row];
  });
  const last = Math.max(0, ...displayed.map(({ _uid }) => Number(/^n(\d+)$/.exec(String(_uid))?.[1] ?? 0)));
  const sent = [
    ...rows,
    ...added.map((row, index) => ({ ...row, name: `新${index}`, _uid: `n${last + 1 + index}` })),
  ];
  return isReversed ? sent.reverse() : sent;
}

test('a mask in a table row gets its own value or is rejected, after any change of the rows', () => {
  let rejected = 0;
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.record({
        stored: fc.array(clearValues, { maxLength: 4 }),
        ownMobile: mobile,
        draft: fc.array(edit, { maxLength: 4 }),
        draftAdded: fc.array(clearValues, { maxLength: 2 }),
        hasDraft: fc.boolean(),
        sent: fc.array(edit, { maxLength: 6 }),
        sentAdded: fc.array(clearValues, { maxLength: 2 }),
        back: fc.boolean(),
        isStale: fc.boolean(),
      }),
      (story) => {
        const stored = { mobile: story.ownMobile, people: numberRows(story.stored, '存') };
        // The stored rows were edited before, and the edit is stored with its keys.
        const screenOf = (values: Row, typed?: Row) =>
          maskForm(form, values, { authority: edits, mayReveal: false, ...(typed && { pending: typed }) })
            .values as {
            people: Row[];
          };
        let typed: Row = {};
        let values: Row = stored;
        if (story.hasDraft) {
          const before = screenOf(stored).people;
          const merged = mergeSubmission(
            form,
            stored,
            { people: editedRows(before, story.draft, story.draftAdded, story.back) },
            edits,
          );
          if (merged.changed.includes('people')) {
            values = merged.values;
            const keys = merged.rowKeys.people ?? [];
            typed = {
              people: (merged.values.people as Row[]).map((row, index) => ({ ...row, _uid: keys[index] })),
            };
          }
        }
        // A page that was open during the other edit still shows the stored rows only.
        const displayed = story.isStale ? screenOf(stored).people : screenOf(values, typed).people;
        const sourceRows = (story.isStale ? stored.people : values.people) as Row[];
        const sourceByName = new Map(displayed.map((row, index) => [row.name, sourceRows[index]]));
        // If both have the returned mask, the later input counts.
        const draft = new Map((story.isStale ? (values.people as Row[]) : []).map((row) => [row.name, row]));
        // A second row under one key is a copy of the first.
        const rowOf = (rows: ReadonlyMap<unknown, Row | undefined>, rowName: unknown): Row =>
          rows.get(rowName) ?? rows.get(String(rowName).slice(0, -1)) ?? {};
        const sent = editedRows(displayed, story.sent, story.sentAdded, story.back);
        const merged = mergeSubmission(form, stored, { people: sent }, edits, { pending: typed });
        if (merged.problems.length > 0) {
          rejected += 1;
          expect(merged.problems.every(({ message }) => message.endsWith('请重新填写'))).toBe(true);
          // Only a person who removed a key, or has an older screen, must type again.
          expect(story.isStale || story.sent.some(({ kind }) => kind === 'dropKey')).toBe(true);
          expect(merged.values.people).toEqual(stored.people);
          return;
        }
        accepted += 1;
        const result = merged.values.people as Row[];
        if (!merged.changed.includes('people')) return;
        expect(result).toHaveLength(sent.length);
        result.forEach((row, index) => {
          const sentRow = sent[index] ?? {};
          const sourceRow = rowOf(sourceByName, sentRow.name);
          for (const column of ['mobile', 'who'] as const) {
            const value = row[column];
            if (typeof value === 'string') expect(value).not.toContain('*');
            const isTyped = typeof sentRow[column] === 'string' && !sentRow[column].includes('*');
            if (isTyped) expect(value).toBe(sentRow[column]);
            else if (sentRow[column] !== undefined && sentRow[column] !== '')
              expect([sourceRow[column], rowOf(draft, sentRow.name)[column]]).toContain(value);
          }
          // A value that the screen never shows stays with its row.
          if (row.inner !== undefined) expect(row.inner).toBe(sourceRow.inner);
        });
      },
    ),
    { numRuns: randomCases(5000) },
  );
  expect(rejected).toBeGreaterThan(randomCases(50));
  expect(accepted).toBeGreaterThan(randomCases(1000));
});

test('a mask of a changed value is rejected, in a field and in a row without key', () => {
  const stored = { mobile: '13800018000', people: [{ name: '甲', mobile: '13811118000', who: '李王' }] };
  const sent = { mobile: '139****9999', people: [{ name: '甲', mobile: '138****8000', who: '*王' }] };
  const { problems, values } = mergeSubmission(form, stored, sent, edits);
  expect(problems).toEqual([
    { field: 'mobile', message: 'mobile仍为脱敏内容，请重新填写' },
    { field: 'people[0].mobile', message: 'mobile仍为脱敏内容，请重新填写' },
    { field: 'people[0].who', message: 'who仍为脱敏内容，请重新填写' },
  ]);
  expect(values).toEqual(stored);
});
