import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fullAuthority } from '../authority.ts';
import type { FieldModel, FormValues } from '../model.ts';
import { buildForm } from '../test-forms.ts';
import { validateForm } from '../validate.ts';
import { namedRules } from './rules.ts';

interface Fixture {
  fields: readonly FieldModel[];
  valid: readonly FormValues[];
  invalid: readonly { values: FormValues; message: string }[];
}

const folder = new URL('../fixtures/', import.meta.url);
// It is already the 20th in China and still the 19th in Greenwich.
const now = new Date('2026-11-19T16:30:00Z');

describe.each(Object.keys(namedRules))('rule %s', (name) => {
  const fixture: Fixture = JSON.parse(readFileSync(new URL(`rule.${name}.json`, folder), 'utf8'));
  const form = buildForm(fixture.fields);

  it.each(fixture.valid.map((values) => ({ values })))('accepts $values', ({ values }) => {
    expect(validateForm(form, values, fullAuthority, { now })).toEqual([]);
  });

  it.each(fixture.invalid)('rejects $values: $message', ({ values, message }) => {
    expect(validateForm(form, values, fullAuthority, { now })).toEqual([{ field: 'x', message }]);
  });
});

it('the days of a span keep within the bound', () => {
  const field = { id: 'x', title: '期间', 'x-component': 'date-range' };
  const form = buildForm([{ ...field, rules: [{ rule: 'dateTo', value: 'today' }] }]);
  const problems = validateForm(form, { x: ['2026-11-19', '2026-11-21'] }, fullAuthority, { now });
  expect(problems).toEqual([{ field: 'x', message: '日期不能晚于今天' }]);
});

it('every fixture of a rule has its rule, and every rule its fixture', () => {
  const names = readdirSync(folder).flatMap((file) => /^rule\.(\w+)\.json$/.exec(file)?.[1] ?? []);
  expect(new Set(names)).toEqual(new Set(Object.keys(namedRules)));
});
