import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { organisations } from '#contract/organisations.ts';
import { buildButton } from '../work-orders/test-order.ts';
import { buildDialog, buildOutcome, previewing } from '../work-orders/test-outcome.ts';
import { answerCalls, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { CountersignDialog } from './CountersignDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const person = (id: string, name: string, pinyin: string) => ({
  id,
  name,
  pinyin,
  account: id,
  title: '',
  orgName: '住建局',
  departmentName: null,
  open: 0,
  overdue: 0,
  fault: null,
});
const people = [person('1', '朱红', 'zhu hong'), person('2', '曹慧', 'cao hui')];

const commonOpinions = {
  Chips: () => null,
  Popover: ({ onPick }: { onPick: (content: string) => void }) => (
    <button type="button" onClick={() => onPick('请一并研究。')}>
      常用意见
    </button>
  ),
};

function open(opinion = '') {
  answerCalls({
    ...previewing(buildOutcome()),
    [`GET ${organisations.pickStaff.path}`]: () => ({ rows: people, total: 2, barred: 0 }),
    [`GET ${organisations.pickOrganisations.path}`]: () => ({ rows: [], departmentId: null }),
  });
  const onSubmit = vi.fn();
  const props = { ...buildDialog(buildButton('3', '发起会签', 1)), opinion, commonOpinions };
  renderPart(<CountersignDialog {...props} submitting={false} onSubmit={onSubmit} />);
  return onSubmit;
}

async function choose(container: HTMLElement, ...names: string[]) {
  fireEvent.click(within(container).getByRole('button', { name: /^(选择会签人员|添加)$/ }));
  // A closing picker stays in the page for a moment.
  const lastOf = (elements: HTMLElement[]) => elements.at(-1) as HTMLElement;
  for (const name of names)
    fireEvent.click(lastOf(await screen.findAllByRole('option', { name: new RegExp(name) })));
  fireEvent.click(lastOf(screen.getAllByRole('button', { name: /^确认选择/ })));
  await waitFor(() =>
    expect(within(container).getByRole('button', { name: `移除${names[0]}` })).toBeTruthy(),
  );
}
// The first dialog to open; in tests all dialogs have the same title id.
const dialog = () => screen.getAllByRole('dialog')[0] as HTMLElement;
const confirm = () => fireEvent.click(within(dialog()).getByRole('button', { name: /^确认发起会签/ }));

