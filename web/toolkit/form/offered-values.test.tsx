import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openForm } from './test-form-view.tsx';

test('a form offers today’s date where configured and a single possible choice, while nothing is typed', () => {
  const { handle } = openForm(
    [
      { id: 'day', title: '答复日期', 'x-component': 'date', required: true, default: 'today' },
      {
        id: 'way',
        title: '送达方式',
        'x-component': 'select',
        required: true,
        linkage: [
          {
            when: { field: 'kind', is: 'equals', value: 'paper' },
            effects: ['show', { setOptions: [{ value: 'post', label: '邮寄' }] }],
          },
        ],
      },
      {
        id: 'kind',
        title: '形式',
        'x-component': 'radio',
        options: [
          { value: 'paper', label: '纸质' },
          { value: 'file', label: '电子' },
        ],
      },
    ],
    { now: () => new Date('2026-11-28T02:00:00Z'), values: { day: '' } },
  );
  expect(handle().touched()).toBe(false);
  expect(handle().values()).toEqual({ day: '2026-11-28', kind: '' });
  fireEvent.click(screen.getByRole('radio', { name: '纸质' }));
  expect(handle().values()).toEqual({ day: '2026-11-28', way: 'post', kind: 'paper' });
});
