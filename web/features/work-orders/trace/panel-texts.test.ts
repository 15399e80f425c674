import { expect, test } from 'vitest';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import { foldedTraceIds, groupsOf, groupTally, seatTone } from './panel-texts.ts';

const seat = (number: number, group: number, groupName: string, state: SeatRow['state']): SeatRow => ({
  id: `order.${number}`,
  panelId: 1,
  seat: number,
  group,
  groupName,
  groupMemberNames: '',
  handlerType: 1,
  handlerName: '',
  handlerOrgName: '',
  handlerResult: null,
  handlerOpinion: '',
  attachments: [],
  isHandled: state === 'passed' || state === 'failed' ? 2 : 1,
  state,
  askedAt: null,
  handledAt: null,
  canRemove: false,
});

test('countersigners are grouped, each group with its tally', () => {
  const seats = [
    seat(1, 0, '住建部门', 'passed'),
    seat(2, 0, '住建部门', 'passed'),
    seat(3, 1, '监管部门', 'failed'),
    seat(4, 1, '监管部门', 'asked'),
    seat(5, 2, '属地', 'beforeTurn'),
    seat(6, 3, '公安', 'expired'),
    seat(7, 4, '消防', 'asked'),
  ];
  const groups = groupsOf({ seats });
  expect(groups.map(({ name }) => name)).toEqual([
    '第 1 组　住建部门',
    '第 2 组　监管部门',
    '第 3 组　属地',
    '第 4 组　公安',
    '第 5 组　消防',
  ]);
  expect(groups.map((group) => groupTally(group).text)).toEqual([
    '2 / 2 通过',
    '1 / 2 有不通过',
    '0 / 1 未开始',
    '0 / 1 未答复',
    '0 / 1 待答复',
  ]);
  expect(seats.map(seatTone)).toEqual(['good', 'good', 'bad', 'open', 'open', 'open', 'open']);
});

test('people consulted one by one form one list without a name', () => {
  expect(groupsOf({ seats: [seat(1, 0, '', 'asked'), seat(2, 1, '', 'asked')] })).toHaveLength(1);
});

test('the rows of a countersign and the answers of signers are folded into their panel', () => {
  const panel = (kind: PanelView['kind'], id: number, state: SeatRow['state']) =>
    ({ kind, seats: [seat(id, 0, '', state)] }) as unknown as PanelView;
  const panels = [
    panel('countersign', 1, 'asked'),
    panel('before', 2, 'asked'),
    panel('before', 3, 'passed'),
    panel('after', 4, 'passed'),
    panel('delegate', 5, 'passed'),
  ];
  expect([...foldedTraceIds([{ panels }])]).toEqual(['order.1', 'order.3', 'order.4']);
});
