import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { newForm } from '#domain/forms/editing.ts';
import { innerFields } from '#domain/forms/inner-fields.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { reasonNotShown, withEffect } from '#domain/forms/linkage-editing.ts';
import { placeOfField, scopeOfPlace } from '#domain/forms/linkage-references.ts';
import type { Condition, FieldModel, FormModel, Linkage } from '#domain/forms/model.ts';
import { scenario } from '#web/toolkit/form/test-random-scenario.ts';
import { answerCalls, renderPart } from '../../work-orders/test-screen.tsx';
import { EditedFormContext } from '../edited-form.ts';
import { FormEditor } from '../FormEditor.tsx';
import { combinedCondition, groupOf } from './condition-groups.ts';
import { LinkageFields } from './LinkageFields.tsx';

beforeEach(() => localStorage.clear());

const returnPath = { back: () => undefined, crumbs: [] };

function openEditor(fields: readonly FieldModel[]) {
  answerCalls({});
  const form = { ...newForm('letter', '来信登记表'), schema: { fields } };
  renderPart(
    <FormEditor current={form} over={0} versions={[]} returnPath={returnPath} onLoad={() => undefined} />,
  );
}

/** Returns the fields of the draft that the editor stores. */
const draftFields = (): FieldModel[] =>
  Object.values(localStorage).flatMap((text: string) => JSON.parse(text).content?.schema.fields ?? []);

async function choose(box: HTMLElement, option: string) {
  fireEvent.mouseDown(box);
  fireEvent.click(await screen.findByText(option, { selector: '[class*=option-content]' }));
}

const options = [
  { value: 'visit', label: '来访' },
  { value: 'letter', label: '来信' },
];
const channel: FieldModel = { id: 'channel', title: '信访形式', 'x-component': 'select', options };
const note: FieldModel = { id: 'note', title: '其他形式说明', 'x-component': 'single-line' };

