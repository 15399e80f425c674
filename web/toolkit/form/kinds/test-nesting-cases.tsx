import { fireEvent, screen, within } from '@testing-library/react';
import type { FieldModel } from '#domain/forms/model.ts';

export interface KindCase {
  /** Role of the control; empty for a native input that has none. */
  role: string;
  model?: Partial<FieldModel>;
  value: unknown;
  text: string;
  /** Changes the field's value as a user would; `edited` is the value that is sent afterwards. */
  edit: (control: HTMLElement) => void | Promise<void>;
  edited: unknown;
  /** Clears the value; `cleared` is the value that is sent afterwards. */
  clear: (control: HTMLElement) => void | Promise<void>;
  cleared: unknown;
}

export const type = (text: string) => (control: HTMLElement) => {
  fireEvent.change(control, { target: { value: text } });
};
export const press = (name: string | RegExp, role = 'button') => {
  fireEvent.click(screen.getByRole(role, { name }));
};
/** Presses the clear icon of an Ant Design select box or date box. */
const columns: FieldModel[] = [{ id: 'cell', title: '格', 'x-component': 'single-line' }];

/** Types into the only field of a sub-form, and takes it. */
const fillInDialog = async (button: HTMLElement, text: string) => {
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: '名目' });
  type(text)(within(dialog).getByRole('textbox', { name: '格' }));
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }));
};

/** The kinds with fields inside. */
export const nestingCases = {
  table: {
    role: 'group',
    model: { columns },
    value: [{ cell: '内容' }],
    text: '内容',
    edit: (control) => type('改过')(within(control).getByRole('textbox')),
    edited: [{ cell: '改过' }],
    clear: () => press('删除第 1 行'),
    cleared: [],
  },
  array: {
    role: 'group',
    model: { fields: columns },
    value: [{ cell: '内容' }],
    text: '内容',
    edit: (control) => type('改过')(within(control).getByRole('textbox')),
    edited: [{ cell: '改过' }],
    clear: () => press('删除第 1 项'),
    cleared: [],
  },
  object: {
    role: 'group',
    model: { fields: columns },
    value: { cell: '内容' },
    text: '内容',
    edit: (control) => type('改过')(within(control).getByRole('textbox')),
    edited: { cell: '改过' },
    clear: (control) => type('')(within(control).getByRole('textbox')),
    cleared: { cell: '' },
  },
  'sub-form': {
    role: 'button',
    model: { fields: columns },
    value: { cell: '内容' },
    text: '内容',
    edit: (control) => fillInDialog(control, '改过'),
    edited: { cell: '改过' },
    clear: (control) => fillInDialog(control, ''),
    cleared: { cell: '' },
  },
} satisfies Record<string, KindCase>;