describe('countersign dialog', () => {
  it('requires people and a reason, each with its error at the field (S1 §5)', async () => {
    const onSubmit = open();
    confirm();
    expect(await screen.findByText('请选择会签人员')).toBeTruthy();
    expect(screen.getByText('请输入发起原因')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('inserts common opinions into the reason, and leaves the opinion of the bar unchanged', async () => {
    const onSubmit = open('拟同意');
    await choose(dialog(), '朱红');
    fireEvent.change(screen.getByLabelText(/发起原因/), { target: { value: '请会签，' } });
    fireEvent.click(screen.getByRole('button', { name: '常用意见', hidden: true }));
    confirm();
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({
      handlerOpinion: '请会签，请一并研究。',
      stagedOpinion: '拟同意',
    });
  });

  it('sends a flat list with the default rules, and counts the countersigners on its button', async () => {
    const onSubmit = open();
    await choose(dialog(), '朱红', '曹慧');
    fireEvent.change(screen.getByLabelText(/发起原因/), { target: { value: ' 请提出意见 ' } });
    expect(within(dialog()).getByRole('button', { name: '确认发起会签（2 席）' })).toBeTruthy();
    confirm();
    expect(onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({
        countersignWay: '1',
        countersignHandlerType: '1',
        countersignFlowCondition: '1',
        handlerLimitTime: 5,
        handlerLimitUnit: '1',
        countersignRule: 'all',
        countersignExpiry: 'noAnswer',
        handlerOpinion: '请提出意见',
      }),
    );
    expect(onSubmit.mock.lastCall?.[0].countersignList).toMatchObject([
      { groupName: '', handlerType: '1', assignHandlerId: 'staff:1', assignHandlerSort: 1 },
      { groupName: '', handlerType: '1', assignHandlerId: 'staff:2', assignHandlerSort: 2 },
    ]);
  });

  it('shows how many people of a department may answer, and does not send a countersigner who cannot be asked', async () => {
    const refusalText = '“物业管理科”只有朱红一人可表态，不能与本人同时会签';
    answerCalls({
      [`POST ${handling.previewAction.path}`]: ({ body }) => {
        const { countersignList } = body as { countersignList: { assignHandlerId: string }[] };
        const place = countersignList.findIndex(({ assignHandlerId }) => assignHandlerId === 'staff:1');
        if (place >= 0)
          return refuseWith(40010, '请检查填写的内容', [
            { field: 'countersignList.0', message: refusalText },
          ]);
        return {
          outcome: buildOutcome(),
          next: [],
          voters: [{ place: 0, people: ['朱红', '徐军'], peopleCount: 2 }],
        };
      },
      [`GET ${organisations.pickStaff.path}`]: () => ({ rows: people, total: 2, barred: 0 }),
      [`GET ${organisations.pickOrganisations.path}`]: () => ({ rows: [], departmentId: null }),
    });
    const onSubmit = vi.fn();
    const storedChoices = new Map<string, unknown>([
      ['members', [{ key: 'department:wyk', name: '物业管理科' }]],
    ]);
    const props = {
      ...buildDialog(buildButton('3', '发起会签', 1)),
      opinion: '请会签',
      commonOpinions,
      storedChoices,
    };
    renderPart(<CountersignDialog {...props} submitting={false} onSubmit={onSubmit} />);
    expect((await screen.findByText('一席 · 2人可表态')).getAttribute('title')).toBe('朱红、徐军');
    await choose(dialog(), '朱红');
    expect(await within(dialog()).findByText(refusalText)).toBeTruthy();
    confirm();
    expect(onSubmit).not.toHaveBeenCalled();
    fireEvent.click(within(dialog()).getByRole('button', { name: '移除朱红' }));
    await waitFor(() => expect(within(dialog()).queryByText(refusalText)).toBeNull());
    confirm();
    expect(onSubmit).toHaveBeenCalled();
  });

  it('restores all choices when it is opened again', async () => {
    answerCalls(previewing(buildOutcome()));
    const props = { ...buildDialog(buildButton('3', '发起会签', 1)), opinion: '', submitting: false };
    const firstView = renderPart(<CountersignDialog {...props} onSubmit={vi.fn()} />);
    fireEvent.change(screen.getByLabelText(/发起原因/), { target: { value: '请提出意见' } });
    fireEvent.click(screen.getByLabelText('按分组'));
    fireEvent.click(screen.getByRole('button', { name: '添加分组' }));
    firstView.unmount();
    renderPart(<CountersignDialog {...props} onSubmit={vi.fn()} />);
    expect(screen.getByDisplayValue('请提出意见')).toBeTruthy();
    expect(screen.getByRole('region', { name: '第2组' })).toBeTruthy();
  });

  it('refuses the same person in two groups, with the error at the second (S1 §5)', async () => {
    const onSubmit = open();
    fireEvent.click(screen.getByLabelText('按分组'));
    await choose(screen.getByRole('region', { name: '第1组' }), '朱红');
    fireEvent.click(screen.getByRole('button', { name: '添加分组' }));
    const secondGroup = screen.getByRole('region', { name: '第2组' });
    await choose(secondGroup, '朱红');
    expect(within(secondGroup).getByText('不同组之间人员、部门不可重复')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/发起原因/), { target: { value: '请提出意见' } });
    confirm();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(within(dialog()).getByRole('button', { name: '确认发起会签（2 组 2 席）' })).toBeTruthy();
  });
});
