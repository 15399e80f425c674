import { describe, expect, it } from 'vitest';
import type { FieldModel } from '../model.ts';
import { buildModel } from '../test-forms.ts';
import { exportSchema } from './export-schema.ts';

/** Returns the nodes of the fields in the export of a form. */
function nodesOf(...fields: FieldModel[]): unknown {
  const { properties } = exportSchema(buildModel(fields)) as {
    properties: { layout: { properties: unknown } };
  };
  return properties.layout.properties;
}

describe('export of a form as JSON Schema', () => {
  it('says in the words of Formily whatever Formily can express', () => {
    const nodes = nodesOf(
      { id: 'stall', title: '摊位', 'x-component': 'single-line', required: true, help: '写编号' },
      {
        id: 'goods',
        title: '品类',
        'x-component': 'checkbox',
        options: [{ value: 'snack', label: '小吃' }],
        width: 'full',
      },
      {
        id: 'area',
        title: '面积',
        'x-component': 'number',
        'x-props': { precision: 1, unit: '平方米' },
        rules: [{ rule: 'max', value: 60, message: '不得超过60平方米' }],
        linkage: [
          {
            when: {
              and: [
                { field: 'stall', is: 'exists' },
                { not: { field: 'goods', is: 'includes', value: 'snack' } },
              ],
            },
            effects: ['show', 'require'],
          },
        ],
      },
    );
    expect(nodes).toEqual({
      stall: {
        type: 'string',
        title: '摊位',
        description: '写编号',
        required: true,
        'x-component': 'Input',
        'x-decorator': 'FormItem',
      },
      goods: {
        type: 'array',
        title: '品类',
        enum: [{ value: 'snack', label: '小吃' }],
        'x-component': 'Checkbox.Group',
        'x-decorator': 'FormItem',
        'x-decorator-props': { gridSpan: 2 },
      },
      area: {
        type: 'number',
        title: '面积',
        'x-component': 'NumberPicker',
        'x-component-props': { precision: 1, addonAfter: '平方米' },
        'x-decorator': 'FormItem',
        'x-validator': [{ maximum: 60, message: '不得超过60平方米' }],
        'x-reactions': [
          {
            dependencies: ['stall', 'goods'],
            fulfill: {
              state: {
                visible: '{{!!$deps[0] && !($deps[1]?.includes("snack"))}}',
                required: '{{!!$deps[0] && !($deps[1]?.includes("snack"))}}',
              },
            },
          },
        ],
      },
    });
  });

  it('keeps what Formily cannot express under x-data', () => {
    const nodes = nodesOf(
      { id: 'day', title: '日期', 'x-component': 'date', default: 'today' },
      {
        id: 'idCard',
        title: '证件号码',
        'x-component': 'single-line',
        'x-secret': true,
        'x-secret-rule': 'certCode',
        rules: [{ rule: 'certificate', category: '49' }],
      },
    );
    expect(nodes).toMatchObject({
      day: { 'x-component': 'DatePicker', 'x-data': { banjian: { default: 'today' } } },
      idCard: {
        'x-data': {
          banjian: {
            'x-secret': true,
            'x-secret-rule': 'certCode',
            rules: [{ rule: 'certificate', category: '49' }],
          },
        },
      },
    });
  });
});
