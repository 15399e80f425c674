import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../../test-form-view.tsx';

const level: FieldModel = {
  id: 'level',
  title: '级别',
  'x-component': 'select',
  options: [
    { value: 'a', label: '一级' },
    { value: 'b', label: '二级' },
  ],
};
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '级别' });

describe('a select that nobody has used (S2 §1)', () => {
  it('shows the chosen name as text that a search in the page finds, and as its value', () => {
    const { container } = openForm([level], { values: { level: 'b' } });
    expect(box().value).toBe('二级');
    expect(container.querySelector('[data-path="level"]')?.textContent).toContain('二级');
    expect(box().getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps the focus that it gets from the keyboard, and takes a choice from there', () => {
    const { handle } = openForm([level]);
    const closed = box();
    act(() => closed.focus());
    expect(closed.isConnected).toBe(false);
    expect(document.activeElement).toBe(box());
    fireEvent.keyDown(box(), { key: 'ArrowDown', keyCode: 40 });
    expect(box().getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 });
    expect(handle().values().level).toBe('a');
  });

  it('opens with the first press of the mouse', () => {
    openForm([level]);
    fireEvent.mouseDown(box());
    expect(box().getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(box());
  });

  it('gets the focus from the list of problems', () => {
    const { handle } = openForm([{ ...level, required: true }]);
    act(() => void handle().validate());
    act(() => handle().focusField('level'));
    expect(document.activeElement).toBe(box());
    expect(box().getAttribute('aria-invalid')).toBe('true');
  });
});
