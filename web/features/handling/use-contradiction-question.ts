import { App } from 'antd';
import type { TaskButton } from '#contract/work-orders.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/**
 * Returns a function that asks before a button changes answers of the form that contradict it, since only the user
 * knows which of the two is wrong (docs/decisions/0083). It returns true without a question if there are none.
 */
export function useContradictionQuestion(forms: HandledForms) {
  const { modal } = App.useApp();
  return async ({ name, binds }: Pick<TaskButton, 'name' | 'binds'>): Promise<boolean> => {
    const contradictions = forms.contradictions(binds);
    if (contradictions.length === 0) return true;
    return await modal.confirm({
      title: contradictions
        .map(({ title, from, to }) => `${title}为“${from}”，与“${name}”不一致，改为“${to}”？`)
        .join(''),
      okText: `确认改为“${contradictions.map(({ to }) => to).join('、')}”`,
      cancelText: '返回修改',
    });
  };
}