describe('the editor of linkage (S2 §5)', () => {
  it('writes a rule by field, operator, value and effect, and shows it as a sentence', async () => {
    openEditor([note, channel]);
    fireEvent.click(await screen.findByRole('button', { name: '添加联动' }));
    const rule = screen.getByRole('listitem', { name: '联动 1' });
    expect(within(rule).getByText('条件尚未选择字段')).toBeTruthy();
    await choose(within(rule).getByRole('combobox', { name: '条件的字段' }), '信访形式（channel）');
    await choose(await within(rule).findByRole('combobox', { name: '值' }), '来访');
    fireEvent.click(within(rule).getByRole('checkbox', { name: '必填' }));
    expect(within(rule).getByText('当“信访形式”等于“来访”时：显示、必填')).toBeTruthy();
    const expected: Linkage = {
      when: { field: 'channel', is: 'equals', value: 'visit' },
      effects: ['show', 'require'],
    };
    await waitFor(() => expect(draftFields()[0]?.linkage).toEqual([expected]));
    fireEvent.click(within(rule).getByRole('button', { name: '添加条件' }));
    fireEvent.click(screen.getByRole('button', { name: '删除条件 2' }));
    await waitFor(() => expect(draftFields()[0]?.linkage).toEqual([expected]));
  });

  it('compares a number as a number, and keeps a text that is none with its problem', async () => {
    const count = { id: 'count', title: '人数', 'x-component': 'number' };
    const when = { field: 'count', is: 'greater' as const, value: 5 };
    openEditor([{ ...note, linkage: [{ when, effects: ['show'] }] }, count]);
    fireEvent.click(await screen.findByRole('button', { name: '编辑 联动 1' }));
    const rule = screen.getByRole('listitem', { name: '联动 1' });
    const box = within(rule).getByRole('textbox', { name: '值' });
    const comparedValue = () => {
      const [first] = draftFields()[0]?.linkage ?? [];
      return first && 'value' in first.when ? first.when.value : undefined;
    };
    fireEvent.change(box, { target: { value: '12.5' } });
    await waitFor(() => expect(comparedValue()).toBe(12.5));
    fireEvent.change(box, { target: { value: '十二' } });
    await waitFor(() => expect(comparedValue()).toBe('十二'));
    expect(within(rule).getByText('联动把数字字段“人数”与“十二”比较，应为数字')).toBeTruthy();
    fireEvent.click(within(rule).getByRole('button', { name: '收起 联动 1' }));
    fireEvent.click(within(rule).getByRole('button', { name: '编辑 联动 1' }));
    expect((within(rule).getByRole('textbox', { name: '值' }) as HTMLInputElement).value).toBe('十二');
  });

  it('allows combinations up to the limit of their depth', async () => {
    let when: Condition = { field: 'note', is: 'exists' };
    for (let depth = 1; depth < formLimits.conditionDepth; depth += 1)
      when =
        depth % 2 === 0
          ? { and: [when, { field: 'note', is: 'exists' }] }
          : { or: [when, { field: 'note', is: 'empty' }] };
    openEditor([{ ...channel, linkage: [{ when, effects: ['hide'] }] }, note]);
    fireEvent.click(await screen.findByRole('button', { name: '编辑 联动 1' }));
    const groups = screen.getAllByRole('group', { name: '一组条件' });
    const innermost = groups.at(-1) as HTMLElement;
    expect(groups).toHaveLength(formLimits.conditionDepth - 2);
    for (const box of within(innermost).getAllByRole('checkbox', { name: '不满足' }))
      expect((box as HTMLInputElement).disabled).toBe(true);
    const isDisabled = (name: string) =>
      within(innermost).getByRole('button', { name }).hasAttribute('disabled');
    expect([isDisabled('添加条件'), isDisabled('添加一组条件')]).toEqual([false, true]);
    fireEvent.click(within(innermost).getByRole('button', { name: '添加条件' }));
    expect(screen.getByText('条件尚未选择字段')).toBeTruthy();
    expect(screen.queryByText('条件嵌套过深', { exact: false })).toBeNull();
  });

  it('sets a value by the control of the own kind, and options as lines', async () => {
    const linkage = [{ when: { field: 'note', is: 'exists' as const }, effects: [] }];
    openEditor([{ ...channel, linkage }, note]);
    fireEvent.click(await screen.findByRole('button', { name: '编辑 联动 1' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '填入' }));
    await choose(await screen.findByRole('combobox', { name: '填入的值' }), '来信');
    await waitFor(() => expect(draftFields()[0]?.linkage?.[0]?.effects).toEqual([{ setValue: 'letter' }]));
    fireEvent.click(screen.getByRole('checkbox', { name: '改变选项' }));
    fireEvent.change(screen.getByRole('textbox', { name: '改变后的选项' }), {
      target: { value: '来信=letter' },
    });
    await waitFor(() =>
      expect(draftFields()[0]?.linkage?.[0]?.effects).toEqual([
        { setValue: 'letter' },
        { setOptions: [{ label: '来信', value: 'letter' }] },
      ]),
    );
  });

  it('copies, moves and deletes rules', async () => {
    const rule = (value: string): Linkage => ({
      when: { field: 'note', is: 'equals', value },
      effects: ['hide'],
    });
    openEditor([{ ...channel, linkage: [rule('a'), rule('b')] }, note]);
    const valuesOf = () =>
      draftFields()[0]?.linkage?.map(({ when }) => ('value' in when ? when.value : undefined));
    fireEvent.click(await screen.findByRole('button', { name: '复制 联动 1' }));
    await waitFor(() => expect(valuesOf()).toEqual(['a', 'a', 'b']));
    fireEvent.click(screen.getByRole('button', { name: '上移 联动 3' }));
    await waitFor(() => expect(valuesOf()).toEqual(['a', 'b', 'a']));
    fireEvent.click(screen.getByRole('button', { name: '删除 联动 1' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('当“其他形式说明”等于“a”时：隐藏');
    fireEvent.click(within(dialog).getByRole('button', { name: '确认删除' }));
    await waitFor(() => expect(valuesOf()).toEqual(['b', 'a']));
  });

  it('lists the rules that read a field, with the way to them', async () => {
    const linkage = [{ when: { field: 'channel', is: 'exists' as const }, effects: ['show' as const] }];
    const table = { id: 'people', title: '代表人', 'x-component': 'table', columns: [{ ...note, linkage }] };
    openEditor([channel, table]);
    const uses = await screen.findByRole('list', { name: '引用本字段的联动' });
    expect(uses.textContent).toBe('“其他形式说明”的联动 1：当“信访形式”已填写时：显示');
    fireEvent.click(within(uses).getByRole('button'));
    await waitFor(() => expect(document.activeElement?.id).toBe('column-title'));
  });

  it('names the rules that follow a new id before it is changed', async () => {
    const linkage = [{ when: { field: 'channel', is: 'exists' as const }, effects: ['show' as const] }];
    openEditor([channel, { ...note, linkage }]);
    const id = await screen.findByLabelText('标识');
    fireEvent.change(id, { target: { value: 'form' } });
    fireEvent.blur(id);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('存在引用：“其他形式说明”的联动取决于本字段，一并改为新的标识。');
    expect(draftFields()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: '确认修改标识' }));
    await waitFor(() => expect(draftFields().map((each) => each.id)).toEqual(['form', 'note']));
    expect(draftFields()[1]?.linkage?.[0]?.when).toEqual({ field: 'form', is: 'exists' });
  });

  it('shows a rule that it cannot edit as JSON with the reason, and keeps it', async () => {
    const odd = {
      ...{ when: { field: 'note', is: 'exists' as const }, effects: ['show' as const] },
      comment: 'x',
    };
    openEditor([{ ...channel, linkage: [odd] }, note]);
    expect(await screen.findByText(/含有此处没有的设置“comment”/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '编辑 联动 1' })).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '形式' } });
    await waitFor(() => expect(draftFields()[0]?.linkage).toEqual([odd]));
  });
});

