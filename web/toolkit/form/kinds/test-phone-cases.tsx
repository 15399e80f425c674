import { fireEvent, screen } from '@testing-library/react';
import { cases } from './test-kind-cases.tsx';
import { type KindCase, press, type } from './test-nesting-cases.tsx';

/** Presses an option in the list that fills the screen of a phone. */
const chooseInList = (label: string) => async (control: HTMLElement) => {
  fireEvent.click(control);
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(label) }));
};
const nativeInput = (kind: KindCase, edited: string): KindCase => ({
  ...kind,
  role: '',
  edit: type(edited),
  edited,
  clear: type(''),
});

/** The kinds that have a view of their own on a phone. */
export const phoneCases: Partial<typeof cases> = {
  select: { ...cases.select, edit: chooseInList('甲'), clear: () => press('清除名目') },
  organisation: { ...cases.organisation, edit: chooseInList('县住建局'), clear: () => press('清除名目') },
  nation: { ...cases.nation, edit: chooseInList('维吾尔族'), clear: () => press('清除名目') },
  date: nativeInput(cases.date, '2026-11-23'),
  time: nativeInput(cases.time, '15:00'),
  'date-range': {
    ...cases['date-range'],
    edit: () => type('2026-11-30')(screen.getByLabelText('名目：结束日期')),
    clear: () => {
      type('')(screen.getByLabelText('名目：开始日期'));
      type('')(screen.getByLabelText('名目：结束日期'));
    },
  },
};
