import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../compile.ts';
import { conditionText } from '../condition-text.ts';
import { innerFields } from '../inner-fields.ts';
import { formLimits } from '../limits.ts';
import type { FieldModel, LinkageEffect } from '../model.ts';
import { isSame } from '../same-value.ts';
import { exportSchema } from './export-schema.ts';
import { importSchema } from './import-schema.ts';

const folder = 'domain/forms/exchange/fixtures';
const schemas = readdirSync(folder).filter((name) => name.endsWith('.json'));

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
}

function imported(json: unknown) {
  const result = importSchema(json);
  if (result === undefined) throw new Error('No shape is recognised');
  return result;
}

const effectText = (effect: LinkageEffect) => (typeof effect === 'string' ? effect : JSON.stringify(effect));

/** Describes a field with those inside it in lines. */
function linesOf(field: FieldModel, indent = '  '): string[] {
  const { id, title, linkage = [], columns: _, fields: __, 'x-component': kind, ...members } = field;
  const settings = Object.keys(members).length > 0 ? ` ${JSON.stringify(members)}` : '';
  return [
    `${indent}${id} “${title}” ${kind}${settings}`,
    ...linkage.map(
      ({ when, effects }) =>
        `${indent}  ${conditionText(when, (path) => path)} → ${effects.map(effectText).join('、')}`,
    ),
    ...innerFields(field).flatMap((inner) => linesOf(inner, `${indent}    `)),
  ];
}

describe('import of the schemas of other products', () => {
  it('reads twenty schemas in the shapes of Formily, form-js and SurveyJS', async () => {
    const texts = schemas.map((name) => {
      const { shape, model, leftOut } = imported(readFixture(name));
      const lines = model.schema.fields.flatMap((field) => linesOf(field));
      const notes = leftOut.map(({ path, message }) => `  ! ${path}: ${message}`);
      return [`${name}: ${shape} “${model.globalConfig.title}”`, ...lines, ...notes].join('\n');
    });
    await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('fixtures/imported.txt');
    for (const shape of ['formily-', 'form-js-', 'survey-'])
      expect(schemas.filter((name) => name.startsWith(shape)).length).toBeGreaterThanOrEqual(6);
    expect(schemas).toHaveLength(20);
  });

  it.each(schemas)(
    'makes a form of %s that compiles, but for options that come from another system',
    (name) => {
      const compiled = compileForm(imported(readFixture(name)).model);
      const messages = Array.isArray(compiled) ? compiled.map(({ message }) => message) : [];
      expect(messages.filter((message) => message !== '缺少选项')).toEqual([]);
    },
  );

  it.each(schemas)('returns the same form from the export of %s', (name) => {
    const { model } = imported(readFixture(name));
    const back = imported(JSON.parse(JSON.stringify(exportSchema(model)))).model;
    expect(back).toEqual(model);
    expect(isSame(back, model)).toBe(true);
  });

  it('recognises nothing else', () => {
    for (const json of [null, 1, 'x', [], {}, { schema: {} }, { properties: [] }, { components: {} }])
      expect(importSchema(json)).toBeUndefined();
  });

  it('gives invalid and repeated identifiers new ones, and conditions follow', () => {
    const { model, leftOut } = imported({
      components: [
        { type: 'textfield', key: 'a_b', label: '甲' },
        { type: 'textfield', key: 'aB', label: '乙' },
        { type: 'textfield', key: '姓名', label: '丙', conditional: { hide: '=a_b = "是"' } },
        { type: 'textfield', key: '__proto__', label: '丁' },
      ],
    });
    expect(model.schema.fields.map(({ id }) => id)).toEqual(['aB2', 'aB', 'field1', 'proto']);
    expect(model.schema.fields[2]?.linkage).toEqual([
      { when: { field: 'aB2', is: 'equals', value: '是' }, effects: ['hide'] },
    ]);
    expect(leftOut.map(({ message }) => message)).toEqual([
      '标识“a_b”改为“aB2”，引用它的条件随之更改',
      '标识“姓名”改为“field1”，引用它的条件随之更改',
      '标识“__proto__”改为“proto”，引用它的条件随之更改',
    ]);
  });

  it('takes no key of a file for a property of all objects', () => {
    const text = `{"type":"object","properties":{"__proto__":{"type":"string","title":"甲","x-component":"constructor"},
      "toString":{"type":"string","title":"乙","x-component":"Input","x-data":{"banjian":{"__proto__":{"polluted":1}}}}}}`;
    const { model } = imported(JSON.parse(text));
    expect(model.schema.fields).toEqual([{ id: 'toString2', title: '乙', 'x-component': 'single-line' }]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('executes nothing: scripts are left out with a word', () => {
    const { model, leftOut } = imported({
      properties: {
        a: {
          title: '{{globalThis.hit = 1}}',
          'x-component': 'Input',
          default: '{{globalThis.hit = 1}}',
          'x-validator': { validator: '{{() => { globalThis.hit = 1 }}}' },
          'x-reactions': ['{{() => { globalThis.hit = 1 }}}', { fulfill: { run: 'globalThis.hit = 1' } }],
        },
      },
    });
    expect(Reflect.get(globalThis, 'hit')).toBeUndefined();
    expect(model.schema.fields).toEqual([{ id: 'a', title: 'a', 'x-component': 'single-line' }]);
    expect(leftOut).toHaveLength(5);
  });

  it('leaves out an expression of our own part that is too long, and keeps the rest (S2 §5)', () => {
    const extension = { computed: `"a"${' '.repeat(40_000)}`, help: '说明' };
    const { model, leftOut } = imported({
      type: 'object',
      properties: { a: { title: '甲', 'x-component': 'Input', 'x-data': { banjian: extension } } },
    });
    expect(model.schema.fields).toEqual([
      { id: 'a', title: '甲', 'x-component': 'single-line', help: '说明' },
    ]);
    expect(leftOut).toEqual([{ path: expect.stringContaining('computed'), message: expect.any(String) }]);
  });

  it('limits fields, depth and the list of what was left out', () => {
    const many = {
      components: Array.from({ length: 1600 }, (_, index) => ({ type: 'video', key: `f${index}` })),
    };
    const { leftOut } = imported(many);
    expect(leftOut).toHaveLength(201);
    expect(leftOut.at(-1)?.message).toBe('另有 1400 处未列出');
    const fields = Array.from({ length: 1600 }, (_, index) => ({ type: 'textfield', key: `f${index}` }));
    expect(imported({ components: fields }).model.schema.fields).toHaveLength(formLimits.fields);
    let deep: unknown = { title: '底', 'x-component': 'Input' };
    for (let level = 0; level < 5000; level += 1) deep = { type: 'void', properties: { a: deep } };
    expect(imported({ properties: { a: deep } }).leftOut.at(-1)?.message).toBe('嵌套超过20层，未取用');
  });

  it('does not take the condition of a heading that would hide fields outside its group', () => {
    const { model, leftOut } = imported({
      elements: [
        { type: 'text', name: 'a' },
        { type: 'panel', title: '组', visibleIf: '{a} notempty', elements: [{ type: 'text', name: 'b' }] },
        { type: 'text', name: 'c' },
      ],
    });
    expect(model.schema.fields.map(({ title, linkage }) => [title, linkage?.length ?? 0])).toEqual([
      ['a', 0],
      ['组', 0],
      ['b', 1],
      ['c', 0],
    ]);
    expect(leftOut).toHaveLength(1);
  });
});
