import type { PanelView, SeatRow } from '#contract/panels.ts';

/** Labels of the requests to other people (S1 §4). */

export const panelTitle: Record<PanelView['kind'], string> = {
  countersign: '会签',
  before: '前加签',
  after: '后加签',
  delegate: '委派',
  returned: '退回经办人',
};

const ruleText: Record<PanelView['rule'], string> = {
  all: '全部通过',
  majority: '多数通过',
  share: '达到比例',
  veto: '一票否决',
};

export const seatLabel: Record<SeatRow['state'], string> = {
  beforeTurn: '未开始',
  asked: '待答复',
  passed: '通过',
  failed: '不通过',
  answered: '已答复',
  removed: '已移除',
  absent: '无人在岗',
  expired: '到期未答复',
  closed: '无需答复',
};

export const outcomeLabel: Record<NonNullable<PanelView['outcome']>, string> = {
  passed: '会签通过',
  failed: '会签不通过',
  done: '已完成',
  calledOff: '已取消',
};

/** Returns the rule of a panel as text, such as `达到比例 60%`. */
export function panelRuleText({ rule, percent }: PanelView): string {
  return percent === null ? ruleText[rule] : `${ruleText[rule]} ${percent}%`;
}

/** Returns how missing answers count after the limit; null without a limit, or if they count as no answer. */
export function expiryText({ limit, expiry }: PanelView): string | null {
  if (limit === null || expiry === 'noAnswer') return null;
  return expiry === 'passed' ? '到期未答复记为通过' : '到期未答复记为不通过';
}

export interface SeatGroup {
  group: number;
  /** Name such as `第 2 组　监管部门`; empty if people were asked one by one. */
  name: string;
  seats: readonly SeatRow[];
}

/** Returns the seats by their groups, in the order in which they are asked; a flat list is one group. */
export function groupsOf({ seats }: Pick<PanelView, 'seats'>): SeatGroup[] {
  if (seats.every(({ groupName }) => groupName === ''))
    return seats.length === 0 ? [] : [{ group: 0, name: '', seats }];
  const numbers = [...new Set(seats.map(({ group }) => group))].sort((one, other) => one - other);
  return numbers.map((group) => {
    const ownSeats = seats.filter((seat) => seat.group === group);
    return { group, name: `第 ${group + 1} 组　${ownSeats[0]?.groupName ?? ''}`, seats: ownSeats };
  });
}

export type Tone = 'good' | 'bad' | 'open';

/**
 * Returns the tally of a group: `2 / 2 通过`, `1 / 2 有不通过`, `0 / 1 未开始`; `0 / 1 未答复` if no more answers are
 * expected.
 */
export function groupTally({ seats }: SeatGroup): { text: string; tone: Tone } {
  const activeSeats = seats.filter(({ state }) => state !== 'removed');
  const handledCount = activeSeats.filter(({ isHandled }) => isHandled === 2).length;
  const countText = `${handledCount} / ${activeSeats.length}`;
  if (activeSeats.some(({ state }) => state === 'failed'))
    return { text: `${countText} 有不通过`, tone: 'bad' };
  if (handledCount === activeSeats.length && handledCount > 0)
    return { text: `${countText} 通过`, tone: 'good' };
  if (activeSeats.some(({ state }) => state === 'asked'))
    return { text: `${countText} 待答复`, tone: 'open' };
  const isBeforeTurn = activeSeats.some(({ state }) => state === 'beforeTurn');
  return { text: `${countText} ${isBeforeTurn ? '未开始' : '未答复'}`, tone: 'open' };
}

export function seatTone({ state }: SeatRow): Tone {
  if (state === 'passed' || state === 'answered') return 'good';
  return state === 'failed' ? 'bad' : 'open';
}

/**
 * Returns the traces that are shown inside the panel which they answer, and not as separate rows: all of a
 * countersign; of signers the answers, because a row that waits has its own actions.
 */
export function foldedTraceIds(traces: readonly { panels: readonly PanelView[] }[]): ReadonlySet<string> {
  return new Set(
    traces.flatMap(({ panels }) =>
      panels.flatMap(({ kind, seats }) =>
        seats.flatMap(({ id, isHandled }) =>
          id !== '' &&
          (kind === 'countersign' || ((kind === 'before' || kind === 'after') && isHandled === 2))
            ? [id]
            : [],
        ),
      ),
    ),
  );
}
