import { describe, expect, it } from 'vitest';
import { findWrappedValues, mapMarkedFields, wrappedValueOf } from './wrapped-values.ts';

const fieldOf = (id: string, encrypted: boolean, ...columns: ReturnType<typeof plain>[]) => ({
  id,
  encrypted,
  columns,
});
const plain = (id: string): { id: string; encrypted: boolean; columns: never[] } => ({
  id,
  encrypted: false,
  columns: [],
});

describe('values of marked fields (S2 §7)', () => {
  const fields = [
    fieldOf('phone', true),
    fieldOf('name', false),
    fieldOf('people', false, { ...plain('mobile'), encrypted: true }, plain('unit')),
  ];

  it('are changed, in rows of a table too, and no others', () => {
    const content = { phone: '1', name: '2', people: [{ mobile: '3', unit: '4' }, null, 'x'], other: '5' };
    expect(mapMarkedFields(fields, content, (value, field) => `${field}=${value}`)).toEqual({
      phone: 'phone=1',
      name: '2',
      people: [{ mobile: 'mobile=3', unit: '4' }, null, 'x'],
      other: '5',
    });
    expect(content.phone).toBe('1');
  });

  it.each([undefined, null, ''])('that are empty (%j) stay empty', (value) => {
    expect(mapMarkedFields(fields, { phone: value }, () => 'changed')).toEqual({ phone: value });
  });

  it('are found with the name of their field, and replaced in their place', () => {
    const data = {
      workorderForms: [
        { content: { phone: wrappedValueOf('a'), people: [{ mobile: wrappedValueOf('b') }] } },
        { content: { units: [wrappedValueOf('c')] } },
      ],
    };
    const found = findWrappedValues(data);
    expect(found.map(({ field, text }) => [field, text])).toEqual([
      ['phone', 'a'],
      ['mobile', 'b'],
      ['units', 'c'],
    ]);
    for (const { text, replace } of found) replace(text.toUpperCase());
    expect(data).toEqual({
      workorderForms: [{ content: { phone: 'A', people: [{ mobile: 'B' }] } }, { content: { units: ['C'] } }],
    });
  });

  it.each(['x-encrypted', { 'x-encrypted': 1 }, { 'x-encrypted': 'a', more: 1 }, null, 7])(
    'are not mistaken: %j',
    (value) => {
      expect(findWrappedValues({ value })).toEqual([]);
    },
  );
});