interface PlacedField {
  field: FieldModel;
  indexes: readonly number[];
}

function placesIn(fields: readonly FieldModel[], around: readonly number[] = []): PlacedField[] {
  return fields.flatMap((field, index) => {
    const indexes = [...around, index];
    return [{ field, indexes }, ...placesIn(innerFields(field), indexes)];
  });
}

const rewritten = (condition: Condition): Condition => {
  const group = groupOf(condition);
  const parts = group.isGroup ? group.parts.map(rewritten) : group.parts;
  return combinedCondition({ ...group, parts });
};

/** A condition without groups of one, which the editor writes as that condition. */
const withoutLoneGroups = (condition: Condition): unknown =>
  JSON.parse(
    JSON.stringify(condition, (_, each) => {
      const parts = each?.and ?? each?.or;
      return Array.isArray(parts) && parts.length === 1 ? parts[0] : each;
    }),
  );

describe('random linkage in the editor', () => {
  it('is the same after it was read and written again (S2 §5)', () => {
    let shown = 0;
    fc.assert(
      fc.property(scenario, ({ model }) => {
        for (const { field, indexes } of placesIn(model.schema.fields)) {
          const scope = scopeOfPlace(placeOfField(model.schema.fields, indexes));
          for (const rule of field.linkage ?? []) {
            if (reasonNotShown(rule, field, scope) !== undefined) continue;
            shown += 1;
            expect(withoutLoneGroups(rewritten(rule.when))).toEqual(withoutLoneGroups(rule.when));
            expect(withEffect(withEffect(rule.effects, 'disable', 'disable'), 'disable', undefined)).toEqual(
              rule.effects.filter((effect) => effect !== 'disable'),
            );
          }
        }
      }),
      { seed: 31, numRuns: 300 },
    );
    expect(shown).toBeGreaterThan(500);
  });

  it('is not changed by opening its rules', async () => {
    answerCalls({});
    const changes: FieldModel[] = [];
    for (const { model } of fc.sample(scenario, { seed: 31, numRuns: 6 })) {
      for (const place of placesIn(model.schema.fields)) openAllRules(model, place, changes);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toEqual([]);
  }, 60_000);
});

function openAllRules(model: FormModel, { field, indexes }: PlacedField, changes: FieldModel[]) {
  const { unmount } = renderPart(
    <EditedFormContext value={{ model, goTo: () => undefined }}>
      <LinkageFields prefix="field" field={field} indexes={indexes} onChange={(next) => changes.push(next)} />
    </EditedFormContext>,
  );
  const count = field.linkage?.length ?? 0;
  for (let number = 1; number <= count; number += 1) {
    const rule = screen.getByRole('listitem', { name: `联动 ${number}` });
    const edit = within(rule).queryByRole('button', { name: `编辑 联动 ${number}` });
    if (edit) {
      fireEvent.click(edit);
      expect(within(rule).getByRole('group', { name: '效果' })).toBeTruthy();
    } else
      expect(rule.querySelector('pre')?.textContent).toBe(
        JSON.stringify(field.linkage?.[number - 1], null, 2),
      );
  }
  unmount();
}
