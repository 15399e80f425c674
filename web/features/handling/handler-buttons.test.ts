import { describe, expect, it } from 'vitest';
import type { PanelView } from '#contract/panels.ts';
import { buildButton } from '../work-orders/test-order.ts';
import { arrangeButtons, consequenceOf, entriesInOrder, isRed, requiresOpinion } from './handler-buttons.ts';

const names = (buttons: readonly { name: string }[]) => buttons.map(({ name }) => name);

describe('buttons of the handler bar', () => {
  it('are red only where they void, terminate, refuse or vote no', () => {
    const refusal = { ...buildButton('1', '不予受理', 1), endStatus: 11 };
    const conclusion = { ...buildButton('1', '办结归档', 1), endStatus: 9 };
    const noVote = { ...buildButton('02', '会签不通过', 1), id: 'countersign-fail' };
    const yesVote = { ...buildButton('01', '会签通过', 1), id: 'countersign-pass' };
    for (const button of [buildButton('13', '作废', 1), buildButton('4', '终止', 1), refusal, noVote])
      expect(isRed(button), button.name).toBe(true);
    for (const button of [buildButton('1', '受理', 1), buildButton('2', '退回', 1), conclusion, yesVote])
      expect(isRed(button), button.name).toBe(false);
  });

  it('are sorted by their order, with the first harmless one as the main button', () => {
    const bar = arrangeButtons([
      buildButton('9', '转交', 3),
      buildButton('2', '退回', 1),
      buildButton('1', '受理', 2),
    ]);
    expect(bar.main?.name).toBe('受理');
    expect(names(bar.others)).toEqual(['退回', '转交']);
    expect(bar.endingButtons).toEqual([]);
    expect(bar.more).toEqual([]);
  });

  it('prefer handle as the main button, even if it ends the order, over a button that only forwards', () => {
    const endingButton = { ...buildButton('1', '办理', 1), ends: true };
    const bar = arrangeButtons([buildButton('9', '转交', 2), buildButton('2', '退回', 3), endingButton]);
    expect(bar.main?.name).toBe('办理');
    expect(names(bar.others)).toEqual(['转交', '退回']);
    expect(bar.endingButtons).toEqual([]);
    expect(arrangeButtons([buildButton('3', '发起会签', 1), endingButton]).main?.name).toBe('办理');
    expect(arrangeButtons([buildButton('9', '转交', 2), buildButton('4', '终止', 1)]).main?.name).toBe(
      '转交',
    );
  });

  const fiveButtons = [
    buildButton('1', '交办', 1),
    buildButton('9', '转交', 2),
    buildButton('2', '退回', 3),
    buildButton('4', '终止', 4),
    buildButton('4', '删除办结', 5),
  ];

  it('show at most four including 更多, and keep buttons that end the order visible', () => {
    const bar = arrangeButtons(fiveButtons);
    expect(names(bar.others)).toEqual(['转交']);
    expect(names(bar.endingButtons)).toEqual(['终止']);
    expect(names(bar.more)).toEqual(['退回', '删除办结']);
  });

  it('separate the buttons that end the order, and leave space for 更多 when it has other entries', () => {
    const barOfFour = arrangeButtons(fiveButtons.slice(0, 4));
    expect(names(barOfFour.others)).toEqual(['转交', '退回']);
    expect(names(barOfFour.endingButtons)).toEqual(['终止']);
    const barWithOffer = arrangeButtons(fiveButtons.slice(0, 4), 1);
    expect(names(barWithOffer.more)).toEqual(['退回']);
    expect(names(barWithOffer.endingButtons)).toEqual(['终止']);
  });

  it('keep the alternatives of a form’s choice in view before other buttons', () => {
    const binds = [{ form: 'registry', field: 'conclusion', value: 'no' }];
    const refusal = { ...buildButton('1', '不予许可', 5), id: 'refuse', ends: true, binds };
    const transfer = { ...buildButton('1', '移送', 6), id: 'transfer', binds };
    const bar = arrangeButtons([...fiveButtons, refusal, transfer]);
    expect(bar.main?.name).toBe('交办');
    expect(names(bar.others)).toEqual(['移送']);
    expect(names(bar.endingButtons)).toEqual(['不予许可']);
    expect(names(bar.more)).toEqual(['转交', '退回', '终止', '删除办结']);
  });

  it('list under 更多 irreversible actions last', () => {
    const entries = fiveButtons.map(({ id, name, ends, action }) => ({
      key: id,
      name,
      consequence: consequenceOf({ ends, action }),
      run: () => undefined,
    }));
    expect(consequenceOf({ ends: false, action: 'void' })).toBe('表单内容标记为已删除');
    expect(
      entriesInOrder([...entries.slice(3), ...entries.slice(0, 3)]).map((group) =>
        group.map(({ name, consequence }) => [name, consequence]),
      ),
    ).toEqual([
      [
        ['交办', undefined],
        ['转交', undefined],
        ['退回', undefined],
      ],
      [
        ['终止', '流程结束，不能恢复'],
        ['删除办结', '流程结束，不能恢复'],
      ],
    ]);
    expect(entriesInOrder(entries.slice(0, 2))).toHaveLength(1);
  });
});

it('the opinion of a person who was asked is required only if every answer needs it', () => {
  const askedBy = { kind: 'countersign' } as PanelView;
  const pass = { ...buildButton('01', '会签通过', 1), needsOpinion: false };
  const fail = { ...buildButton('02', '会签不通过', 2), needsOpinion: true };
  expect(requiresOpinion({ opinionRequired: true, askedBy: null, buttons: [pass] })).toBe(true);
  expect(requiresOpinion({ opinionRequired: true, askedBy, buttons: [pass, fail] })).toBe(false);
  expect(requiresOpinion({ opinionRequired: false, askedBy, buttons: [fail] })).toBe(true);
});
